import { ChevronDown, Menu, PanelLeftClose, PanelLeftOpen } from "#src/ui/lucide/icons.ts";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { ThemeToggle } from "#src/modules/site/content/components/theme-toggle.tsx";
import { useStaffSignOut } from "#src/modules/base/identity/components/use-sign-out.ts";
import {
  FIRST_GROUP,
  groupsFor,
  type NavGroup,
  tabsFor,
  type Waiting,
} from "#src/routes/admin/components/navigation.ts";
import type { Me } from "#src/modules/base/identity/components/me-context.ts";
import { Count } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK, adminButtonClass, IconAdminButton } from "#src/ui/admin/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { useLocalStorage } from "#src/ui/admin/use-local-storage.ts";
import { Logo } from "#src/ui/logo.tsx";

type NavProps = { me: Me; waiting: Waiting };

const NARROW = "ronda.narrow-menu";

/** The admin's menu: groups in the order of the day; collapsed it shows icons and counts only. */
export function SideNav({ me, waiting }: NavProps) {
  const { t, locale } = useText();
  const [setting, keep] = useLocalStorage(NARROW);
  const narrow = setting === "yes";
  const Toggle = narrow ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      aria-label={t("admin.admin")}
      className={classNames(
        "sticky top-0 flex h-dvh flex-col border-r border-border bg-surface-2 px-2 pb-2 max-md:hidden",
        narrow ? "w-16" : "w-52",
      )}
    >
      <div className={classNames("flex h-12 shrink-0 items-center gap-2 px-1.5", narrow && "justify-center")}>
        <Link to={localizedPath("/admin/dashboard", locale)} className="text-text">
          <Logo label={t("common.brand")} className={narrow ? "h-4 max-w-11!" : "h-6 max-w-28!"} />
        </Link>
        {!narrow && (
          <span className="ml-auto rounded-[5px] border border-line-2 px-1.5 text-[0.6875rem] leading-5 font-medium text-text-3">
            {t("admin.admin")}
          </span>
        )}
      </div>
      <nav aria-label={t("admin.nav")} className="-mx-2 min-h-0 grow overflow-y-auto overscroll-contain px-2 pt-0.5">
        <NavGroups me={me} waiting={waiting} narrow={narrow} />
      </nav>
      <div className={classNames("border-t border-border pt-2", narrow && "grid justify-items-center")}>
        {!narrow && <WhoAmI me={me} />}
        <div className={classNames("flex items-center gap-0.5", narrow && "flex-col")}>
          <LanguageLink />
          <ThemeToggle />
          <IconAdminButton
            label={t(narrow ? "admin.expand" : "admin.collapse")}
            onClick={() => keep(narrow ? "no" : "yes")}
            className="ml-auto"
          >
            <Toggle aria-hidden size={17} />
          </IconAdminButton>
        </div>
      </div>
    </aside>
  );
}

/** Pages whose address isn't below that of the page they belong to. */
const ELSEWHERE = [
  ["/admin/add-pub-crawl", "/admin/pub-crawls"],
  ["/admin/edit-pub-crawl", "/admin/pub-crawls"],
  ["/admin/nights", "/admin/dashboard"],
] as const;

/** The nearest of some addresses to the open page: its own, or the longest above it. */
function useNearest(paths: readonly string[]): string | undefined {
  const { pathname } = useLocation();
  const here = ELSEWHERE.reduce((path, [address, page]) => path.replace(address, page), pathname);
  const above = paths.filter((path) => here === path || here.startsWith(`${path}/`));
  return above.toSorted((a, b) => b.length - a.length)[0];
}

/** A link that marks whether its page, or one below it, is current: the nearest of its menu. */
const PageLink = ({ nearest, ...props }: ComponentProps<typeof Link> & { to: string; nearest: string | undefined }) => (
  <Link {...props} aria-current={props.to === nearest ? "page" : undefined} />
);

const OPEN = "ronda.open-menu";

/**
 * The groups of a menu, each to be opened and closed: that of the open page and of the day stand open, and those that somebody
 * has opened on this device.
 */
function NavGroups({ me, waiting, narrow = false }: NavProps & { narrow?: boolean }) {
  const { locale } = useText();
  const groups = groupsFor(me);
  const nearest = useNearest(groups.flatMap(({ pages }) => pages.map(({ path }) => localizedPath(path, locale))));
  const { isOpen, turn } = useOpenGroups(nearest);
  const list = useRef<HTMLDivElement>(null);
  // a menu that is longer than the screen shows where one is
  useEffect(() => {
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    links.find((link) => link.getAttribute("href") === nearest)?.scrollIntoView({ block: "nearest" });
  }, [nearest]);
  return (
    <div ref={list}>
      {groups.map((group) => {
        const isHere = group.pages.some(({ path }) => localizedPath(path, locale) === nearest);
        return (
          <Group
            key={group.name}
            group={group}
            isOpen={isOpen(group.name, isHere)}
            onTurn={(open) => turn(group.name, isHere, open)}
            waiting={waiting}
            narrow={narrow}
            nearest={nearest}
          />
        );
      })}
    </div>
  );
}

/** Which groups stand open. That of the page `nearest` does until it is closed there. */
function useOpenGroups(nearest: string | undefined) {
  const [setting, keep] = useLocalStorage(OPEN);
  const [shutAt, setShutAt] = useState<string | null>(null);
  const opened = setting === null ? [FIRST_GROUP] : setting.split(" ");
  return {
    isOpen: (name: string, isHere: boolean) => opened.includes(name) || (isHere && shutAt !== nearest),
    turn: (name: string, isHere: boolean, open: boolean) => {
      if (isHere) setShutAt(open ? null : (nearest ?? null));
      const others = opened.filter((one) => one !== name);
      keep((open ? [...others, name] : others).join(" "));
    },
  };
}

type GroupProps = {
  group: NavGroup;
  isOpen: boolean;
  onTurn: (open: boolean) => void;
  waiting: Waiting;
  narrow: boolean;
  nearest: string | undefined;
};

function Group({ group: { name, pages }, isOpen, onTurn, waiting, narrow, nearest }: GroupProps) {
  const { t, locale } = useText();
  const hidden = isOpen ? [] : pages.filter(({ count }) => count !== undefined && (waiting[count] ?? 0) > 0);
  const open = hidden.reduce((sum, { count }) => sum + (count === undefined ? 0 : (waiting[count] ?? 0)), 0);
  return (
    // an element of the browser's own, so that it opens before the page is alive
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && onTurn(currentTarget.open)}
      className="group/menu mb-1"
    >
      <summary
        title={narrow ? t(name) : undefined}
        className={classNames("menu-group", narrow && "relative justify-center")}
      >
        <ChevronDown aria-hidden size={14} />
        <span className={narrow ? "sr-only" : "truncate"}>{t(name)}</span>
        <Waits count={open} hot={hidden.some(({ hot }) => hot)} narrow={narrow} />
      </summary>
      <ul>
        {pages.map(({ path, name: page, icon: Icon, count, hot = false, isApart = false }) => (
          <li key={path}>
            <PageLink
              to={localizedPath(path, locale)}
              nearest={nearest}
              reloadDocument={isApart}
              title={narrow ? t(page) : undefined}
              className={classNames("menu-item", narrow && "justify-center")}
            >
              <Icon aria-hidden size={16} strokeWidth={1.75} />
              <span className={narrow ? "sr-only" : "truncate"}>{t(page)}</span>
              <Waits count={count ? (waiting[count] ?? 0) : 0} hot={hot} narrow={narrow} />
            </PageLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

type WaitsProps = { count: number; hot: boolean; narrow: boolean };

/** How many tasks are open behind an entry; nothing where there are none. */
function Waits({ count, hot, narrow }: WaitsProps) {
  const { t } = useText();
  if (count === 0) return null;
  return (
    <span className={narrow ? "absolute -top-1 right-0" : "ml-auto"}>
      <Count hot={hot}>
        <span aria-hidden>{count}</span>
        <span className="sr-only">{t("admin.count", { count })}</span>
      </Count>
    </span>
  );
}

function WhoAmI({ me }: { me: Me }) {
  const { t, locale } = useText();
  const signOut = useStaffSignOut();
  return (
    <div className="mb-1.5 flex items-center gap-2 px-1.5">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full bg-brand-tint text-[0.65625rem] font-semibold text-brand-text"
      >
        {me.email.slice(0, 2).toUpperCase()}
      </span>
      <div className="min-w-0 grow leading-tight">
        <Link
          to={localizedPath("/profile", locale)}
          reloadDocument
          title={t("admin.you")}
          className="block truncate font-semibold text-text no-underline hover:underline"
        >
          {me.email}
        </Link>
        <div className="flex flex-wrap justify-between gap-x-2 text-fine text-text-3">
          {me.role !== null && t(`admin.role.${me.role}` as MessageId)}
          <form method="post" action={localizedPath("/sign-out", locale)} onSubmit={signOut}>
            <button
              type="submit"
              className="min-h-6 whitespace-nowrap text-text-2 underline underline-offset-2 hover:text-text"
            >
              {t("admin.signOut")}
            </button>
          </form>
        </div>
      </div>
    </div>
  );
}

/** The same page in the other language. */
function LanguageLink() {
  const { t, locale } = useText();
  const { pathname, search } = useLocation();
  const other = locale === "es" ? "en" : "es";
  return (
    <Link
      to={localizedPath(pathname + search, other)}
      lang={other}
      hrefLang={other}
      data-language={other}
      aria-label={t("admin.language")}
      title={t("admin.language")}
      className="grid size-(--ctl) place-items-center rounded-md font-semibold text-text-2 no-underline hover:bg-hover"
    >
      {t("admin.languageShort")}
    </Link>
  );
}

/** A phone's tab bar: the pages of the evening, and everything else under "More". */
export function TabNav({ me, waiting }: NavProps) {
  const { t, locale } = useText();
  const menu = useRef<HTMLDialogElement>(null);
  // only a script opens it: most pages are left before anybody looks into it
  const [isFilled, setFilled] = useState(false);
  const open = () => {
    setFilled(true);
    menu.current?.showModal();
  };
  const tabs = tabsFor(me);
  const nearest = useNearest(tabs.map(({ path }) => localizedPath(path, locale)));
  return (
    <>
      <nav
        aria-label={t("admin.nav")}
        className="fixed inset-x-0 bottom-0 z-30 flex h-15 border-t border-line-2 bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        {tabs.map(({ path, name, short = name, icon: Icon, count, hot = false, isApart = false }) => {
          const waits = count ? (waiting[count] ?? 0) : 0;
          return (
            <PageLink
              key={path}
              to={localizedPath(path, locale)}
              nearest={nearest}
              reloadDocument={isApart}
              className="tab-item"
            >
              <Icon aria-hidden size={20} strokeWidth={1.75} />
              <span className="max-w-full truncate px-0.5">{t(short)}</span>
              {waits > 0 && (
                <span className="absolute top-1 left-1/2 ml-1">
                  <Count hot={hot}>
                    <span aria-hidden>{waits}</span>
                    <span className="sr-only">{t("admin.count", { count: waits })}</span>
                  </Count>
                </span>
              )}
            </PageLink>
          );
        })}
        <button type="button" aria-haspopup="dialog" onClick={open} className="tab-item">
          <Menu aria-hidden size={20} strokeWidth={1.75} />
          {t("admin.more")}
        </button>
      </nav>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a link's key is a click */}
      <dialog
        ref={menu}
        aria-label={t("admin.more")}
        onClick={(event) => (event.target as Element).closest("a") && menu.current?.close()}
        className="mt-auto mb-0 max-h-[85dvh] w-full max-w-none overflow-y-auto rounded-t-panel border-t border-line-2 bg-surface-2 px-4 pt-3 pb-6 text-text backdrop:bg-scrim md:hidden"
      >
        <div className="mb-2 flex items-center justify-between">
          <h2 className="heading text-lg">{t("admin.more")}</h2>
          <button type="button" onClick={() => menu.current?.close()} className={adminButtonClass({ kind: "quiet" })}>
            {t("admin.close")}
          </button>
        </div>
        <nav aria-label={t("admin.nav")}>{isFilled && <NavGroups me={me} waiting={waiting} />}</nav>
        <div className="mt-3 border-t border-border pt-3">
          <WhoAmI me={me} />
          <div className="flex items-center gap-2">
            <LanguageLink />
            <ThemeToggle />
            <a href={localizedPath("/", locale)} className={classNames(ADMIN_LINK, "ml-auto")}>
              {t("admin.site")}
            </a>
          </div>
        </div>
      </dialog>
    </>
  );
}
