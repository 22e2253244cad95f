import type { Locale } from "#src/kernel/localized.ts";
import type { Currency, Money } from "#src/kernel/money.ts";
import { owed } from "#src/modules/money/payments/rules/payment.ts";

// Counts what cancelling a departure would do. Amounts are minor units; currencies are never added up.

type Booking = {
  id: string;
  reference: string;
  name: string;
  status: "pending" | "confirmed";
  language: string;
  people: number;
  version: number;
  hold_expires_at: Date;
  voucher_until: Date | null;
  kept_for: string | null;
  /** false once the guest's data has been deleted */
  has_address: boolean;
  has_coupon: boolean;
};
type Payment = {
  id: string;
  booking_id: string;
  provider: string;
  method: string;
  amount: number;
  currency: Currency;
  dispute_state: string | null;
};
type Refund = { payment_id: string; amount: number; status: string };
type Dispute = { payment_id: string; amount: number; state: string };
/** `waits`: of a deposit that a bank decides about, instead of `amount` */
type Credit = { booking_id: string; amount: number; waits: number; currency: Currency; is_deposit: boolean };

/** A departure's live bookings with what was paid for them: succeeded payments only, and credit that is reserved or used. */
export type Counted = {
  bookings: readonly Booking[];
  payments: readonly Payment[];
  refunds: readonly Refund[];
  disputes: readonly Dispute[];
  credits: readonly Credit[];
};

/** Why money isn't refunded automatically. */
export type ByHand = "cash" | "before" | "no_provider" | "bank";

/**
 * What becomes of a booking's money: `refund` is automatic, `by_hand` needs staff, `bank` waits for a dispute, `credit` returns
 * to the credit, `nothing` was paid; if unpaid, the provider's page is `closed`, or a `voucher` or a bank (`at_bank`) may still pay.
 */
export type Outcome = "refund" | "by_hand" | "bank" | "credit" | "nothing" | "closed" | "voucher" | "at_bank";

/** Bookings with the same state, payment methods and outcome. */
export type PreviewRow = {
  status: Booking["status"];
  /** payment methods, `credit` included; empty if nothing was paid */
  ways: string[];
  outcome: Outcome;
  bookings: number;
  people: number;
  money: Money | null;
};

export type CancelPreview = {
  bookings: number;
  people: number;
  /** what is refunded automatically, for how many payments and by which methods */
  back: { money: Money; payments: number; ways: string[] }[];
  /** the same by method */
  backBy: { way: string; money: Money; payments: number }[];
  /** what returns to credit, or waits for staff or a bank */
  credit: Money[];
  /** what goes back of groups' deposits, as they were paid */
  deposits: Money[];
  emails: { en: number; es: number };
  coupons: number;
  rows: PreviewRow[];
  byHand: { bookingId: string; reference: string; name: string; money: Money; why: ByHand }[];
};

type Part = { payment: Payment; amount: number; way: string; end: "refund" | "by_hand" | "bank"; why: ByHand | null };
type PreviewedBooking = { booking: Booking; parts: Part[]; credits: readonly Credit[] };

/** Whether a booking still has its seats: a basket doesn't once its hold is over. */
const isLiving = ({ status, hold_expires_at }: Booking, now: Date) => status === "confirmed" || hold_expires_at > now;

/** Counts what cancelling the departure now would do; `providers` are those configured, which can refund. */
export function previewCancellation(counted: Counted, providers: readonly string[], now: Date): CancelPreview {
  const each = previewedBookings(counted, providers, now);
  const parts = each.flatMap(({ booking, parts: of }) => of.map((part) => ({ booking, ...part })));
  const recipients = each.filter(({ booking }) => booking.has_address);
  return {
    bookings: each.length,
    people: sum(each.map(({ booking }) => booking.people)),
    back: backOf(parts.filter(({ end }) => end === "refund")),
    backBy: byWay(parts.filter(({ end }) => end === "refund")),
    credit: byCurrency(each.flatMap(({ booking, credits }) => (booking.status === "confirmed" ? usable(credits) : []))),
    deposits: byCurrency(each.flatMap(({ credits }) => depositsIn(credits))),
    emails: {
      en: recipients.filter(({ booking }) => booking.language !== "es").length,
      es: recipients.filter(({ booking }) => booking.language === "es").length,
    },
    coupons: each.filter(({ booking }) => booking.has_coupon).length,
    rows: rowsOf(each, now),
    byHand: parts
      .filter((part) => part.why !== null)
      .map(({ booking: { id, reference, name }, amount, payment, why }) => ({
        bookingId: id,
        reference,
        name,
        money: { amount, currency: payment.currency },
        why: why!,
      })),
  };
}

/**
 * The text behind a preview's fingerprint, the same while the outcome would be: who is booked, how many people, and what would
 * be refunded of each payment.
 */
export const previewText = (counted: Counted, providers: readonly string[], now: Date): string =>
  JSON.stringify(
    previewedBookings(counted, providers, now)
      .toSorted((a, b) => a.booking.id.localeCompare(b.booking.id))
      .map(({ booking: { id, status, people, version, language }, parts, credits }) => [
        [id, status, people, version, language],
        parts
          .toSorted((a, b) => a.payment.id.localeCompare(b.payment.id))
          .map(({ payment, amount, end }) => [payment.id, amount, payment.currency, end]),
        credits.map(({ amount, waits, currency }) => [amount, waits, currency]),
      ]),
  );

/** The money of which bookings stays with us is left out of what is counted; of unpaid ones that is nothing (rule groups-3). */
export function withoutMoneyOf(counted: Counted, keeps: (bookingId: string) => boolean): Counted {
  const unpaid = new Set(counted.bookings.filter(({ status }) => status === "pending").map(({ id }) => id));
  const goesBack = ({ booking_id: id }: { booking_id: string }) => unpaid.has(id) || !keeps(id);
  return { ...counted, payments: counted.payments.filter(goesBack), credits: counted.credits.filter(goesBack) };
}

/**
 * What cancelling each booking that still has its seats would give back: `refund` is certain, `waits` is for a bank to decide,
 * `credit` returns to the credit, but `deposit` goes back as it was paid, also where nothing else was. Minor units of the booking's currency, as `priceCancellation` counts them for one.
 */
export const dueOfEach = (counted: Counted, providers: readonly string[], now: Date) =>
  previewedBookings(counted, providers, now).map(({ booking: { id, version, status }, parts, credits }) => {
    const [waiting, certain] = [parts.filter(({ end }) => end === "bank"), parts.filter(({ end }) => end !== "bank")];
    return {
      id,
      version,
      refund: sum(certain.map(({ amount }) => amount)),
      waits: sum([...waiting.map(({ amount }) => amount), ...credits.map(({ waits }) => waits)]),
      credit: status === "confirmed" ? sum(credits.map(({ amount }) => amount)) : 0,
      deposit: sum(depositsIn(credits).map(({ amount }) => amount)),
    };
  });

const depositsIn = (credits: readonly Credit[]) => credits.filter((one) => one.is_deposit && one.amount > 0);
const usable = (credits: readonly Credit[]) => credits.filter((one) => !one.is_deposit);

function previewedBookings(counted: Counted, providers: readonly string[], now: Date): PreviewedBooking[] {
  return counted.bookings
    .filter((booking) => isLiving(booking, now))
    .map((booking) => ({
      booking,
      parts: booking.status === "confirmed" ? partsOf(counted, booking, providers) : [],
      credits: counted.credits.filter(({ booking_id: of }) => of === booking.id),
    }));
}

function partsOf({ payments, refunds, disputes }: Counted, booking: Booking, providers: readonly string[]): Part[] {
  return payments
    .filter(({ booking_id: of }) => of === booking.id)
    .map((payment) => {
      const about = ({ payment_id: of }: { payment_id: string }) => of === payment.id;
      const why = whyByHand(payment, providers);
      const end = why === "bank" ? ("bank" as const) : why ? ("by_hand" as const) : ("refund" as const);
      return {
        payment,
        amount: owed(payment, refunds.filter(about), disputes.filter(about)),
        way: payment.method,
        end,
        why,
      };
    })
    .filter(({ amount }) => amount > 0);
}

function whyByHand({ provider, method, dispute_state }: Payment, providers: readonly string[]): ByHand | null {
  if (dispute_state === "open") return "bank";
  if (method === "oxxo") return "cash";
  if (method === "before") return "before";
  return providers.includes(provider) ? null : "no_provider";
}

function rowsOf(each: readonly PreviewedBooking[], now: Date): PreviewRow[] {
  const rows = each.map(({ booking, parts, credits }): PreviewRow => {
    const confirmed = booking.status === "confirmed";
    const amount = sum(parts.map((part) => part.amount));
    const currency = parts[0]?.payment.currency;
    const ways = new Set([...parts.map(({ way }) => way), ...(confirmed && credits.length > 0 ? ["credit"] : [])]);
    return {
      status: booking.status,
      ways: [...ways].toSorted(),
      outcome: confirmed ? outcomeOf(parts, credits) : unpaidOutcome(booking, now),
      bookings: 1,
      people: booking.people,
      money: currency ? { amount, currency } : null,
    };
  });
  const alike = Map.groupBy(rows, ({ status, ways, outcome, money }) =>
    [status, ways.join("+"), outcome, money?.currency].join(" "),
  );
  return [...alike.values()].map(together).toSorted(byWeight);
}

function unpaidOutcome({ kept_for, voucher_until: until }: Booking, now: Date): Outcome {
  if (kept_for === "bank") return "at_bank";
  return until !== null && until > now ? "voucher" : "closed";
}

function outcomeOf(parts: readonly Part[], credits: readonly Credit[]): Outcome {
  const worst = (["bank", "by_hand", "refund"] as const).find((end) => parts.some((part) => part.end === end));
  return worst ?? (credits.length > 0 ? "credit" : "nothing");
}

function together(rows: readonly PreviewRow[]): PreviewRow {
  const [first] = rows as [PreviewRow, ...PreviewRow[]];
  const money = first.money && { ...first.money, amount: sum(rows.map((row) => row.money?.amount ?? 0)) };
  return { ...first, bookings: rows.length, people: sum(rows.map((row) => row.people)), money };
}

const ORDER: readonly Outcome[] = ["refund", "by_hand", "bank", "credit", "nothing", "voucher", "at_bank", "closed"];
const byWeight = (a: PreviewRow, b: PreviewRow) =>
  ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome) || b.bookings - a.bookings;

function backOf(parts: readonly Part[]): CancelPreview["back"] {
  const currencies = Map.groupBy(parts, ({ payment }) => payment.currency);
  return [...currencies].map(([currency, of]) => ({
    money: { amount: sum(of.map(({ amount }) => amount)), currency },
    payments: of.length,
    ways: [...new Set(of.map(({ way }) => way))].toSorted(),
  }));
}

function byWay(parts: readonly Part[]): CancelPreview["backBy"] {
  const ways = Map.groupBy(parts, ({ way, payment }) => `${way} ${payment.currency}`);
  return [...ways.values()].map((of) => {
    const [{ way, payment }] = of as [Part, ...Part[]];
    return {
      way,
      money: { amount: sum(of.map(({ amount }) => amount)), currency: payment.currency },
      payments: of.length,
    };
  });
}

/** Sums by currency. */
export function byCurrency(amounts: readonly { amount: number; currency: Currency }[]): Money[] {
  const currencies = Map.groupBy(amounts, ({ currency }) => currency);
  return [...currencies].map(([currency, of]) => ({ currency, amount: sum(of.map(({ amount }) => amount)) }));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The word to type to cancel a departure: its city and day of the month, in capitals. */
export const confirmationWord = (cityId: string, date: string): string =>
  `${cityId.replaceAll("-", " ").toUpperCase()} ${Number(date.slice(8, 10))}`;

/** The word to type to cancel several departures, in the reader's language. */
export const confirmationWordOfSeveral = (count: number, locale: Locale): string =>
  `${locale === "es" ? "CANCELAR" : "CANCEL"} ${count}`;

/** What is counted of several departures together: no booking is of two. */
export const countedTogether = (all: readonly Counted[]): Counted => ({
  bookings: all.flatMap(({ bookings }) => bookings),
  payments: all.flatMap(({ payments }) => payments),
  refunds: all.flatMap(({ refunds }) => refunds),
  disputes: all.flatMap(({ disputes }) => disputes),
  credits: all.flatMap(({ credits }) => credits),
});

/** Whether the input is that word, ignoring case and extra spaces. */
export const isConfirmed = (input: string, word: string): boolean =>
  input.trim().replaceAll(/\s+/g, " ").toUpperCase() === word;
