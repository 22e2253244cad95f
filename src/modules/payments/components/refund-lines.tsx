import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { PaymentState } from "#src/modules/payments/schema.ts";
import { Notice } from "#src/ui/notice.tsx";

/** Money on its way back, one line each; nothing where none is. */
export function RefundLines({ refunds, className }: { refunds: PaymentState["refunds"]; className?: string }) {
  const { t, locale } = useText();
  if (refunds.length === 0) return null;
  return (
    <Notice tone="good" {...(className ? { className } : {})}>
      {refunds.map(({ amount_minor, currency, status }, index) => (
        <p key={index}>
          {t("confirmation.refundLine", { amount: formatMoney({ amount: amount_minor, currency }, locale), status })}
        </p>
      ))}
    </Notice>
  );
}
