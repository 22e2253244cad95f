import { ExternalLink, Keyboard, Plus, Search } from "#src/ui/lucide/icons.ts";
import { clockIn, dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { grants, type Standing } from "#src/modules/base/identity/rules/permissions.ts";
import { AdminLink, IconAdminButton } from "#src/ui/admin/button.tsx";

type TopBarProps = { now: string; me: Standing; onSearch: () => void; onKeys: () => void };

const COMMAND_KEYS = ["Ctrl", "K"];

/** On top of every admin page: search, the city's time, keyboard shortcuts, new booking. */
export function TopBar({ now, me, onSearch, onKeys }: TopBarProps) {
  const { t, locale } = useText();
  const instant = new Date(now);
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-border bg-bg px-3.5 md:h-12 md:px-4">
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K"
        className="flex h-(--ctl) min-w-0 items-center gap-2 rounded-lg border border-line-2 bg-surface px-2.5 text-left text-text-3 max-md:grow md:w-95"
      >
        <Search aria-hidden size={15} className="shrink-0" />
        <span className="truncate">{t("admin.search")}</span>
        <span aria-hidden className="ml-auto flex gap-1 max-md:hidden">
          {COMMAND_KEYS.map((key) => (
            <Key key={key}>{key}</Key>
          ))}
        </span>
      </button>
      <span className="grow max-md:hidden" />
      <time dateTime={now} className="text-text-3 max-md:hidden">
        {shortDate(dateIn(instant, HOME_ZONE), locale)} ·{" "}
        <b className="font-semibold text-text">{clockIn(instant, HOME_ZONE)}</b>
      </time>
      <span className="max-md:hidden">
        <IconAdminButton label={t("admin.keys")} onClick={onKeys}>
          <Keyboard aria-hidden size={17} />
        </IconAdminButton>
      </span>
      <a
        href={localizedPath("/", locale)}
        aria-label={t("admin.site")}
        title={t("admin.site")}
        className="grid size-(--ctl) place-items-center rounded-md text-text-2 hover:bg-hover max-md:hidden"
      >
        <ExternalLink aria-hidden size={16} />
      </a>
      {grants(me, "bookings.change") && (
        <AdminLink
          kind="ink"
          to={localizedPath("/admin/bookings/new", locale)}
          icon={<Plus aria-hidden size={16} />}
          aria-label={t("admin.newBooking")}
          className="min-w-11"
        >
          <span className="max-md:hidden">{t("admin.newBooking")}</span>
        </AdminLink>
      )}
    </header>
  );
}

/** A key as labelled on a keyboard. */
export const Key = ({ children }: { children: string }) => (
  <kbd className="inline-block rounded-[4px] border border-b-2 border-line-2 bg-surface px-1 font-text text-[0.6875rem] leading-4 font-medium text-text-2">
    {children}
  </kbd>
);
