import { inPesos } from "#src/modules/booking/rules/pesos.ts";
import type { Currency } from "#src/kernel/money.ts";
import { commissionOf, lineMonth, monthOf, type Terms, termsFor } from "#src/modules/commission/rules/commission.ts";
import {
  addLines,
  type BookingFacts,
  bookingFacts,
  type ClosedMonth,
  closedMonths,
  lockForSettling,
  type NewLine,
  partnersOf,
  type Settled,
  settledSums,
  termsOf,
} from "#src/modules/commission/store/lines.server.ts";
import { postAll } from "#src/modules/ledger/post-entries.server.ts";
import { currencyRates } from "#src/modules/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/** Why commission moves, as a line says it. */
export type Cause =
  | "confirmed"
  | "came"
  | "changed"
  | "moved"
  | "cancelled"
  | "sale"
  | "dispute"
  | "partner"
  | "verdict"
  | "terms"
  | "closed";

/**
 * Runs in the transaction of whatever changed bookings, after everything else in it: adds to each booking's commission what is
 * missing to what its partner is to have now, and posts it. Nothing where nothing changed, however often it is called. Corrects no
 * line: what is on an agreed statement is set right on the next one.
 */
export async function settleCommission(ctx: Context, tx: Tx, bookings: readonly string[], cause: Cause): Promise<void> {
  const on = statementsOf(tx);
  const partners = await partnersOf(on, bookings);
  if (partners.length === 0) return;
  await lockForSettling(on, { partners, bookings });
  const facts = await bookingFacts(on, bookings);
  const sums = await settledSums(on, bookings);
  const terms = await termsOf(on, partners);
  const months = await closedMonths(on, partners);
  const rates = (await currencyRates(ctx)).perUsd;
  const lines = facts.flatMap((booking) => {
    const had = sums.filter(({ booking_id }) => booking_id === booking.id);
    const credited = booking.partner_id === null ? [] : [booking.partner_id];
    const whose = new Set([...had.map(({ partner_id }) => partner_id), ...credited]);
    const money = { amount: booking.revenue, currency: booking.currency as Currency };
    const sale = inPesos(money, booking, rates).amount;
    return [...whose].flatMap((partner) => {
      const own = terms.filter(({ partner_id }) => partner_id === partner);
      const at = { partner, months: months.filter(({ test }) => test === booking.test), cause };
      const before = had.find(({ partner_id }) => partner_id === partner) ?? { counted: 0, sale: 0, amount: 0 };
      return lineOf({ ...booking, sale }, own, before, at);
    });
  });
  if (lines.length > 0) await post(ctx, tx, lines);
}

type Sums = Pick<Settled, "counted" | "sale" | "amount">;

/** The line that brings a booking's commission from what was settled before to what it is now; none where that is the same. */
function lineOf(
  booking: BookingFacts & { sale: number },
  terms: readonly Terms[],
  before: Sums,
  { partner, months, cause }: { partner: string; months: readonly ClosedMonth[]; cause: Cause },
): NewLine[] {
  const { service_date } = booking;
  const own = months.filter(({ partner_id }) => partner_id === partner);
  const counted = own.find(({ month }) => month === monthOf(service_date))?.counted ?? null;
  const agreed = termsFor(terms, service_date);
  const isTheirs = booking.partner_id === partner;
  const target = commissionOf(isTheirs ? agreed : null, booking, counted);
  const amount = target.amount - before.amount;
  if (amount === 0) return [];
  const drafts = new Set(own.filter(({ state }) => state === "draft").map(({ month }) => month));
  const month = lineMonth(service_date, { closed: new Set(months.map((one) => one.month)), drafts });
  const isLate = month !== monthOf(service_date);
  return [
    {
      partner_id: partner,
      booking_id: booking.id,
      month,
      service_date,
      kind: isLate ? "correction" : cause === "closed" ? "tier" : amount < 0 ? "reversed" : "accrued",
      cause,
      came: target.counted - before.counted,
      people: booking.people,
      sale: target.sale - before.sale,
      amount,
      terms_id: target.termsId,
      rule: target.rule,
      note: "",
      test: booking.test,
    },
  ];
}

async function post({ now }: Context, tx: Tx, lines: readonly NewLine[]): Promise<void> {
  const added = await addLines(statementsOf(tx), lines, now);
  const moves = added.map(({ id, booking_id, amount, test }) => ({
    about: { bookingId: booking_id, test },
    postings: [
      {
        key: `commission:${id}`,
        kind: amount > 0 ? ("commission_due" as const) : ("commission_reversed" as const),
        amount: Math.abs(amount),
        currency: "MXN" as const,
      },
    ],
  }));
  await postAll(tx, now, moves);
}

/** Listens to `booking.partner_changed`. */
export const settlePartner = (
  ctx: Context,
  tx: Tx,
  { bookingIds, cause }: { bookingIds: readonly string[]; cause: Cause },
) => settleCommission(ctx, tx, bookingIds, cause);
