import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { SaidWhy } from "#src/locales/why.ts";
import { refundSum } from "#src/modules/changes/manage/rules/refund-sum.ts";
import type { PaymentState } from "#src/modules/money/payments/schema.ts";
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
      {payment.before_back && <p>{t("payments-confirmation.beforeBack")}</p>}
    </Notice>
  );
}
