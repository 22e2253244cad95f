import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { whyDifference, whyExpected } from "#src/modules/evening/till/rules/why-till.ts";
import { differenceOf } from "#src/modules/evening/till/rules/till.ts";
import type { TillView } from "#src/modules/evening/till/schema.ts";

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
        const count = till.counts.find((one) => one.currency === currency);
        const format = (amount: number) => formatMoney({ amount, currency }, locale);
        const lines: [string, string][] = [
          [t("till.figure.float"), format(sum.float)],
          [t("till.figure.taken", { count: sales }), sum.taken === null ? "–" : format(sum.taken)],
          ...(sum.refunded ? [[t("till.figure.refunded"), format(-sum.refunded)] as [string, string]] : []),
          ...(sum.paidOut > 0 ? [[t("till.figure.paidOut"), format(-sum.paidOut)] as [string, string]] : []),
        ];
        const difference = count ? differenceOf(count) : 0;
        const expected = whyExpected(sum);
        const record = till.state === "closed" ? ({ is: "till", id: till.id } as const) : undefined;
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
            {count && (
              <div className="flex justify-between gap-3">
                <dt>{t("till.figure.counted")}</dt>
                <dd className="tabular-nums">{format(count.counted)}</dd>
              </div>
            )}
            {difference !== 0 && (
              <div className="flex justify-between gap-3 font-semibold text-low-text">
                <dt>
                  {t("till.figure.difference", { reason: count!.reason })}
                  <WhyAmount
                    name={t("till.figure.difference", { reason: count!.reason })}
                    why={whyDifference(count!)}
                    record={record}
                  />
                </dt>
                <dd className="tabular-nums">{format(difference)}</dd>
              </div>
            )}
          </dl>
        );
      })}
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
