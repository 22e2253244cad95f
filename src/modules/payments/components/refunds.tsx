import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { PaymentState } from "#src/modules/payments/schema.ts";
import { Notice } from "#src/ui/notice.tsx";

/** Refunds on their way, one line each; those of an unseated payment are shown above. */
export function Refunds({ payment }: { payment: PaymentState }) {
  const { t, locale } = useText();
  if (payment.unplaced || payment.refunds.length === 0) return null;
  return (
    <Notice tone="good">
      {payment.refunds.map(({ amount_minor, currency, status }, index) => (
        <p key={index}>
          {t("payments-confirmation.refundLine", {
            amount: formatMoney({ amount: amount_minor, currency }, locale),
            status,
          })}
        </p>
      ))}
      {payment.cash_back && <p>{t("payments-confirmation.cashBack")}</p>}
    </Notice>
  );
}
