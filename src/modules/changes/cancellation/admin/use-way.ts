import { useText } from "#src/locales/use-text.ts";

const NAMED = ["card", "apple_pay", "google_pay", "paypal", "oxxo", "spei", "credit"] as const;

/** A payment method's name inside a sentence. */
export function useWay(): (way: string) => string {
  const { t } = useText();
  return (way) => {
    const named = NAMED.find((one) => one === way);
    return t(named ? `payments-cancel.way.${named}` : "payments-cancel.way.other");
  };
}
