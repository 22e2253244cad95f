import { amountText } from "#src/kernel/amount.ts";

/** A share of the sale in hundredths of a percent, or centavos per person. */
export type Rate = { kind: "percentage" | "fixed"; value: number };

/** Hundredths of a percent as both languages write them: 1250 as `12.5%`. */
export const percentOf = (hundredths: number): string => `${hundredths / 100}%`;

/** What is agreed with a partner from a night (2026-11-15) on; tiers by people in a month, exceptions by crawl. */
export type TermsFields = Rate & {
  basis: "came" | "confirmed";
  valid_from: string;
  tiers: readonly { from_people: number; value: number }[];
  exceptions: readonly (Rate & { crawl_id: string })[];
};
/** As they are kept: versions of a partner count up, and are never changed. */
export type KeptTerms = TermsFields & { id: string; version: number };

export const TERMS_FIELDS = ["kind", "value", "basis", "valid_from", "tiers", "exceptions"] as const;
export type TermsField = (typeof TERMS_FIELDS)[number];

/** The form as typed: percent or pesos. */
export type TermsFormValues = {
  kind: string;
  value: string;
  basis: string;
  valid_from: string;
  tiers: { from_people: string; value: string }[];
  exceptions: { crawl_id: string; kind: string; value: string }[];
};

/** What the answer to the form may have besides. */
export type TermsExtra = { typedTerms: TermsFormValues };

/** How many tiers and exceptions terms may have. */
export const MOST_TIERS = 6;
export const MOST_EXCEPTIONS = 20;

/** What the form begins with: the terms now, else 10 % of guests who came. */
export function termsToType(now: TermsFields | null, from: string): TermsFormValues {
  if (!now) return { kind: "percentage", value: "10", basis: "came", valid_from: from, tiers: [], exceptions: [] };
  return {
    kind: now.kind,
    value: amountText(now.value),
    basis: now.basis,
    valid_from: from,
    tiers: now.tiers.map(({ from_people, value }) => ({ from_people: String(from_people), value: amountText(value) })),
    exceptions: now.exceptions.map(({ crawl_id, kind, value }) => ({ crawl_id, kind, value: amountText(value) })),
  };
}

/** The posted form; rows of tiers and exceptions stand in fields of one name. */
export function readTermsForm(form: FormData): TermsFormValues {
  const all = (name: string) =>
    form.getAll(name).map((value) => (typeof value === "string" ? value.trim().slice(0, 100) : ""));
  const one = (name: string) => all(name)[0] ?? "";
  const [people, values] = [all("tier_people"), all("tier_value")];
  const [crawls, kinds, amounts] = [all("exception_crawl"), all("exception_kind"), all("exception_value")];
  return withoutEmpty({
    kind: one("kind"),
    value: one("value"),
    basis: one("basis"),
    valid_from: one("valid_from"),
    tiers: people.map((from_people, at) => ({ from_people, value: values[at] ?? "" })),
    exceptions: crawls.map((crawl_id, at) => ({ crawl_id, kind: kinds[at] ?? "", value: amounts[at] ?? "" })),
  });
}

/** The form without rows in which nothing stands. */
export const withoutEmpty = (typed: TermsFormValues): TermsFormValues => ({
  ...typed,
  tiers: typed.tiers.filter(({ from_people, value }) => from_people !== "" || value !== ""),
  exceptions: typed.exceptions.filter(({ crawl_id, value }) => crawl_id !== "" || value !== ""),
});

/** The terms for a night: those that begin last before it; of several with one day the latest version. Null before the first. */
export const termsOn = <T extends { valid_from: string; version: number }>(all: readonly T[], date: string): T | null =>
  all
    .filter(({ valid_from }) => valid_from <= date)
    .toSorted((a, b) => a.valid_from.localeCompare(b.valid_from) || a.version - b.version)
    .at(-1) ?? null;

/**
 * What it means that terms begin on a day: `first` there were none; `midMonth` the month is reckoned by two of them; `back` nights
 * that are over are reckoned again; `later` they wait.
 */
export function meaningOf(
  from: string,
  today: string,
  hasEarlier: boolean,
): ("first" | "midMonth" | "back" | "later")[] {
  return [
    ...(hasEarlier ? [] : (["first"] as const)),
    ...(hasEarlier && !from.endsWith("-01") ? (["midMonth"] as const) : []),
    ...(from < today ? (["back"] as const) : from > today ? (["later"] as const) : []),
  ];
}

/** Whether two are the same agreement: the same form sent twice adds one. */
export const sameTerms = (a: TermsFields, b: TermsFields): boolean =>
  TERMS_FIELDS.every((field) => JSON.stringify(canonical(a[field])) === JSON.stringify(canonical(b[field])));

// the database keeps the keys of objects in an order of its own
const canonical = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(canonical)
    : typeof value === "object" && value !== null
      ? Object.entries(value).toSorted(([x], [y]) => (x < y ? -1 : 1))
      : value;
