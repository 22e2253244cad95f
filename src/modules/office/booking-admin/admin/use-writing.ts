import { clockIn, dateIn, shortDate } from "#src/kernel/local-time.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";

type Written = Pick<Panel, "today" | "currency"> & { departure: Pick<Panel["departure"], "zone"> };

/** Formatters for a booking's instants and amounts: its city's time zone, its currency and the page's language. */
export function useWriting({ today, departure, currency }: Written) {
  const { t, locale } = useText();
  const day = (date: string) => shortDate(date, locale, today);
  const clock = (instant: string) => clockIn(new Date(instant), departure.zone);
  /** The clock's time, with the day where that isn't today: places can be kept for days. */
  const until = (instant: string) => {
    const date = dateIn(new Date(instant), departure.zone);
    return date === today ? clock(instant) : t("booking-admin.timeOn", { time: clock(instant), date: day(date) });
  };
  return {
    until,
    day,
    dayOf: (instant: string) => day(dateIn(new Date(instant), departure.zone)),
    clock,
    moment: (instant: string) =>
      `${day(dateIn(new Date(instant), departure.zone))} ${clockIn(new Date(instant), departure.zone)}`,
    money: (amount: number, of: Currency = currency) => formatMoney({ amount, currency: of }, locale),
  };
}
