import type { CrawlColour } from "#src/modules/site/catalog/rules/mark.ts";
import type { UnseenCrawl } from "#src/modules/site/catalog/schema.ts";
import type { DayCount } from "#src/modules/sales/funnel/rules/visit.ts";
import type { Currency, Money } from "#src/kernel/money.ts";
import type { CrawlFill, Week } from "#src/modules/office/reports/rules/fill.ts";
import type { Period } from "#src/kernel/period.ts";
import type { Bar, Figures } from "#src/modules/office/reports/rules/sales.ts";
import type { TonightState } from "#src/modules/sales/schedule/rules/tonight.ts";

/** How sales are dated: by the day of sale or the day of the departure. */
export const BASES = ["sale", "service"] as const;
export type Basis = (typeof BASES)[number];

/** What needs a decision; each subject has a page that solves it. */
export const SUBJECTS = [
  "guides",
  "payments",
  "refunds",
  "invoices",
  "tills",
  "sales",
  "desks",
  "entries",
  "emails",
  "addresses",
  "messages",
  "reviews",
  "unpaid",
  "doubts",
  "questions",
  "webhooks",
  "health",
] as const;
export type Subject = (typeof SUBJECTS)[number];

/**
 * Number of items per subject, and since when (ISO instant); null for what the viewer may not open. `elsewhere`: how many of
 * them another subject counts as well.
 */
export type Attention = Record<Subject, { count: number; oldest: string | null; elsewhere?: number } | null>;

/**
 * One item that needs a decision. `who` may be empty (their data was deleted); `amount` in minor units. `kind`: of a payment
 * `dispute`, `bank` or `review`, of a refund `cash`, `waits` or `failed`, of an email its kind, of a message its subject, of a review its stars,
 * of a night why somebody has to see to it.
 */
export type WaitingItem = {
  id: string;
  who: string;
  amount: number | null;
  currency: Currency | null;
  booking_id: string | null;
  kind: string;
  at: string;
  /** Of a night that lacks guides: how many guests come, how many guides are missing, and when it leaves. */
  night?: { guests: number; missing: number; hours: number; minutes: number };
};
/** The oldest items of each subject, and whether the viewer may hand cash over. */
export type WaitingItems = {
  of: Partial<Record<Subject, WaitingItem[]>>;
  may: { handOver: boolean; readBookings: boolean };
};

export type City = { id: string; name: string; zone: string };

/** A departure of tonight. `sums` is the price of its bookings by currency; null for viewers without access to money. */
export type TonightDeparture = {
  id: string;
  title: string;
  /** Its crawl where guests don't see that; null where they do, and for who may not read the schedule. */
  unseen: UnseenCrawl | null;
  colour: CrawlColour;
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
  /** Who leads it: those who have said yes. */
  guides: string[];
};
/** Tonight in all cities: `seats` and `booked` exclude cancelled departures. */
export type Tonight = {
  at: string;
  departures: TonightDeparture[];
  seats: number;
  booked: number;
  sums: Money[] | null;
};

/** The charts, each also available as a table and a file. */
export const CHARTS = [
  "sales",
  "weeks",
  "crawls",
  "partners",
  "campaigns",
  "sources",
  "coupons",
  "rules",
  "addOns",
  "currencies",
  "funnel",
] as const;
export type Chart = (typeof CHARTS)[number];

/** Partners to filter by, those who sent most; others are on their own page. A chart draws fewer, and has all as a table. */
export const MOST_PARTNERS = 12;

/** How often a partner's code led here; `name`: of the partner whose code it is, null where nobody's. */
export type Visits = { kind: "link" | "qr"; code: string; name: string | null; visits: number };
/** How often a coupon was used, and what it took off and its bookings brought in by currency. */
export type CouponUse = { code: string; uses: number; discounts: Money[]; revenue: Money[] };

/** How many pieces of an add-on were sold, handed out and given back, and what they brought in by currency. */
export type AddOnsSold = {
  id: string;
  name: string;
  sold: number;
  redeemed: number;
  back: number;
  revenue: Money[];
};

/** What was sold under a price rule, and what it took off and brought in by currency. */
export type RuleUse = {
  id: string;
  name: string;
  bookings: number;
  guests: number;
  discounts: Money[];
  revenue: Money[];
};

/** What a partner or campaign brought: bookings, their people, who of them came as of the last count, and revenue by currency. */
export type SentGuests = {
  /** a partner's id, or the campaign */
  id: string;
  name: string;
  bookings: number;
  guests: number;
  came: number;
  revenue: Money[];
};

/** The report requested in the URL. Revenue is in minor units of `currency`, null when nothing was sold. */
export type Report = {
  basis: Basis;
  city: string | null;
  /** The partner whose bookings alone are counted; occupancy is everybody's, and empty then. */
  partner: { id: string; name: string } | null;
  period: Period;
  today: string;
  currency: Currency | null;
  currencies: (Figures & { currency: Currency })[];
  bars: Bar[];
  totals: { now: Figures; before: Figures };
  /** The totals of what was sold in `currency` alone. */
  inCurrency: { now: Figures; before: Figures };
  weeks: Week[];
  crawls: CrawlFill[];
  partners: SentGuests[];
  campaigns: SentGuests[];
  sources: Visits[];
  coupons: CouponUse[];
  rules: RuleUse[];
  addOns: AddOnsSold[];
  /** The steps of visits to buying, by day, device, language and source; none where only a part of the house is asked for. */
  steps: DayCount[];
};

/** What the places of a channel earned in a currency, in minor units. Nothing is converted or added up across currencies. */
export type Earned = {
  /** Why a partner is credited (`link`, `desk` …), or who sold: `site`, `office`, `door`, `group`, `import`. Others may come. */
  channel: string;
  /** The credited partner; null without one, and for who may not see them apart. */
  partner_id: string | null;
  partner: string | null;
  currency: Currency;
  /** Places of confirmed bookings in this currency. */
  places: number;
  /** What was sold less what was taken back, as in the books. */
  revenue: number;
  commission: number;
  /** What payment companies reported that they kept. */
  fee: number;
  /** Where the money is: in a company's payout, with the company, missing there, with us, owed by a partner; or paid by credit. */
  paid_out: number;
  held: number;
  missing: number;
  by_hand: number;
  owed: number;
  credit: number;
};
