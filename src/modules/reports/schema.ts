import type { Currency, Money } from "#src/kernel/money.ts";
import type { CrawlFill, Week } from "#src/modules/reports/rules/fill.ts";
import type { Period } from "#src/modules/reports/rules/period.ts";
import type { Bar, Figures } from "#src/modules/reports/rules/sales.ts";
import type { TonightState } from "#src/modules/reports/rules/tonight.ts";

/** The two ways to say when something was sold: on the day of the sale, or for the day of the departure. */
export const BASES = ["sale", "service"] as const;
export type Basis = (typeof BASES)[number];

/** What waits for a person, each with a page on which it is solved. */
export const SUBJECTS = ["payments", "refunds", "emails", "messages", "reviews"] as const;
export type Subject = (typeof SUBJECTS)[number];

/** How many of a subject wait, and since when (ISO instant); null for what the viewer may not open. */
export type Attention = Record<Subject, { count: number; oldest: string | null } | null>;

export type City = { id: string; name: string; zone: string };

/** A departure of tonight. `sums` is what its bookings cost, by currency; null for who may see no money. */
export type TonightDeparture = {
  id: string;
  title: string;
  city: string;
  zone: string;
  start: string;
  starts_at: string;
  state: TonightState;
  until: { hours: number; minutes: number };
  total: number;
  inside: number;
  booked: number;
  held: number;
  free: number;
  sums: Money[] | null;
};
/** Tonight everywhere: `seats` and `booked` without departures that were cancelled. */
export type Tonight = {
  at: string;
  departures: TonightDeparture[];
  seats: number;
  booked: number;
  sums: Money[] | null;
};

/** The charts, each with a table and a file of its own. */
export const CHARTS = ["sales", "weeks", "crawls", "sources", "coupons", "currencies"] as const;
export type Chart = (typeof CHARTS)[number];

export type Visits = { kind: "link" | "qr"; code: string; visits: number };
export type CouponUse = { code: string; uses: number; discounts: Money[] };

/** How it is going, as asked for in the address. Revenue is in minor units of `currency`, null when nothing was sold at all. */
export type Report = {
  basis: Basis;
  city: string | null;
  period: Period;
  today: string;
  currency: Currency | null;
  /** The currency that the address names; null where it is chosen by what was sold. */
  asked: Currency | null;
  currencies: (Figures & { currency: Currency })[];
  bars: Bar[];
  totals: { now: Figures; before: Figures };
  weeks: Week[];
  crawls: CrawlFill[];
  sources: Visits[];
  coupons: CouponUse[];
};
