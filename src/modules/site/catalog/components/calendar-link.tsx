import { useRouteLoaderData } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { CalendarDays } from "#src/ui/lucide/icons.ts";

/** Leads to a calendar of nights: to an app that subscribes to it, and to its address for one that doesn't answer to that. */
export function CalendarLink({ path }: { path: string }) {
  const { t } = useText();
  const origin = useRouteLoaderData<{ origin: string }>("root")?.origin ?? "";
  const link = "py-1 font-semibold text-brand-text underline-offset-4";
  return (
    <p className="flex flex-wrap gap-x-5">
      <a href={`${origin.replace(/^https?/, "webcal")}${path}`} className={`flex items-center gap-2.5 ${link}`}>
        <CalendarDays aria-hidden size={20} className="shrink-0" />
        {t("catalog.calendar")}
      </a>
      <a href={path} className={link}>
        {t("catalog.calendarFile")}
      </a>
    </p>
  );
}
