import { z } from "zod";
import { isMonth } from "#src/kernel/local-time.ts";
import { toPlainText } from "#src/kernel/plain-text.ts";
import { nextMonth, type Terms } from "#src/modules/partners/commission/rules/commission.ts";
import type { Why } from "#src/modules/partners/commission/rules/why.ts";

/** What became of a booking, as its partner reads it; `elsewhere`: it is credited to somebody else now. */
export type BookingState = "coming" | "came" | "some" | "missed" | "cancelled" | "disputed" | "own" | "elsewhere";

type BookingFacts = {
  status: string;
  people: number;
  came: number;
  disputed: boolean;
  verdict: string | null;
  credited: boolean;
  ends_at: Date;
};

/** The first of these that is true of a booking. */
export function bookingState(booking: BookingFacts, now: Date): BookingState {
  if (!booking.credited) return "elsewhere";
  if (booking.status !== "confirmed") return "cancelled";
  if (booking.verdict === "own") return "own";
  if (booking.disputed) return "disputed";
  if (booking.came >= booking.people) return "came";
  if (booking.came > 0) return "some";
  return booking.ends_at > now ? "coming" : "missed";
}

/**
 * The months (2026-11) that a page links to: the requested one within `first` and `last`, `now` by default, and those beside
 * it.
 */
export function monthsShown(value: string | null, { first, last, now }: { first: string; last: string; now: string }) {
  const [from, to] = [first < now ? first : now, last > now ? last : now];
  const latest = value !== null && isMonth(value) ? value : now;
  const month = latest < from ? from : latest > to ? to : latest;
  return {
    month,
    earlier: month > from ? monthBefore(month) : null,
    later: month < to ? nextMonth(month) : null,
  };
}

const monthBefore = (month: string): string => Temporal.PlainYearMonth.from(month).subtract({ months: 1 }).toString();

/** Bookings on one page of a month. */
export const PER_PAGE = 20;

/** The page of a list that is asked for, within those that there are. */
export function pageOf(value: string | null, count: number, size: number): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(count / size));
  const number = /^\d{1,4}$/.test(value ?? "") ? Number(value) : 1;
  return { page: Math.min(Math.max(1, number), pages), pages };
}

/** A line of commission; `date` when it was written, `night` what it is for, centavos. */
export type ShownLine = {
  kind: "accrued" | "reversed" | "tier" | "correction";
  date: string;
  night: string;
  amount: number;
  why: Why;
};

/** A question of the partner about a booking, with what staff answered. */
export type ShownQuestion = { id: string; question: string; answer: string | null };

/** A booking as its partner sees it: initials, and nothing else of who it is. `commission`: the sum of its lines, centavos. */
export type ShownBooking = {
  key: string;
  date: string;
  crawl: string;
  initials: string;
  people: number;
  came: number;
  state: BookingState;
  commission: number;
  lines: ShownLine[];
  asked: ShownQuestion[];
};

/** Terms as a partner reads them; crawls by their names. */
export type ShownTerms = Pick<Terms, "version" | "valid_from" | "basis" | "kind" | "value" | "tiers"> & {
  exceptions: { crawl: string; kind: "percentage" | "fixed"; value: number }[];
  standing: "now" | "later" | "before";
};

/** Terms from the newest to the oldest; of several with one first day the latest version alone, the others never counted. */
export function termsShown(all: readonly Terms[], today: string, nameOf: (crawlId: string) => string): ShownTerms[] {
  const counting = all
    .toSorted((a, b) => b.valid_from.localeCompare(a.valid_from) || b.version - a.version)
    .filter(({ valid_from }, index, sorted) => sorted[index - 1]?.valid_from !== valid_from);
  const current = counting.find(({ valid_from }) => valid_from <= today);
  return counting.map(({ version, valid_from, basis, kind, value, tiers, exceptions }) => ({
    version,
    valid_from,
    basis,
    kind,
    value,
    tiers: tiers.toSorted((a, b) => a.from_people - b.from_people),
    exceptions: exceptions.map((one) => ({ crawl: nameOf(one.crawl_id), kind: one.kind, value: one.value })),
    standing: version === current?.version ? "now" : valid_from > today ? "later" : "before",
  }));
}

/** A statement of a month as its partner sees it; centavos. `id` null before the month is closed; dates local. */
export type PageStatement = {
  id: string | null;
  month: string;
  number: string | null;
  state: "open" | "draft" | "agreed" | "paid" | "none";
  people: number;
  commission: number;
  cash: number;
  due: number;
  agreedOn: string | null;
  paidOn: string | null;
};

/** What a partner does on their page; `booking` is the key that the page gave it. */
export const PartnerAct = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("agree"),
    statement: z.uuid(),
    commission: z.coerce.number().int(),
    cash: z.coerce.number().int(),
  }),
  z.object({
    intent: z.literal("ask"),
    statement: z.uuid(),
    month: z.string().refine(isMonth),
    booking: z.string().max(64),
    question: z.string().overwrite(toPlainText).min(1).max(500),
  }),
]);
export type PartnerAct = z.infer<typeof PartnerAct>;

/** A QR code to print: what it is called, its address, and how it looks (SVG). */
export type PageCode = { id: string; name: string; address: string; svg: string };

/** All that a partner's own page shows. */
export type PartnerPage = {
  name: string;
  code: string;
  /** the address to share */
  link: string;
  isActive: boolean;
  /** nothing has come by them yet */
  isNew: boolean;
  month: string;
  earlier: string | null;
  later: string | null;
  isClosed: boolean;
  funnel: { visits: number; choices: number; booked: number; came: number };
  bookings: number;
  commission: number;
  /** the bookings of one page, with how many there are of them */
  list: ShownBooking[];
  page: number;
  pages: number;
  codes: PageCode[];
  /** the line that puts the widget on a site */
  snippet: string;
  /** the statement of the month that is shown, null where there is nothing to put on one; and all of them, newest first */
  statement: PageStatement | null;
  statements: PageStatement[];
  /** questions about that statement which wait for an answer */
  asked: number;
  terms: ShownTerms[];
  payout: { holder: string; clabeEnd: string | null };
  today: string;
};
