import { expect, test } from "vitest";
import { LOCALES } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import { methodText, payoutText } from "#src/modules/books/reconciliation/rules/money-list.ts";

test.each(LOCALES)("who holds money, and how it was paid, is never a code (%s)", async (locale) => {
  const { t } = await i18nFor(locale);
  for (const holder of ["stripe", "paypal", "cash", "transfer", "invoice", "hostel", "by_hand", "credit"])
    expect(providerText(holder, t), holder).not.toBe(holder);
  for (const method of ["card", "cash", "transfer", "invoice", "hostel", "oxxo"])
    expect(methodText(method, t), method).not.toBe(method);
});

test.each(LOCALES)("a payment names its payout, and money at PayPal waits for the owner (%s)", async (locale) => {
  const { t } = await i18nFor(locale);
  const of = (provider: string, payout_id: string | null, settled = true) =>
    payoutText({ provider, payout_id, settled }, t);
  expect([of("stripe", "po_1"), of("stripe", null), of("cash", null)]).toEqual(["po_1", null, null]);
  expect(of("paypal", null)).toMatch(/^\p{Lu}/u);
  expect(of("paypal", null, false)).toBeNull();
});
