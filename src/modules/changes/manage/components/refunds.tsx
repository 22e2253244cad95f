import type { Locale } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { SaidWhy } from "#src/locales/why.ts";
import { refundSum } from "#src/modules/changes/manage/rules/refund-sum.ts";
import type { PaymentState } from "#src/modules/money/payments/schema.ts";
import { wayBackValues } from "#src/modules/money/payments/rules/paid-before.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Why } from "#src/ui/why.tsx";

/**
 * Refunds in progress: their sum, if there are several, and a line for each; those of an unseated payment are shown above.
 * `stands`: the booking is confirmed, so a double payment is refunded without affecting it.
 */
export function Refunds({
  payment,
  why = null,
  stands = false,
}: {
  payment: PaymentState;
  /** Why it is so much. */
  why?: SaidWhy | null;
  stands?: boolean;
}) {
  const { t, locale } = useText();
  if (payment.unplaced || payment.refunds.length === 0) return null;
  const sum = refundSum(payment.refunds);
  const lines = payment.refunds.map(({ amount_minor, currency, status }) =>
    t(sum ? "payments-confirmation.refundPart" : "payments-confirmation.refundLine", {
      amount: formatMoney({ amount: amount_minor, currency }, locale),
      status,
    }),
  );
  const before = valuesOfBefore(payment, locale);
  const twice = stands && payment.twice;
  const again = twice && formatMoney({ amount: twice.amount_minor, currency: twice.currency }, locale);
  return (
    <Notice
      tone="good"
      live={Boolean(twice)}
      title={
        twice
          ? t("payments-confirmation.twice.title")
          : sum && t("payments-confirmation.refundSum", { amount: formatMoney(sum, locale), parts: sum.parts })
      }
    >
      {again && <p>{t("payments-confirmation.twice.text", { amount: again })}</p>}
      {lines.map((line, index) => (
        <p key={index}>
          {line}
          {index === lines.length - 1 && <Why why={why} />}
        </p>
      ))}
      {payment.cash_back && <p>{t("payments-confirmation.cashBack")}</p>}
      {before && <p>{t("payments-confirmation.beforeBack", before)}</p>}
    </Notice>
  );
}

/** What the sentence about money inserts that whoever sold the booking gives back; null where none is. */
function valuesOfBefore({ before_back: part, refunds }: PaymentState, locale: Locale) {
  if (!part) return null;
  const all = refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  return wayBackValues(all, part.amount_minor, (amount) => formatMoney({ amount, currency: part.currency }, locale));
}
