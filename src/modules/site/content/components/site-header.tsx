import { ChevronDown, CircleUser, LogIn, Menu } from "#src/ui/lucide/icons.ts";
import { type ReactNode, type SubmitEvent, useEffect, useState } from "react";
import { Link, useLocation, useMatches } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { IF_SIGNED_IN } from "#src/kernel/signed-in-mark.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { LanguageSwitcher } from "#src/modules/site/content/components/language-switcher.tsx";
import { ThemeToggle } from "#src/modules/site/content/components/theme-toggle.tsx";
import type { Account } from "#src/modules/site/content/rules/profile-menu.ts";
import type { Campaign } from "#src/modules/site/content/rules/campaigns.ts";
import { type HeaderLook, headerLook, SCROLLED_PX } from "#src/modules/site/content/rules/header-look.ts";
import { ButtonLink, ICON_BUTTON } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Dropdown } from "#src/ui/dropdown.tsx";
import { Logo } from "#src/ui/logo.tsx";

const MENU_ITEM =
  "flex min-h-11 w-full items-center rounded-md px-3 font-semibold no-underline hover:bg-surface-2 aria-[current]:text-brand-text";
const ON_DARK = "text-paper [--c-focus:var(--c-marigold)]";
const GROUNDS: Record<HeaderLook["ground"], string> = {
  none: ON_DARK,
  night: `${ON_DARK} bg-night shadow-[0_1px_0_var(--n-line)]`,
  missing: `${ON_DARK} bg-night-2`,
  paper: "border-b border-border bg-surface text-text",
};

/** Until it is known who is signed in, the document's mark decides what is seen (`kernel/signed-in-mark.ts`). */
const SIGNED_IN_ONLY = "[html:not([data-signed-in])_&]:hidden!";
const SIGNED_OUT_ONLY = "[html[data-signed-in]_&]:hidden!";

export type AccountPage = { path: string; name: string; isApart?: boolean | undefined };

type SiteHeaderProps = {
  /** Null for who isn't signed in, undefined until that is known. */
  account: Account | null | undefined;
  /** The profile menu's pages, between the user and Sign Out. */
  pages: readonly AccountPage[];
  /** Staff pages, under their own heading. */
  staffPages: readonly AccountPage[];
  onSignOut: (event: SubmitEvent) => void;
  /** The cities, named in the page's language. */
  cities: readonly AccountPage[];
};

/**
 * Logo, pages, language, theme (home only), account and BOOK NOW, as many as have room in the reader's size of text. Over a picture
 * it is transparent until scrolled.
 */
export function SiteHeader({ account, cities, ...menu }: SiteHeaderProps) {
  const { t, locale } = useText();
  const { pathname } = useLocation();
  const missing = useMatches().some(isMissing);
  const scrolled = useScrolled();
  const { over, ground, campaign } = headerLook(pathname, missing, scrolled ?? false);
  const home = localizedPath("/", locale);
  const isDark = ground !== "paper";
  return (
    <header
      className={classNames(
        "@container inset-x-0 top-0 z-40 h-16 transition-[background-color] md:h-19",
        // until it can take a ground it scrolls away: its light text would lie on paper
        over ? (scrolled === null ? "absolute" : "fixed") : "sticky",
        GROUNDS[ground],
      )}
    >
      <div className="wrap flex h-full items-center gap-0.5 @5xl:gap-1">
        <Link to={home} className="mr-auto flex min-h-11 items-center">
          <Logo
            label={t("common.brand")}
            {...(isDark ? { on: "night" } : {})}
            variant={campaign?.logo === "halloween" ? "halloween" : undefined}
            className="h-9.5 md:h-11"
          />
        </Link>
        <nav aria-label={t("site.mainNav")} className="hidden @3xl:block @5xl:mr-3">
          <NavLinks cities={cities} />
        </nav>
        <LanguageSwitcher />
        {pathname === home && <ThemeToggle />}
        {account !== null && (
          <div
            className={classNames("contents", !account && SIGNED_IN_ONLY)}
            {...(account ? {} : { [IF_SIGNED_IN]: "" })}
          >
            <ProfileMenu account={account} {...menu} />
          </div>
        )}
        {!account && <SignIn isDark={isDark} className={account === undefined && SIGNED_OUT_ONLY} />}
        <BookNow campaign={campaign} className="ml-2 @max-3xl:hidden" />
        <div className="@3xl:hidden">
          <PhoneMenu account={account} campaign={campaign} cities={cities}>
            <AccountItems {...menu} />
          </PhoneMenu>
        </div>
      </div>
    </header>
  );
}

/** A missing page: no such route, crawl or city, or its data couldn't be loaded. */
const isMissing = ({ id, loaderData }: { id: string; loaderData: unknown }) =>
  id.endsWith("/not-found") || (/\/(?:home|city|crawl|crawl-by-id)$/.test(id) && loaderData === undefined);

function usePages() {
  const { t, locale } = useText();
  const { pathname } = useLocation();
  const pages = [
    ["/", t("site.home")],
    ["/faq", t("site.faq")],
    ["/about", t("site.about")],
    ["/contact", t("site.contact")],
  ] as const;
  return pages.map(([path, name]) => {
    const to = localizedPath(path, locale);
    return { to, name, current: to === pathname ? ("page" as const) : undefined };
  });
}

function NavLinks({ cities }: Pick<SiteHeaderProps, "cities">) {
  const { t } = useText();
  return (
    <ul className="flex">
      {usePages().map(({ to, name, current }) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={current}
            className="block px-2 py-2.5 font-semibold whitespace-nowrap no-underline decoration-marigold decoration-3 underline-offset-[0.45em] hover:underline aria-[current]:underline @max-5xl:text-[0.9375rem] @5xl:px-3.5"
          >
            {name}
          </Link>
        </li>
      ))}
      {/* where there is no room for it, the footer has them */}
      {cities.length > 0 && (
        <li className="@max-[77rem]:hidden">
          <Dropdown
            label={t("site.cities")}
            summary={
              <>
                {t("site.cities")}
                <ChevronDown aria-hidden size={16} />
              </>
            }
            summaryClass="flex cursor-pointer items-center gap-1 px-2 py-2.5 font-semibold whitespace-nowrap decoration-marigold decoration-3 underline-offset-[0.45em] hover:underline @5xl:px-3.5"
          >
            <PageItems pages={cities} />
          </Dropdown>
        </li>
      )}
    </ul>
  );
}

/** A labelled button where there is room, else an icon; on phones it is in the menu. */
function SignIn({ isDark, className }: { isDark: boolean; className: string | false }) {
  const { t, locale } = useText();
  const login = localizedPath("/login", locale);
  return (
    <>
      <Link
        to={login}
        aria-label={t("site.signIn")}
        className={classNames(ICON_BUTTON, "@max-3xl:hidden @5xl:hidden", className)}
      >
        <LogIn aria-hidden size={20} />
      </Link>
      <ButtonLink
        to={login}
        kind="secondary"
        small
        className={classNames(
          "ml-2 @max-5xl:hidden",
          isDark && "text-paper! inset-ring-paper/65! hover:bg-paper/12!",
          className,
        )}
      >
        {t("site.signIn")}
      </ButtonLink>
    </>
  );
}

type BookNowProps = { campaign: Campaign | null; wide?: boolean; className?: string };

function BookNow({ campaign, wide, className }: BookNowProps) {
  const { t, locale } = useText();
  return (
    <ButtonLink
      to={`${localizedPath("/", locale)}#booking-section`}
      small
      wide={wide}
      className={classNames(campaign && `accent-${campaign.accent}`, className)}
    >
      {t("site.bookNow")}
    </ButtonLink>
  );
}

/** What kind of account a role makes; all others are users. */
const ACCOUNTS: Partial<Record<string, MessageId>> = {
  admin: "site.adminAccount",
  manager: "site.managerAccount",
  support: "site.supportAccount",
  marketing: "site.marketingAccount",
  bookkeeper: "site.bookkeeperAccount",
  guide: "site.guideAccount",
};

type AccountMenuProps = Omit<SiteHeaderProps, "account" | "cities">;

/** Until it is known whose it is, the lines that say so are reserved, and it has what everybody's has. */
function ProfileMenu({ account, ...menu }: AccountMenuProps & { account: Account | undefined }) {
  const { t } = useText();
  return (
    <Dropdown label={t("site.profile")} summary={<CircleUser aria-hidden size={22} />} summaryClass={ICON_BUTTON}>
      <li className="mb-1.5 border-b border-border px-3 pt-1.5 pb-2.5">
        <p className="font-semibold break-all">{account?.email ?? "\u00A0"}</p>
        <p className="text-small text-text-2">
          {account ? t(ACCOUNTS[account.role ?? ""] ?? "site.userAccount") : "\u00A0"}
        </p>
      </li>
      <AccountItems {...menu} />
    </Dropdown>
  );
}

/** The signed-in user's pages, and Sign Out. */
function AccountItems({ pages, staffPages, onSignOut }: AccountMenuProps) {
  const { t, locale } = useText();
  return (
    <>
      <PageItems pages={pages} />
      {staffPages.length > 0 && <Heading>{t("site.admin")}</Heading>}
      <PageItems pages={staffPages} />
      <li className="mt-1.5 border-t border-border pt-1.5">
        <form method="post" action={localizedPath("/sign-out", locale)} onSubmit={onSignOut}>
          <button type="submit" className={MENU_ITEM}>
            {t("site.signOut")}
          </button>
        </form>
      </li>
    </>
  );
}

const Heading = ({ children }: { children: string }) => (
  <li className="px-3 pt-2.5 pb-1 text-small text-text-2">{children}</li>
);

function PageItems({ pages }: { pages: readonly AccountPage[] }) {
  const { locale } = useText();
  const { pathname } = useLocation();
  return pages.map(({ path, name, isApart = false }) => {
    const to = localizedPath(path, locale);
    return (
      <li key={path}>
        <Link
          to={to}
          reloadDocument={isApart}
          aria-current={to === pathname ? "page" : undefined}
          className={MENU_ITEM}
        >
          {name}
        </Link>
      </li>
    );
  });
}

type PhoneMenuProps = Pick<SiteHeaderProps, "account" | "cities"> & { campaign: Campaign | null; children: ReactNode };

/** `children` are for who is signed in. */
function PhoneMenu({ account, campaign, cities, children }: PhoneMenuProps) {
  const { t, locale } = useText();
  return (
    <Dropdown label={t("site.menu")} summary={<Menu aria-hidden size={22} />} summaryClass={ICON_BUTTON}>
      {usePages().map(({ to, name, current }) => (
        <li key={to}>
          <Link to={to} aria-current={current} className={MENU_ITEM}>
            {name}
          </Link>
        </li>
      ))}
      {cities.length > 0 && <Heading>{t("site.cities")}</Heading>}
      <PageItems pages={cities} />
      {!account && (
        <li className={classNames("mt-1.5 border-t border-border pt-1.5", account === undefined && SIGNED_OUT_ONLY)}>
          <Link to={localizedPath("/login", locale)} className={MENU_ITEM}>
            {t("site.signIn")}
          </Link>
        </li>
      )}
      {account !== null && (
        <li className={classNames(!account && SIGNED_IN_ONLY)}>
          <ul>{children}</ul>
        </li>
      )}
      <li className="p-1.5">
        <BookNow campaign={campaign} wide />
      </li>
    </Dropdown>
  );
}

/** Null before the header is alive, and without scripts. */
function useScrolled() {
  const [scrolled, setScrolled] = useState<boolean | null>(null);
  // the scroll position exists only in the browser
  useEffect(() => {
    const look = () => setScrolled(scrollY > SCROLLED_PX);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, []);
  return scrolled;
}
