import { CircleUser, Menu } from "lucide-react";
import { useEffect, useState } from "react";
import { Form, Link, useLocation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { LanguageSwitcher } from "#src/modules/content/components/language-switcher.tsx";
import { useRememberedLanguage } from "#src/modules/content/components/stored-language.ts";
import { ThemeToggle } from "#src/modules/content/components/theme-toggle.tsx";
import { ButtonLink, ICON_BUTTON } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Dropdown } from "#src/ui/dropdown.tsx";
import { Logo } from "#src/ui/logo.tsx";

/** The header gets its ground after this many pixels (spec section 9). */
const SCROLLED_PX = 20;
const MENU_ITEM = "flex min-h-11 w-full items-center rounded-md px-3 font-semibold no-underline hover:bg-surface-2";

/** Who is signed in. */
export type Account = { email: string; isAdmin: boolean };

/** Logo, pages, language, theme (home only) and BOOK NOW. On home it lies over the hero until the page is scrolled. */
export function SiteHeader({ account }: { account: Account | null }) {
  const { t, locale } = useText();
  const { pathname } = useLocation();
  const home = localizedPath("/", locale);
  const isHome = pathname === home;
  const scrolled = useScrolled();
  useRememberedLanguage();
  const overHero = isHome && !scrolled;
  return (
    <header
      className={classNames(
        "inset-x-0 top-0 z-40 h-16 transition-[background-color] md:h-19",
        isHome ? "fixed" : "sticky",
        overHero ? "text-paper [--c-focus:var(--c-marigold)]" : "border-b border-border bg-surface text-text",
      )}
    >
      <div className="mx-auto flex h-full w-[min(100%-2*var(--gutter),80rem)] items-center gap-1">
        <Link to={home} className="mr-auto">
          <Logo label={t("common.brand")} onNight={overHero} className="h-9.5 md:h-11" />
        </Link>
        <nav aria-label={t("site.mainNav")} className="mr-3 hidden md:block">
          <NavLinks />
        </nav>
        <LanguageSwitcher />
        {isHome && <ThemeToggle />}
        {account && <ProfileMenu account={account} />}
        {!account && (
          <ButtonLink
            to={localizedPath("/login", locale)}
            kind="secondary"
            small
            className={classNames(
              "ml-2 max-md:hidden",
              overHero && "text-paper! inset-ring-paper/65! hover:bg-paper/12!",
            )}
          >
            {t("site.signIn")}
          </ButtonLink>
        )}
        <ButtonLink to={`${home}#booking-section`} small className="ml-2 max-md:hidden">
          {t("site.bookNow")}
        </ButtonLink>
        <div className="md:hidden">
          <PhoneMenu signedIn={account !== null} />
        </div>
      </div>
    </header>
  );
}

function NavLinks() {
  const { t, locale } = useText();
  const { pathname } = useLocation();
  const home = localizedPath("/", locale);
  return (
    <Link
      to={home}
      aria-current={pathname === home ? "page" : undefined}
      className="block px-3.5 py-2.5 font-semibold no-underline decoration-marigold decoration-3 underline-offset-[0.45em] hover:underline aria-[current]:underline"
    >
      {t("site.home")}
    </Link>
  );
}

function ProfileMenu({ account }: { account: Account }) {
  const { t, locale } = useText();
  return (
    <Dropdown label={t("site.profile")} summary={<CircleUser aria-hidden size={22} />} summaryClass={ICON_BUTTON}>
      <li className="border-b border-border px-3 pt-1.5 pb-2.5">
        <p className="font-semibold break-all">{account.email}</p>
        <p className="text-small text-text-2">{t(account.isAdmin ? "site.adminAccount" : "site.userAccount")}</p>
      </li>
      <li className="pt-1.5">
        <Form method="post" action={localizedPath("/sign-out", locale)}>
          <button type="submit" className={MENU_ITEM}>
            {t("site.signOut")}
          </button>
        </Form>
      </li>
    </Dropdown>
  );
}

function PhoneMenu({ signedIn }: { signedIn: boolean }) {
  const { t, locale } = useText();
  const home = localizedPath("/", locale);
  return (
    <Dropdown label={t("site.menu")} summary={<Menu aria-hidden size={22} />} summaryClass={ICON_BUTTON}>
      <li>
        <Link to={home} className={MENU_ITEM}>
          {t("site.home")}
        </Link>
      </li>
      {!signedIn && (
        <li>
          <Link to={localizedPath("/login", locale)} className={MENU_ITEM}>
            {t("site.signIn")}
          </Link>
        </li>
      )}
      <li className="p-1.5">
        <ButtonLink to={`${home}#booking-section`} small wide>
          {t("site.bookNow")}
        </ButtonLink>
      </li>
    </Dropdown>
  );
}

function useScrolled() {
  const [scrolled, setScrolled] = useState(false);
  // where the page is scrolled to is the browser's to know
  useEffect(() => {
    const look = () => setScrolled(scrollY > SCROLLED_PX);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, []);
  return scrolled;
}
