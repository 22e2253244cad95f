import { dateIn, HOME_ZONE, instantOf } from "#src/kernel/local-time.ts";
import type { Money } from "#src/kernel/money.ts";

/** Kinds of difference between a provider's record and ours, per charge or refund. */
export const DIFFERENCES = [
  /** charged there, but no payment of ours */
  "charge_unknown",
  /** paid here, but nothing charged there */
  "charge_missing",
  /** another amount or currency */
  "charge_differs",
  /** charged there, but the payment is still pending here */
  "payment_open",
  "refund_unknown",
  "refund_missing",
  "refund_differs",
] as const;
export type DifferenceKind = (typeof DIFFERENCES)[number];

/** One difference; `ours` or `theirs` is null if that side doesn't know it. */
export type Difference = {
  kind: DifferenceKind;
  externalId: string | null;
  paymentId: string | null;
  refundId: string | null;
  ours: Money | null;
  theirs: Money | null;
};

/** An item of a provider's listing: `externalId` is the charge's or the refund's id there. */
type Listed = {
  kind: "charge" | "refund";
  externalId: string;
  chargeId: string | null;
  paymentId: string | null;
  money: Money;
};
/** A payment of ours; `money` is what was charged, or is to be. `decided`: paid, or in review. */
export type OurPayment = {
  id: string;
  externalId: string | null;
  chargeId: string | null;
  decided: boolean;
  money: Money;
};
export type OurRefund = { id: string; paymentId: string; externalId: string; money: Money };
/**
 * What a provider's listing of a period is compared with: every payment and refund that it names, and those we have recorded in
 * that period (`expected`, by id).
 */
export type Books = {
  payments: readonly OurPayment[];
  refunds: readonly OurRefund[];
  expected: { payments: ReadonlySet<string>; refunds: ReadonlySet<string> };
};

const same = (a: Money, b: Money) => a.amount === b.amount && a.currency === b.currency;

/** All differences between a provider's listing and our records. */
export function compare(listed: readonly Listed[], books: Books): Difference[] {
  const charges = listed.filter(({ kind }) => kind === "charge");
  const refunds = listed.filter(({ kind }) => kind === "refund");
  return [...compareCharges(charges, books), ...compareRefunds(refunds, books)];
}

const isOf = (one: Listed, payment: OurPayment): boolean =>
  one.paymentId === payment.id ||
  (payment.externalId !== null && one.externalId === payment.externalId) ||
  (payment.chargeId !== null && [one.externalId, one.chargeId].includes(payment.chargeId));

function compareCharges(charges: readonly Listed[], { payments, expected }: Books): Difference[] {
  const listed = new Set<string>();
  const found = charges.flatMap((charge): Difference[] => {
    const payment = payments.find((one) => isOf(charge, one));
    const about = { externalId: charge.externalId, refundId: null, theirs: charge.money };
    // a payment is charged once: a second charge counts as unknown
    if (!payment || listed.has(payment.id))
      return [{ ...about, kind: "charge_unknown", paymentId: payment?.id ?? null, ours: null }];
    listed.add(payment.id);
    const both = { ...about, paymentId: payment.id, ours: payment.money };
    if (!payment.decided) return [{ ...both, kind: "payment_open" }];
    return same(payment.money, charge.money) ? [] : [{ ...both, kind: "charge_differs" }];
  });
  const missing = payments
    .filter(({ id }) => expected.payments.has(id) && !listed.has(id))
    .map(({ id, externalId, chargeId, money }) => ({
      kind: "charge_missing" as const,
      externalId: chargeId ?? externalId,
      paymentId: id,
      refundId: null,
      ours: money,
      theirs: null,
    }));
  return [...found, ...missing];
}

function compareRefunds(refunds: readonly Listed[], books: Books): Difference[] {
  const names = new Set(refunds.map(({ externalId }) => externalId));
  const found = refunds.flatMap((one): Difference[] => {
    const refund = books.refunds.find(({ externalId }) => externalId === one.externalId);
    const about = { externalId: one.externalId, theirs: one.money };
    const paymentId = refund?.paymentId ?? books.payments.find((payment) => isOf(one, payment))?.id ?? null;
    if (!refund) return [{ ...about, kind: "refund_unknown", paymentId, refundId: null, ours: null }];
    if (same(refund.money, one.money)) return [];
    return [{ ...about, kind: "refund_differs", paymentId, refundId: refund.id, ours: refund.money }];
  });
  const missing = books.refunds
    .filter(({ id, externalId }) => books.expected.refunds.has(id) && !names.has(externalId))
    .map(({ id, paymentId, externalId, money }) => ({
      kind: "refund_missing" as const,
      externalId,
      paymentId,
      refundId: id,
      ours: money,
      theirs: null,
    }));
  return [...found, ...missing];
}

/** How long after its end a day is compared: the slowest report of a company lags three hours behind. */
const RIPE_MS = 4 * 3_600_000;
/** The most days to compare at a time: what is left of a longer gap has its turn the next night. */
const MOST_DAYS = 31;

/** The bounds of a business day (YYYY-MM-DD, Mexico City). */
export const boundsOf = (day: string): { from: Date; until: Date } => ({
  from: instantOf(day, "00:00", HOME_ZONE),
  until: instantOf(Temporal.PlainDate.from(day).add({ days: 1 }).toString(), "00:00", HOME_ZONE),
});

/** The current business month (`2026-11`, Mexico City). */
export const monthOf = (now: Date): string => dateIn(now, HOME_ZONE).slice(0, 7);

/**
 * The days to compare now, oldest first: of those that haven't been `compared` since the first that has, the newest; or only the newest
 * complete one. So none is passed over, and days that can't be compared keep no other waiting.
 */
export function daysToCompare(compared: readonly string[], now: Date): string[] {
  const newest = Temporal.PlainDate.from(dateIn(new Date(now.getTime() - RIPE_MS), HOME_ZONE)).subtract({ days: 1 });
  const since = compared.reduce((first, day) => (day < first ? day : first), newest.toString());
  const done = new Set(compared);
  const count = Temporal.PlainDate.from(since).until(newest).days + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => newest.subtract({ days: count - 1 - i }).toString())
    .filter((day) => !done.has(day))
    .slice(-MOST_DAYS);
}

/** The days that should have been compared by now and weren't: a later night has had its turn. */
export const daysPassedOver = (compared: readonly string[], now: Date): string[] =>
  compared.length === 0 ? [] : daysToCompare(compared, new Date(now.getTime() - 24 * 3_600_000));
