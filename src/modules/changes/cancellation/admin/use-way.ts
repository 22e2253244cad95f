import { useText } from "#src/locales/use-text.ts";
import { accountName } from "#src/kernel/pay-method.ts";

const NAMED = ["card", "apple_pay", "google_pay", "oxxo", "spei", "credit"] as const;

/** A payment method's name inside a sentence. */
export function useWay(): (way: string) => string {
  const { t } = useText();
  return (way) => {
    const named = NAMED.find((one) => one === way);
    return accountName(way) ?? t(named ? `payments-cancel.way.${named}` : "payments-cancel.way.other");
  };
}
