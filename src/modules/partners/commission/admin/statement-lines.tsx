import { Fragment } from "react";
import { Link } from "react-router";
import { BookingReference } from "#src/modules/sales/booking/admin/booking-reference.tsx";
import { clockIn, dateIn, dayOf, HOME_ZONE } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import {
  figure,
  rateOf,
  sayCause,
  sayPeople,
  sayRule,
  saySale,
  sayWhy,
  withMore,
} from "#src/modules/partners/commission/rules/statement-view.ts";
import type { ShownStatement, StatementLine, WrittenLine } from "#src/modules/partners/commission/schema.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";

type Why = { bookingId: string; lines: WrittenLine[] } | null;
type LinesProps = { statement: ShownStatement; why: Why; path: string };

/** The bookings of a statement; each amount answers "why?" with every line behind it. */
export function StatementLines({ statement, why, path }: LinesProps) {
  const { t, locale } = useText("commission-admin");
  const { lines, more, moreAmount } = statement;
  const showing = lines.length > 0 ? `lines=${lines.length}` : "";
  if (lines.length === 0)
    return <p className="border-t border-border px-3.5 py-4 text-text-2">{t("commission-admin.nothing")}</p>;
  return (
    <div className="overflow-x-auto">
      <table aria-label={t("commission-admin.lines")} className="w-full text-left tabular-nums">
        <thead className="border-y border-border text-fine text-text-3">
          <tr>
            <th scope="col" className="py-1.5 pl-3.5 font-semibold">
              {t("commission-admin.column.date")}
            </th>
            <th scope="col" className="px-1.5 sm:px-2 font-semibold">
              {t("commission-admin.column.booking")}
            </th>
            <th scope="col" className="px-1.5 sm:px-2 text-right font-semibold">
              {t("commission-admin.column.came")}
            </th>
            <th scope="col" className="px-1.5 sm:px-2 text-right font-semibold">
              {t("commission-admin.column.sale")}
            </th>
            <th scope="col" className="pr-3.5 text-right font-semibold">
              {rateOf(lines) ?? t("commission-admin.commission")}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {lines.map((line) => (
            <Fragment key={`${line.bookingId} ${line.date}`}>
              <OneLine line={line} open={why?.bookingId === line.bookingId} path={path} showing={showing} />
              {why?.bookingId === line.bookingId && <WhyRow reference={line.reference} lines={why.lines} />}
            </Fragment>
          ))}
          {more > 0 && (
            <tr>
              <td colSpan={4} className="py-2 pl-3.5">
                <Link to={`${path}?lines=${withMore(statement)}`} preventScrollReset className={ADMIN_LINK}>
                  {t("commission-admin.more", { count: Math.min(more, withMore(statement) - lines.length) })}
                </Link>
              </td>
              <td className="pr-3.5 text-right text-text-3">{figure(moreAmount, locale)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

type OneLineProps = { line: StatementLine; open: boolean; path: string; showing: string };

function OneLine({ line, open, path, showing }: OneLineProps) {
  const { t, locale } = useText("commission-admin");
  const { bookingId, reference, amount } = line;
  const href = open ? `${path}?${showing}` : `${path}?${showing}&why=${bookingId}`;
  return (
    <tr className={open ? "bg-hover" : undefined}>
      <td className="py-1.5 pl-3.5 whitespace-nowrap">{dayOf(line.date, locale).replace(/,? \d{4}$/, "")}</td>
      <td className="px-1.5 sm:px-2">
        <BookingReference reference={reference} /> <span className="text-text-3">{line.initials}</span>
      </td>
      <td className="px-1.5 sm:px-2 text-right">{sayPeople(line, t)}</td>
      <td className="px-1.5 sm:px-2 text-right">{saySale(line, locale)}</td>
      <td className="pr-3.5 text-right font-semibold">
        <Link
          to={href}
          preventScrollReset
          aria-expanded={open}
          aria-label={t("commission-admin.why", { amount: figure(amount, locale) })}
          className="inline-flex min-h-6 items-center text-text decoration-dotted underline-offset-3 pointer-coarse:min-h-11"
        >
          {figure(amount, locale)}
        </Link>
      </td>
    </tr>
  );
}

/** Every line of a booking as it was written: when, why, by which rule, on which statement. */
function WhyRow({ reference, lines }: { reference: string; lines: WrittenLine[] }) {
  const { t, locale } = useText("commission-admin");
  return (
    <tr className="bg-hover">
      <td colSpan={5} className="px-3.5 pt-1 pb-3">
        <ol aria-label={t("commission-admin.whyOf", { reference })} className="grid gap-2 border-l-2 border-jaca pl-3">
          {lines.map((line) => (
            <li key={line.id} className="flex justify-between gap-3">
              <span className="min-w-0">
                <span className="block font-semibold">{sayCause(line.cause, t)}</span>
                <span className="block text-fine text-text-2">{sayRule(line.rule, t, locale)}</span>
                <span className="block text-fine text-text-2 first-letter:uppercase">
                  {sayWhy(line.why, t, locale)}
                </span>
                <span className="block text-fine text-text-3">
                  {momentOf(line.at, locale)} · {line.partner} ·{" "}
                  {line.kind === "correction"
                    ? t("commission-admin.onLaterStatement", { month: line.month, night: dayOf(line.date, locale) })
                    : t("commission-admin.onStatement", { month: line.month })}
                </span>
              </span>
              <span className="shrink-0 font-semibold">{figure(line.amount, locale)}</span>
            </li>
          ))}
        </ol>
      </td>
    </tr>
  );
}

const momentOf = (at: string, locale: "en" | "es"): string =>
  `${dayOf(dateIn(new Date(at), HOME_ZONE), locale)} ${clockIn(new Date(at), HOME_ZONE)}`;
