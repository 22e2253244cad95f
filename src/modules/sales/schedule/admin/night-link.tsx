import { createContext, use } from "react";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { classNames } from "#src/ui/class-names.ts";
import { MoonStar } from "#src/ui/lucide/icons.ts";

/** Whether the viewer may see guest lists: then departures link to their night as well as to their form. */
export const OpensNights = createContext(false);

type NightLinkProps = { departureId: string; title: string; className?: string };

/** The way from a departure of the calendar to its night, for whoever may see it. */
export function NightLink({ departureId, title, className }: NightLinkProps) {
  const { t, locale } = useText();
  if (!use(OpensNights)) return null;
  const label = t("schedule-admin.night", { crawl: title });
  return (
    <Link
      to={localizedPath(`/admin/nights/${departureId}`, locale)}
      aria-label={label}
      title={label}
      className={classNames(
        "relative grid size-(--ctl) shrink-0 place-items-center rounded-md text-text-2 hover:bg-hover hover:text-text",
        className,
      )}
    >
      <MoonStar aria-hidden size={16} />
    </Link>
  );
}
