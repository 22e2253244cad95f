import { Link } from "react-router";
import { hours, shortDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { languageTag } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { DateToMoveTo } from "#src/modules/booking/schema.ts";
import { manageAddress, type ManagePlace } from "#src/modules/payments/rules/manage-page.ts";
import { classNames } from "#src/ui/class-names.ts";

/** The dates a booking can move to, by month, each with the price difference. Links only: choosing changes nothing yet. */
export function DateChoice({ dates, place }: { dates: DateToMoveTo[]; place: ManagePlace }) {
  const { t, locale } = useText();
  if (dates.length === 0) return <p className="text-lead">{t("payments-manage.date.none")}</p>;
  const months = Map.groupBy(dates, ({ date }) => date.slice(0, 7));
  return (
    <div className="grid gap-8">
      {Array.from(months, ([month, departures]) => (
        <section key={month} aria-labelledby={`month-${month}`}>
          <h2 id={`month-${month}`} className="mb-3 text-h3 first-letter:uppercase">
            {monthName(month, locale)}
          </h2>
          <ul className="grid grid-cols-2 gap-2.5 sm:grid-cols-3 xl:grid-cols-4">
            {departures.map((departure) => (
              <li key={departure.departure_id}>
                <Tile departure={departure} to={manageAddress(place, { do: "date", to: departure.departure_id })} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Tile({ departure, to }: { departure: DateToMoveTo; to: string }) {
  const { t, locale } = useText();
  const { date, start_time, end_time, difference, left } = departure;
  const amount = formatMoney({ amount: Math.abs(difference.amount_minor), currency: difference.currency }, locale);
  const kind = difference.amount_minor === 0 ? "same" : difference.amount_minor > 0 ? "more" : "less";
  return (
    <Link
      to={to}
      className="grid h-full content-start rounded-md bg-surface px-3.5 py-3 no-underline inset-ring-[1.5px] inset-ring-border-strong hover:bg-brand-tint hover:inset-ring-2 hover:inset-ring-brand-text"
    >
      <span className="display text-[1.3rem] leading-tight first-letter:uppercase">{shortDate(date, locale)}</span>
      <span className="text-small text-text-2">{hours(start_time, end_time, locale)}</span>
      <span
        className={classNames(
          "mt-1.5 font-bold",
          kind === "less" && "text-high-text",
          kind === "same" && "text-text-2",
        )}
      >
        {t(`payments-manage.difference.${kind}`, { amount })}
      </span>
      {left !== null && left <= FEW && (
        <span className="text-small text-low-text first-letter:uppercase">
          {t("payments-manage.date.left", { left })}
        </span>
      )}
    </Link>
  );
}

/** Show the seats left below this number. */
const FEW = 8;

/** `November 2026`. */
const monthName = (month: string, locale: "en" | "es") =>
  new Intl.DateTimeFormat(languageTag(locale), { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-15T12:00:00Z`),
  );
