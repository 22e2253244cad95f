import { amountText, parseAmount } from "#src/kernel/amount.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { isDay } from "#src/kernel/local-time.ts";
import { isCurrency } from "#src/kernel/money.ts";
import { NO_AMOUNT } from "#src/locales/amount-field.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { placeText, readPlace } from "#src/modules/sales/price-rules/rules/place.ts";
import type { PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";

/** A rule's raw form values: they may be invalid and must never be lost. Days are YYYY-MM-DD, amounts decimal. */
export type RuleFormValues = {
  name: string;
  name_es: string;
  effect: string;
  value: string;
  currency: string;
  people_from: string;
  people_to: string;
  days_from: string;
  days_to: string;
  /** their digits, 1 (Monday) to 7 */
  weekdays: string;
  date_from: string;
  date_to: string;
  places_left: string;
  /** whose guests it is for; empty: everybody's */
  partner_id: string;
  nights_from: string;
  nights_days: string;
  /** where it applies: `city:ID`, `crawl:ID`; empty: everywhere */
  place: string;
  position: string;
  with_codes: boolean;
  is_active: boolean;
};

/** The fields of text in page order. */
export const TEXTS = [
  "name",
  "name_es",
  "effect",
  "value",
  "currency",
  "people_from",
  "people_to",
  "days_from",
  "days_to",
  "weekdays",
  "date_from",
  "date_to",
  "places_left",
  "partner_id",
  "nights_from",
  "nights_days",
  "place",
  "position",
] as const;
export const FIELDS = [...TEXTS, "with_codes", "is_active"] as const;
export type Field = (typeof FIELDS)[number];

export const NEW_RULE: RuleFormValues = {
  ...(Object.fromEntries(TEXTS.map((name) => [name, ""])) as Record<(typeof TEXTS)[number], string>),
  effect: "percent",
  with_codes: true,
  is_active: true,
};

/** From Monday on. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** A rule as it is stored; `position` null: after all others. */
export type StoredRule = Omit<PriceRule, "id"> & { position: number | null; is_active: boolean };

type Found = [field: Field, message: MessageId];

const when = (wrong: boolean, field: Field, message: MessageId): Found[] => (wrong ? [[field, message]] : []);
const wholeOf = (value: string) => (/^\d{1,9}$/.test(value) ? Number(value) : null);
const isFixed = ({ effect }: RuleFormValues): boolean => effect === "amount";

/** The limits of the fields of whole numbers; all are optional. */
const WHOLE = {
  people_from: [1, 100],
  people_to: [1, 100],
  days_from: [0, 999],
  days_to: [0, 999],
  places_left: [1, 10_000],
  nights_from: [2, 100],
  nights_days: [1, 365],
  position: [1, 9999],
} as const;

/** What is wrong with a form, the first per field. */
export function fieldErrorsOf(formValues: RuleFormValues): Found[] {
  const { name, name_es, effect, weekdays, date_from: from, date_to: to } = formValues;
  const isWhole = (field: keyof typeof WHOLE) => {
    const value = wholeOf(formValues[field]);
    return formValues[field] === "" || (value !== null && value >= WHOLE[field][0] && value <= WHOLE[field][1]);
  };
  const wrong = (Object.keys(WHOLE) as (keyof typeof WHOLE)[]).filter((field) => !isWhole(field));
  const isBackward = (first: "people_from" | "days_from", last: "people_to" | "days_to") =>
    isWhole(first) &&
    isWhole(last) &&
    formValues[first] !== "" &&
    formValues[last] !== "" &&
    Number(formValues[last]) < Number(formValues[first]);
  const days = (["date_from", "date_to"] as const).filter(
    (field) => formValues[field] !== "" && !isDay(formValues[field]),
  );
  return [
    ...when(name === "" || name.length > 60, "name", "price-rules.error.name"),
    ...when(name_es === "" || name_es.length > 60, "name_es", "price-rules.error.nameEs"),
    ...when(!["percent", "amount"].includes(effect), "effect", "price-rules.error.effect"),
    ...fieldErrorsOfValue(formValues),
    ...when(isFixed(formValues) && !isCurrency(formValues.currency), "currency", "price-rules.error.currency"),
    ...wrong.map((field): Found => [field, "price-rules.error.whole"]),
    ...when(
      (formValues.nights_from === "") !== (formValues.nights_days === ""),
      formValues.nights_from === "" ? "nights_from" : "nights_days",
      "price-rules.error.nights",
    ),
    ...when(formValues.partner_id !== "" && !isUuid(formValues.partner_id), "partner_id", "price-rules.error.partner"),
    ...when(isBackward("people_from", "people_to"), "people_to", "price-rules.error.backward"),
    ...when(isBackward("days_from", "days_to"), "days_to", "price-rules.error.backward"),
    ...when(!/^[1-7]{0,7}$/.test(weekdays), "weekdays", "price-rules.error.weekdays"),
    ...days.map((field): Found => [field, "price-rules.error.date"]),
    ...when(days.length === 0 && from !== "" && to !== "" && to < from, "date_to", "price-rules.error.backward"),
    ...when(readPlace(formValues.place) === null, "place", "price-rules.error.place"),
  ];
}

function fieldErrorsOfValue(formValues: RuleFormValues): Found[] {
  if (isFixed(formValues)) return when((parseAmount(formValues.value) ?? 0) <= 0, "value", NO_AMOUNT);
  const percent = wholeOf(formValues.value);
  return when(percent === null || percent < 1 || percent > 100, "value", "price-rules.error.percent");
}

/** The rule of a form without errors. */
export function ruleOfForm(formValues: RuleFormValues): StoredRule {
  const whole = (field: keyof typeof WHOLE) => wholeOf(formValues[field]);
  const fixed = isFixed(formValues);
  return {
    name: formValues.name,
    name_es: formValues.name_es,
    percent: fixed ? null : wholeOf(formValues.value),
    amount: fixed ? parseAmount(formValues.value) : null,
    currency: fixed ? formValues.currency : null,
    people_from: whole("people_from"),
    people_to: whole("people_to"),
    days_from: whole("days_from"),
    days_to: whole("days_to"),
    weekdays: WEEKDAYS.filter((day) => formValues.weekdays.includes(String(day))),
    date_from: formValues.date_from || null,
    date_to: formValues.date_to || null,
    places_left: whole("places_left"),
    partner_id: formValues.partner_id || null,
    nights_from: whole("nights_from"),
    nights_days: whole("nights_days"),
    ...readPlace(formValues.place)!,
    position: whole("position"),
    with_codes: formValues.with_codes,
    is_active: formValues.is_active,
  };
}

/** A stored rule's form values. */
export function formValuesOf(rule: StoredRule): RuleFormValues {
  const text = (value: number | null) => (value === null ? "" : String(value));
  return {
    name: rule.name,
    name_es: rule.name_es,
    effect: rule.amount === null ? "percent" : "amount",
    value: rule.amount === null ? text(rule.percent) : amountText(rule.amount),
    currency: rule.currency ?? "",
    people_from: text(rule.people_from),
    people_to: text(rule.people_to),
    days_from: text(rule.days_from),
    days_to: text(rule.days_to),
    weekdays: rule.weekdays.join(""),
    date_from: rule.date_from ?? "",
    date_to: rule.date_to ?? "",
    places_left: text(rule.places_left),
    partner_id: rule.partner_id ?? "",
    nights_from: text(rule.nights_from),
    nights_days: text(rule.nights_days),
    place: placeText(rule),
    position: text(rule.position),
    with_codes: rule.with_codes,
    is_active: rule.is_active,
  };
}

/** Parses the posted form; missing or non-string values become empty. */
export function readFormValues(form: FormData): RuleFormValues {
  const text = (name: string) =>
    form
      .getAll(name)
      .filter((value) => typeof value === "string")
      .join("")
      .slice(0, 1000);
  return {
    ...(Object.fromEntries(TEXTS.map((name) => [name, text(name)])) as Record<(typeof TEXTS)[number], string>),
    with_codes: form.has("with_codes"),
    is_active: form.has("is_active"),
  };
}
