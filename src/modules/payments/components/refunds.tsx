import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { refundSum } from "#src/modules/payments/rules/refund-sum.ts";
import type { PaymentState } from "#src/modules/payments/schema.ts";
import { Notice } from "#src/ui/notice.tsx";

/** Refunds on their way: their sum, where there are several, and a line for each; those of an unseated payment are shown above. */
export function Refunds({ payment }: { payment: PaymentState }) {
  const { t, locale } = useText();
  if (payment.unplaced || payment.refunds.length === 0) return null;
  const sum = refundSum(payment.refunds);
  const lines = payment.refunds.map(({ amount_minor, currency, status }) =>
    t(sum ? "payments-confirmation.refundPart" : "payments-confirmation.refundLine", {
      amount: formatMoney({ amount: amount_minor, currency }, locale),
      status,
    }),
  );
  return (
    <Notice
      tone="good"
      title={sum && t("payments-confirmation.refundSum", { amount: formatMoney(sum, locale), parts: sum.parts })}
    >
      {lines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
      {payment.cash_back && <p>{t("payments-confirmation.cashBack")}</p>}
    </Notice>
  );
}
