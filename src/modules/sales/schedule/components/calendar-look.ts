import { dateFormat } from "#src/kernel/formatters.ts";
import type { Month } from "#src/modules/sales/schedule/rules/calendar.ts";
import { ICON_BUTTON } from "#src/ui/button.tsx";

const ARROW = `${ICON_BUTTON} inset-ring-2 inset-ring-border aria-disabled:hover:bg-transparent`;

/** Class names of the calendar's parts, keyed as in react-day-picker; the month table uses the same. */
export const CALENDAR_LOOK = {
  month: "grid grid-cols-[auto_1fr_auto] items-center gap-y-2",
  month_caption: "text-center",
  caption_label: "display text-h3",
  button_previous: ARROW,
  button_next: ARROW,
  month_grid: "col-span-3 w-full table-fixed border-separate border-spacing-0.5 md:border-spacing-1",
  weekday: "py-1.5 text-micro font-semibold text-text-2",
  day: "p-0 align-top",
};

const language = (locale: "en" | "es") => (locale === "es" ? "es-MX" : "en-US");
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `November 2026`, `Noviembre de 2026`. */
export const monthTitle = (month: Month, locale: "en" | "es"): string =>
  capital(
    dateFormat(language(locale), { timeZone: "UTC", month: "long", year: "numeric" }).format(
      new Date(`${month}-15T12:00:00Z`),
    ),
  );

/** `Dec 1`, `1 dic`. */
export const dayAndMonth = (date: string, locale: "en" | "es"): string =>
  dateFormat(language(locale), { timeZone: "UTC", month: "short", day: "numeric" })
    .format(new Date(`${date}T12:00:00Z`))
    .replace(" de ", " ");

/** The weekday names, Sunday first. */
export function weekdayNames(locale: "en" | "es"): { short: string; long: string }[] {
  const name = (style: "short" | "long", day: number) =>
    capital(
      dateFormat(language(locale), { timeZone: "UTC", weekday: style })
        .format(new Date(Date.UTC(2026, 10, 1 + day)))
        .replace(/\.$/, ""),
    );
  return Array.from({ length: 7 }, (_, day) => ({ short: name("short", day), long: name("long", day) }));
}
