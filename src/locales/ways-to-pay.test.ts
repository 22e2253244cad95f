import { expect, test } from "vitest";
import { accountName, type ManualMethod, type PayMethod } from "#src/kernel/pay-method.ts";
import { LOCALES } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { paidByText } from "#src/modules/books/receipts/rules/paid-by.ts";

const WAYS: Record<PayMethod | ManualMethod, true> = {
  card: true,
  apple_pay: true,
  google_pay: true,
  paypal: true,
  oxxo: true,
  spei: true,
  free: true,
  cash: true,
  terminal: true,
  transfer: true,
  invoice: true,
  hostel: true,
  reseller: true,
  before: true,
};

test.each(LOCALES)("every way to pay has words of its own where staff and guests read it (%s)", async (locale) => {
  const { t } = await i18nFor(locale);
  const paid = Object.keys(WAYS).filter((way) => way !== "free");
  for (const method of Object.keys(WAYS))
    expect(t("booking-admin.way", { method: accountName(method) ?? method })).not.toBe(method);
  const other = paidByText({ method: "none", provider: "none" }, t);
  for (const method of paid) expect(paidByText({ method, provider: method }, t)).not.toBe(other);
});
