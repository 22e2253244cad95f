import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { whyDifference, whyExpected, whyWay } from "#src/modules/evening/till/rules/why-till.ts";
import { differenceOf } from "#src/modules/evening/till/rules/till.ts";
import type { TillCount, TillView } from "#src/modules/evening/till/schema.ts";

/** A till in figures, per currency in which anything happened: what went in and out, what should be there, what was counted. */
export function TillFigures({ till }: { till: TillView }) {
  const { t, locale } = useText("till");
  const sums = till.sums.filter(
    ({ currency, float, taken: takings, refunded, paidOut, sales }) =>
      currency === "MXN" || sales > 0 || float + (takings ?? 0) + (refunded ?? 0) + paidOut > 0,
  );
  return (
    <div className="grid gap-3">
      {sums.map((sum) => {
        const { currency, sales } = sum;
        const count = till.counts.find((one) => one.way === "cash" && one.currency === currency);
        const format = (amount: number) => formatMoney({ amount, currency }, locale);
        const lines: [string, string][] = [
          [t("till.figure.float"), format(sum.float)],
          [t("till.figure.taken", { count: sales }), sum.taken === null ? "–" : format(sum.taken)],
          ...(sum.refunded ? [[t("till.figure.refunded"), format(-sum.refunded)] as [string, string]] : []),
          ...(sum.paidOut > 0 ? [[t("till.figure.paidOut"), format(-sum.paidOut)] as [string, string]] : []),
        ];
        const expected = whyExpected(sum);
        const record = recordOf(till);
        return (
          <dl key={currency} className="grid gap-1 border-t border-border pt-2 first:border-t-0 first:pt-0">
            {lines.map(([label, amount]) => (
              <div key={label} className="flex justify-between gap-3 text-text-2">
                <dt>{label}</dt>
                <dd className="tabular-nums">{amount}</dd>
              </div>
            ))}
            {sum.expected !== null && (
              <div className="flex justify-between gap-3 text-base font-semibold">
                <dt>
                  {t("till.figure.expected", { currency })}
                  {expected && (
                    <WhyAmount name={t("till.figure.expected", { currency })} why={expected} record={record} />
                  )}
                </dt>
                <dd className="tabular-nums">{format(sum.expected)}</dd>
              </div>
            )}
            {count && <Counted till={till} count={count} />}
          </dl>
        );
      })}
      {till.ways.map((sum) => (
        <OneWay key={`${sum.way} ${sum.currency}`} till={till} sum={sum} />
      ))}
      {sums.some(({ expected }) => expected === null) && (
        <p className="text-fine text-text-3">{t("till.figure.blind")}</p>
      )}
      {till.payouts.length > 0 && (
        <ul className="border-t border-border pt-2 text-fine text-text-3">
          {till.payouts.map(({ id, amount, currency, reason }) => (
            <li key={id} className="flex justify-between gap-3">
              <span className="min-w-0 truncate">{reason}</span>
              <span className="tabular-nums">{formatMoney({ amount: -amount, currency }, locale)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const recordOf = ({ id, state }: TillView) => (state === "closed" ? ({ is: "till", id } as const) : undefined);

/** What was counted, and by how much it differs. */
function Counted({ till, count }: { till: TillView; count: TillCount }) {
  const { t, locale } = useText("till");
  const { way, currency, counted, reason } = count;
  const format = (amount: number) => formatMoney({ amount, currency }, locale);
  const difference = differenceOf(count);
  return (
    <>
      <div className="flex justify-between gap-3">
        <dt>{t(way === "cash" ? "till.figure.counted" : "till.figure.terminal")}</dt>
        <dd className="tabular-nums">{format(counted)}</dd>
      </div>
      {difference !== 0 && (
        <div className="flex justify-between gap-3 font-semibold text-low-text">
          <dt>
            {t("till.figure.difference", { reason })}
            <WhyAmount
              name={t("till.figure.difference", { reason })}
              why={whyDifference(count)}
              record={recordOf(till)}
            />
          </dt>
          <dd className="tabular-nums">{format(difference)}</dd>
        </div>
      )}
    </>
  );
}

/** What came by card terminal or transfer: none of it is in the drawer. */
function OneWay({ till, sum }: { till: TillView; sum: TillView["ways"][number] }) {
  const { t, locale } = useText("till");
  const { way, currency, sales, unreferenced, expected, refunded } = sum;
  const count = till.counts.find((one) => one.way === way && one.currency === currency);
  const format = (amount: number) => formatMoney({ amount, currency }, locale);
  const name = t("till.figure.way", { way, count: sales });
  const why = whyWay(sum);
  return (
    <dl className="grid gap-1 border-t border-border pt-2">
      <div className="flex justify-between gap-3 text-base font-semibold">
        <dt>
          {name}
          {why && <WhyAmount name={name} why={why} record={recordOf(till)} />}
        </dt>
        <dd className="tabular-nums">{expected === null ? "–" : format(expected)}</dd>
      </div>
      {refunded !== null && refunded > 0 && (
        <div className="flex justify-between gap-3 text-text-2">
          <dt>{t("till.figure.refunded")}</dt>
          <dd className="tabular-nums">{format(-refunded)}</dd>
        </div>
      )}
      {unreferenced > 0 && (
        <div className="flex justify-between gap-3 text-text-2">
          <dt>{t("till.figure.unreferenced")}</dt>
          <dd className="tabular-nums">{unreferenced}</dd>
        </div>
      )}
      {count && <Counted till={till} count={count} />}
    </dl>
  );
}
