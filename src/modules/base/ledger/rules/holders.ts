import { companyName, OTHER_PROVIDERS, SIMULATION } from "#src/modules/base/settings/rules/payment-companies.ts";
import type { Text } from "#src/locales/i18n.ts";

/** Who may hold money in the books beside companies: also whoever paid a refund back by hand, and credit. */
const HOLDERS = [...OTHER_PROVIDERS, "by_hand", "credit"] as const;

/** A holder's name for people; one that is known no more keeps its own. */
export function providerText(provider: string, t: Text): string {
  const holder = HOLDERS.find((one) => one === provider);
  if (!holder) return companyName(provider);
  return t(`admin.provider.${holder === SIMULATION ? "practice" : holder}`);
}
