import { formatMoney, type Money } from "#src/kernel/money.ts";
import type { MessageId } from "#src/locales/i18n.ts";

/** A use case's refusal with the figures that explain it. */
export type Refusal = {
  reason: string;
  left?: number;
  max?: number;
  least?: number;
  minimum?: Money;
  unpaid?: number;
  days?: number;
  because?: string;
  of?: string;
  currency?: string;
  retry_after?: number;
};

/** What the texts of refusals say; nothing else of a refusal leaves the server. */
const SAID = ["left", "max", "least", "unpaid", "days", "because", "of", "currency"] as const;

/** The text `errors.<reason>` with its values. */
export function refusalText(refusal: Refusal, locale: "en" | "es") {
  const { reason, minimum, retry_after: seconds } = refusal;
  const params = SAID.flatMap((name) => (refusal[name] === undefined ? [] : [[name, refusal[name]] as const]));
  const values: Record<string, string | number> = {
    ...Object.fromEntries(params),
    ...(minimum ? { amount: formatMoney(minimum, locale) } : {}),
    ...(seconds === undefined ? {} : { minutes: Math.ceil(seconds / 60) }),
  };
  return { message: `errors.${reason}` as MessageId, values };
}
