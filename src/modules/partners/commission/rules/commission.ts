import { round } from "#src/kernel/money.ts";

/** A share of the sale in hundredths of a percent, or centavos per person. */
export type Rate = { kind: "percentage" | "fixed"; value: number };

/**
 * What was agreed with a partner: `basis` who counts, only guests who came or all of confirmed bookings; `tiers` other values from so
 * many people in a month on; `exceptions` by crawl, which tiers leave alone.
 */
export type Terms = Rate & {
  id: string;
  version: number;
  /** the first night (2026-11-20) they are for */
  valid_from: string;
  basis: "came" | "confirmed";
  tiers: readonly { from_people: number; value: number }[];
  exceptions: readonly (Rate & { crawl_id: string })[];
};

/** What is true of a booking now. `sale`: its price in centavos, at the rate of the sale. */
export type Facts = {
  status: string;
  people: number;
  came: number;
  sale: number;
  crawl_id: string;
  /** the night's local date */
  service_date: string;
  /** a bank has the money back, or may take it */
  disputed: boolean;
  verdict: "own" | "theirs" | null;
};

/** How an amount was computed: frozen on its line. `tier`: the value is that of so many people in the month. */
export type Rule = Rate & { basis: Terms["basis"]; version: number; exception: boolean; tier: number | null };

/** What a partner earns with a booking: `amount` and `sale` in centavos, `counted` the people it is for. */
export type Commission = { amount: number; counted: number; sale: number; rule: Rule | null; termsId: string | null };

const NOTHING: Omit<Commission, "rule" | "termsId"> = { amount: 0, counted: 0, sale: 0 };

/** The terms for a night: those that begin last before it; of several with one day the latest version. Null before the first. */
export const termsFor = (all: readonly Terms[], date: string): Terms | null =>
  all
    .filter(({ valid_from }) => valid_from <= date)
    .toSorted((a, b) => a.valid_from.localeCompare(b.valid_from) || a.version - b.version)
    .at(-1) ?? null;

/** How many people of a booking count under terms, if any; none if it was cancelled, disputed or the partner's own. */
function countedPeople(
  basis: Terms["basis"] | null,
  { status, people, came, disputed, verdict }: Omit<Facts, "sale">,
): number {
  if (basis === null || status !== "confirmed" || disputed || verdict === "own") return 0;
  return basis === "confirmed" ? people : Math.min(came, people);
}

/** The tier that so many people in a month reach; null below the first. */
const tierFor = ({ tiers }: Terms, people: number): Terms["tiers"][number] | null =>
  tiers
    .filter(({ from_people }) => from_people <= people)
    .toSorted((a, b) => a.from_people - b.from_people)
    .at(-1) ?? null;

/**
 * What a partner is to have for a booking, by the terms of its night (rule partners-2). `monthPeople`: how many people counted in its
 * month, once that is settled; null before, when the terms' own value counts. Rounded half up to a centavo.
 */
export function commissionOf(terms: Terms | null, facts: Facts, monthPeople: number | null): Commission {
  if (!terms) return { ...NOTHING, rule: null, termsId: null };
  const exception = terms.exceptions.find(({ crawl_id }) => crawl_id === facts.crawl_id);
  const tier = exception ? null : tierFor(terms, monthPeople ?? 0);
  const { kind, value } = exception ?? { kind: terms.kind, value: tier?.value ?? terms.value };
  const { basis, version } = terms;
  const rule: Rule = {
    kind,
    value,
    basis,
    version,
    exception: exception !== undefined,
    tier: tier?.from_people ?? null,
  };
  const counted = countedPeople(basis, facts);
  // a fixed amount too is for guests who paid something
  if (facts.sale <= 0) return { ...NOTHING, rule, termsId: terms.id };
  const sale = round((facts.sale * counted) / facts.people);
  const amount = kind === "fixed" ? value * counted : round((facts.sale * counted * value) / (facts.people * 10_000));
  return { amount, counted, sale, rule, termsId: terms.id };
}

/** By which rule a partner earns with a booking of a night, at the terms' own value; null where nothing is agreed. */
export const ruleFor = (terms: Terms | null, night: { crawl_id: string; service_date: string }): Rule | null =>
  commissionOf(
    terms,
    { ...night, status: "confirmed", people: 1, came: 1, sale: 1, disputed: false, verdict: null },
    null,
  ).rule;

/** What a partner earns by a rule with so many people who come, for a sale in centavos. */
export const earnedBy = ({ kind, value }: Rate, { people, sale }: { people: number; sale: number }): number =>
  sale <= 0 ? 0 : kind === "fixed" ? value * people : round((sale * value) / 10_000);

/**
 * A month of partners by the bookings of its nights, each by its partner's terms (`terms`: all of them, by partner): how many people
 * `counted`, whatever crawl they came to, and whether anything `earns` now that the tier is known.
 */
export function monthsEarned(
  terms: ReadonlyMap<string, readonly Terms[]>,
  bookings: readonly (Facts & { partner_id: string | null })[],
): Map<string, { counted: number; earns: boolean }> {
  const of = (id: string, { service_date }: Facts) => termsFor(terms.get(id) ?? [], service_date);
  const partners = Map.groupBy(bookings, ({ partner_id }) => partner_id);
  return new Map(
    [...partners].flatMap(([id, theirs]) => {
      if (id === null) return [];
      const counted = theirs.reduce((sum, one) => sum + countedPeople(of(id, one)?.basis ?? null, one), 0);
      return [[id, { counted, earns: theirs.some((one) => commissionOf(of(id, one), one, counted).amount !== 0) }]];
    }),
  );
}

/** The month of a date: 2026-11. */
export const monthOf = (date: string): string => date.slice(0, 7);

/** The month after. */
export const nextMonth = (month: string): string => Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
