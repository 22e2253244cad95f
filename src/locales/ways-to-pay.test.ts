import { expect, test } from "vitest";
import type { ManualMethod, PayMethod } from "#src/kernel/pay-method.ts";
import { LOCALES } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";

const WAYS: Record<PayMethod | ManualMethod, true> = {
  card: true,
  apple_pay: true,
  google_pay: true,
  paypal: true,
  oxxo: true,
  spei: true,
  free: true,
  cash: true,
  transfer: true,
  invoice: true,
  hostel: true,
};

test.each(LOCALES)("every way to pay has words of its own where staff and guests read it (%s)", async (locale) => {
  const { t } = await i18nFor(locale);
  const paid = Object.keys(WAYS).filter((way) => way !== "free");
  for (const method of Object.keys(WAYS)) expect(t("booking-admin.way", { method })).not.toBe(method);
  const other = t("receipts.paidBy", { method: "none", provider: "none" });
  for (const method of paid) expect(t("receipts.paidBy", { method, provider: method })).not.toBe(other);
});
