import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { SetPrices } from "#src/modules/site/catalog/rules/price.ts";
import { isDate } from "#src/modules/sales/schedule/rules/admin.ts";
import { weekdayOf } from "#src/modules/sales/schedule/rules/recurrence.ts";
import type { DepartureTerms } from "#src/modules/sales/schedule/schema.ts";

/** A departure's raw form values by control name: they may be invalid and must never be lost. */
export type FormValues = Record<string, string>;

/** A departure's controls in page order; price controls also exist per currency, with it as a suffix. */
const CONTROLS = [
  "crawl_id",
  "date",
  "start_time",
  "end_time",
  "type",
  "every",
  "weekdays",
  "ending",
  "count",
  "until",
  "total_spots",
  "price",
  "prices",
  "sale_price",
  "sale_prices",
  "early_bird_sale",
  "hide_total_spots",
  "bookings_disabled",
  "external_booking_link",
] as const;

const CHECKS = ["early_bird_sale", "hide_total_spots", "bookings_disabled"] as const;
const LISTS = ["weekdays", "skip"] as const;

/**
 * The values with one typed. A new series' weekday follows its first date until others are chosen; an incomplete date leaves it.
 */
export function withTyped(formValues: FormValues, name: string, value: string): FormValues {
  const next = { ...formValues, [name]: value };
  const { date = "", weekdays = "" } = formValues;
  const isUntouched = isDate(date) && weekdays === String(weekdayOf(date));
  return name === "date" && isDate(value) && isUntouched ? { ...next, weekdays: String(weekdayOf(value)) } : next;
}

/** Parses a posted form. Lists are comma-joined; missing values are empty. */
export function readFormValues(form: FormData): FormValues {
  const formValues: FormValues = {};
  for (const [name, value] of form) if (typeof value === "string") formValues[name] = value;
  for (const name of LISTS)
    formValues[name] = form
      .getAll(name)
      .filter((value) => typeof value === "string")
      .join(",");
  return formValues;
}

const pricesIn = (formValues: FormValues, name: "prices" | "sale_prices") =>
  Object.fromEntries(
    CURRENCIES.flatMap((c) => (formValues[`${name}_${c}`] === undefined ? [] : [[c, formValues[`${name}_${c}`]]])),
  );

const listIn = (formValues: FormValues, name: (typeof LISTS)[number]) =>
  formValues[name] ? formValues[name].split(",") : [];

/** The form values in the shape of the schemas' input. */
export function inputOf(formValues: FormValues): Record<string, unknown> {
  const texts = CONTROLS.map((name) => [name, formValues[name] ?? ""] as const);
  return {
    ...Object.fromEntries(texts),
    prices: pricesIn(formValues, "prices"),
    sale_prices: pricesIn(formValues, "sale_prices"),
    weekdays: listIn(formValues, "weekdays"),
    skip: listIn(formValues, "skip"),
  };
}

/** Schema issues as form errors: the first per control, in page order. */
export function fieldErrorsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): FieldError[] {
  const fieldErrors = new Map<string, FieldError>();
  for (const control of CONTROLS)
    for (const { path, message } of issues)
      if (path[0] === control) {
        const id = path.join("_");
        if (!fieldErrors.has(id)) fieldErrors.set(id, { id, message: message as MessageId });
      }
  return [...fieldErrors.values()];
}

const amountText = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? "" : (amount / 100).toFixed(amount % 100 === 0 ? 0 : 2);

const priceTexts = (name: "prices" | "sale_prices", set: SetPrices) =>
  Object.fromEntries(CURRENCIES.map((currency) => [`${name}_${currency}`, amountText(set[currency])]));

/** Form values of an existing departure. */
export const termsFormValues = (terms: DepartureTerms): FormValues => ({
  date: terms.date,
  start_time: terms.start_time,
  end_time: terms.end_time,
  total_spots: String(terms.total_spots),
  price: amountText(terms.price),
  sale_price: amountText(terms.sale_price),
  external_booking_link: terms.external_booking_link ?? "",
  ...Object.fromEntries(CHECKS.map((name) => [name, terms[name] ? "on" : ""])),
  ...priceTexts("prices", terms.prices),
  ...priceTexts("sale_prices", terms.sale_prices),
});

/** Names of the controls whose text differs. */
export const changedIn = (formValues: FormValues, saved: FormValues): string[] =>
  Object.keys(saved).filter((name) => (formValues[name] ?? "").trim() !== (saved[name] ?? "").trim());

/**
 * The currencies offered for prices besides the crawl's own: MXN, or USD if the crawl is priced in MXN, plus any with a price
 * already set.
 */
export function otherCurrencies(own: Currency, ...sets: SetPrices[]): Currency[] {
  const usual: Currency = own === "MXN" ? "USD" : "MXN";
  return CURRENCIES.filter(
    (currency) => currency !== own && (currency === usual || sets.some((set) => set[currency] !== undefined)),
  );
}

const BULK = ["price", "sale_price", "total_spots"] as const;

/** A posted bulk edit as its schema's input: unticked fields are dropped. */
export function bulkInput(form: FormData): Record<string, unknown> {
  const formValues = readFormValues(form);
  const has = (name: string) => formValues[`with_${name}`] === "on";
  const [price = "", sale_price = "", total_spots = ""] = BULK.map((name) => formValues[name]);
  return {
    ids: form.getAll("ids"),
    ...(has("price") ? { price: { price, prices: pricesIn(formValues, "prices") } } : {}),
    ...(has("sale") ? { sale: { sale_price, sale_prices: pricesIn(formValues, "sale_prices") } } : {}),
    ...(has("seats") ? { total_spots } : {}),
    ...(has("disabled") ? { bookings_disabled: formValues["bookings_disabled"] } : {}),
    ...(has("hidden") ? { hide_total_spots: formValues["hide_total_spots"] } : {}),
  };
}

/** A bulk edit's errors by control name. */
export const bulkFieldErrors = (issues: readonly { path: readonly PropertyKey[]; message: string }[]): FieldError[] =>
  issues.slice(0, 5).map(({ path, message }) => ({
    id: (["price", "sale"].includes(String(path[0])) ? path.slice(1) : path).join("_"),
    message: message as MessageId,
  }));
