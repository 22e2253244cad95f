import { Form, useNavigation } from "react-router";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { MoneyShape } from "#src/modules/catalog/schema.ts";
import { Button } from "#src/ui/button.tsx";

/**
 * Cancelling, folded away: first what it means in places and money, then the button that says so. The refund that was shown goes
 * along, so that an answer given too late changes nothing. Works without JavaScript.
 */
export function CancelForm({ people, refund, free }: { people: number; refund: MoneyShape; free: boolean }) {
  const { t, locale } = useText();
  const busy = useNavigation().state !== "idle";
  const amount = formatMoney({ amount: refund.amount_minor, currency: refund.currency }, locale);
  const money = free ? "free" : refund.amount_minor > 0 ? "refund" : "none";
  return (
    <details className="mt-3">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold text-brand-text">
        {t("confirmation.cancel.open")}
      </summary>
      <Form method="post" className="grid justify-items-start gap-3 pt-1">
        <p className="text-text">{t(`confirmation.cancel.${money}`, { people, amount })}</p>
        <input type="hidden" name="refund" value={refund.amount_minor} />
        <input type="hidden" name="currency" value={refund.currency} />
        <Button type="submit" kind="secondary" small name="intent" value="cancel" busy={busy}>
          {t("confirmation.cancel.confirm")}
        </Button>
      </Form>
    </details>
  );
}
