import { dateInSentence } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { RefundBeside } from "#src/modules/books/receipts/schema.ts";

/** Refunds of the payments on the receipts beside it, which themselves don't change. */
export function RefundsBeside({ refunds }: { refunds: readonly RefundBeside[] }) {
  const { t, locale } = useText();
  if (refunds.length === 0) return null;
  return (
    <section aria-labelledby="receipt-refunds" className="border-t-3 border-text pt-4">
      <h2 id="receipt-refunds" className="mb-1.5 text-xl">
        {t("receipts.refunds")}
      </h2>
      {refunds.map(({ amount, currency, done, date }, index) => (
        <p key={index} className="text-text-2">
          {t(done ? "receipts.refundDone" : "receipts.refundUnderway", {
            amount: formatMoney({ amount, currency }, locale),
            date: dateInSentence(date, locale),
          })}
        </p>
      ))}
    </section>
  );
}
