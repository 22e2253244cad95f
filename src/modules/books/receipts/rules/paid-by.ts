import { wayInTexts } from "#src/kernel/pay-method.ts";
import type { Text } from "#src/locales/i18n.ts";
import { companyName, isCompany, SIMULATION } from "#src/modules/base/settings/rules/payment-companies.ts";

/** How something was paid, and through which company, unless the way has its name. */
export function paidByText({ method, provider }: { method: string; provider: string }, t: Text): string {
  const { way, company: account } = wayInTexts(method);
  const company = companyName(provider);
  const through =
    isCompany(provider) && company !== account ? "company" : provider === SIMULATION ? "practice" : "none";
  return t("receipts.paidBy", { way, account, through, company });
}
