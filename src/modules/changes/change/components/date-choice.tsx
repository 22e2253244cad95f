import { Link } from "react-router";
import { hours, longDate, shortDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { DateToMoveTo } from "#src/modules/sales/booking/schema.ts";
import { manageAddress, type ManagePlace } from "#src/modules/changes/manage/rules/manage-page.ts";
import { CALENDAR_LOOK, monthTitle, weekdayNames } from "#src/modules/sales/schedule/components/calendar-look.ts";
import { monthOf, weeksOf } from "#src/modules/sales/schedule/rules/calendar.ts";
import { classNames } from "#src/ui/class-names.ts";
import { jumpTo } from "#src/ui/jump-to.ts";

type Choice = { dates: DateToMoveTo[]; place: ManagePlace };

/**
 * The dates a booking can move to in calendars of their months, each with the price difference. Links only: choosing changes nothing
 * yet, and nothing needs a script.
 */
export function DateChoice({ dates, place }: Choice) {
  const { t } = useText();
  if (dates.length === 0) return <p className="text-lead">{t("payments-manage.date.none")}</p>;
  const months = Map.groupBy(dates, ({ date }) => monthOf(date));
  return (
    <div className="grid gap-9">
      {Array.from(months, ([month, departures]) => (
        <Month key={month} month={month} dates={departures} place={place} />
      ))}
    </div>
  );
}

function Month({ month, dates, place }: Choice & { month: string }) {
  const { locale } = useText();
  const onDay = Map.groupBy(dates, ({ date }) => date);
  const crowded = [...onDay.values()].filter((those) => those.length > 1);
  return (
    <section aria-labelledby={`month-${month}`} className="min-w-0 max-w-[40rem]">
      <h2 id={`month-${month}`} className="mb-2 text-h3">
        {monthTitle(month, locale)}
      </h2>
      <table aria-labelledby={`month-${month}`} className={CALENDAR_LOOK.month_grid}>
        <thead>
          <tr>
            {weekdayNames(locale).map(({ short, long }) => (
              <th key={long} scope="col" abbr={long} className={CALENDAR_LOOK.weekday}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksFrom(dates[0]!.date).map((week, index) => (
            <tr key={index}>
              {week.map((date, day) => (
                <td key={day} className={CALENDAR_LOOK.day}>
                  {date && <Day date={date} departures={onDay.get(date) ?? []} place={place} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {crowded.map((those) => (
        <ul
          key={those[0]!.date}
          id={`night-${those[0]!.date}`}
          className="mt-3 grid scroll-mt-24 gap-2.5 sm:grid-cols-2"
        >
          {those.map((departure) => (
            <li key={departure.departure_id}>
              <Tile departure={departure} to={addressOf(departure, place)} />
            </li>
          ))}
        </ul>
      ))}
    </section>
  );
}

/** A month's weeks from the one of its first night on: a month that is nearly over shows no weeks that are gone. */
const weeksFrom = (first: string) => {
  const weeks = weeksOf(monthOf(first));
  return weeks.slice(weeks.findIndex((week) => week.includes(first)));
};

const addressOf = ({ departure_id }: DateToMoveTo, place: ManagePlace) =>
  manageAddress(place, { do: "date", to: departure_id });

const CELL =
  "flex min-h-14.5 w-full flex-col items-center justify-center gap-1 rounded-md py-1 text-[1.0625rem] leading-none tabular-nums md:min-h-17 md:text-lg";
const OPEN = `${CELL} bg-surface-2 font-bold no-underline hover:bg-surface-3`;

/** A day: a link to its one night, to the list of its several, or no control. */
function Day({ date, departures, place }: { date: string; departures: readonly DateToMoveTo[]; place: ManagePlace }) {
  const { t, locale } = useText();
  const words = useWords();
  const number = Number(date.slice(8));
  const [only, another] = departures;
  if (!only) return <span className={`${CELL} text-text-3`}>{number}</span>;
  if (another)
    return (
      <a
        href={`#night-${date}`}
        onClick={jumpTo(`night-${date}`)}
        className={OPEN}
        aria-label={longDate(date, locale, false)}
      >
        {number}
        <span aria-hidden className="text-xs font-medium text-text-2">
          {departures.length} ×
        </span>
      </a>
    );
  const { difference, left, kind } = words(only);
  const label = [longDate(date, locale, false), hours(only.start_time, only.end_time, locale), difference, left];
  return (
    <Link to={addressOf(only, place)} aria-label={label.filter(Boolean).join(", ")} className={OPEN}>
      {number}
      <span className={classNames("text-center text-xs leading-tight max-md:hidden", COLOURS[kind])}>
        {kind === "same" ? difference : signed(only, locale)}
      </span>
      <span className={classNames("text-xs leading-none md:hidden", COLOURS[kind])}>
        {kind === "same" ? "=" : signed(only, locale).replace(/[A-Z$€£]+/, "")}
      </span>
      {left && (
        <span className="text-center text-xs leading-tight font-medium text-low-text max-md:hidden">
          {t("payments-manage.date.left", { left: only.left! })}
        </span>
      )}
    </Link>
  );
}

const COLOURS = { less: "font-bold text-high-text", same: "font-medium text-text-2", more: "font-bold" };

/** A difference as a signed amount; on a phone without its currency, which is the booking's. */
const signed = ({ difference: { amount_minor: amount, currency } }: DateToMoveTo, locale: "en" | "es"): string =>
  (amount > 0 ? "+" : "−") + formatMoney({ amount: Math.abs(amount), currency }, locale);

/** Show the seats left below this number. */
const FEW = 8;

function useWords() {
  const { t, locale } = useText();
  return ({ difference, left }: DateToMoveTo) => {
    const amount = formatMoney({ amount: Math.abs(difference.amount_minor), currency: difference.currency }, locale);
    const kind: keyof typeof COLOURS =
      difference.amount_minor === 0 ? "same" : difference.amount_minor > 0 ? "more" : "less";
    return {
      kind,
      difference: t(`payments-manage.difference.${kind}`, { amount }),
      left: left !== null && left <= FEW ? t("payments-manage.date.left", { left }) : null,
    };
  };
}

/** One of several nights of a day. */
function Tile({ departure, to }: { departure: DateToMoveTo; to: string }) {
  const { locale } = useText();
  const { date, start_time, end_time } = departure;
  const { kind, difference, left } = useWords()(departure);
  return (
    <Link
      to={to}
      className="grid h-full content-start rounded-md bg-surface px-3.5 py-3 no-underline inset-ring-[1.5px] inset-ring-border-strong hover:bg-brand-tint hover:inset-ring-2 hover:inset-ring-brand-text"
    >
      <span className="display text-[1.3rem] leading-tight first-letter:uppercase">{shortDate(date, locale)}</span>
      <span className="text-small text-text-2">{hours(start_time, end_time, locale)}</span>
      <span className={classNames("mt-1.5 font-bold", COLOURS[kind])}>{difference}</span>
      {left && <span className="text-small text-low-text first-letter:uppercase">{left}</span>}
    </Link>
  );
}
