import { expect, test } from "vitest";
import { LOCALES } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import {
  formOf,
  formsOf,
  mainForm,
  PAYMENT_FORMS,
  payMethodOf,
} from "#src/modules/books/invoices/rules/payment-form.ts";

test.each([
  ["card", "04", "PUE"],
  ["apple_pay", "04", "PUE"],
  ["google_pay", "04", "PUE"],
  ["paypal", "31", "PUE"],
  ["oxxo", "31", "PUE"],
  ["spei", "03", "PUE"],
  ["cash", "01", "PUE"],
  ["hostel", "01", "PUE"],
  ["terminal", "04", "PUE"],
  ["transfer", "03", "PUE"],
  ["invoice", "99", "PPD"],
  // nobody knows yet
  ["constructor", "99", "PPD"],
])("what is paid by %s is %s, %s", (method, form, how) => {
  expect(formOf(method)).toBe(form);
  expect(payMethodOf(formOf(method))).toBe(how);
});

const paid = (form: (typeof PAYMENT_FORMS)[number], amount: number) => ({ form, amount });
test("an invoice says the form in which most was paid, whatever came first", () => {
  expect(mainForm([])).toBeNull();
  expect(mainForm([paid("31", 500), paid("01", 300), paid("01", 300)])).toBe("01");
  expect(mainForm([paid("31", 500), paid("04", 500)])).toBe("04");
  expect(formsOf([paid("04", 500), paid("01", 900), paid("04", 700)])).toEqual([paid("04", 1200), paid("01", 900)]);
  // what went back is less than nothing in a month without sales
  expect(formsOf([paid("04", -500), paid("01", 0)])).toEqual([paid("01", 0), paid("04", -500)]);
});

test.each(LOCALES)("every form has its code and words (%s)", async (locale) => {
  const { t } = await i18nFor(locale);
  for (const form of PAYMENT_FORMS)
    expect(t(`invoices-admin.form.${form}`)).toMatch(new RegExp(`^${form} \\p{Lu}`, "u"));
});
