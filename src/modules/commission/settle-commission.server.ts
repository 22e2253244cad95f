import { inPesos } from "#src/modules/booking/rules/pesos.ts";
import type { Currency } from "#src/kernel/money.ts";
import { type Commission, commissionOf, lineMonth, type Months, monthOf, type Terms, termsFor } from "#src/modules/commission/rules/commission.ts";
import {
  addLines,
  type BookingFacts,
  bookingFacts,
  type ClosedMonth,
  closedMonths,
  lockForSettling,
  type NewLine,
  partnersOf,
  settledSums,
  termsOf,
} from "#src/modules/commission/store/lines.server.ts";
import { entriesOf } from "#src/modules/ledger/post-entries.server.ts";
import { addEntries } from "#src/modules/ledger/store.server.ts";
import { currencyRates } from "#src/modules/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/** Why commission moves, as a line says it. */
export type Cause = "confirmed" | "came" | "changed" | "moved" | "cancelled" | "sale" | "dispute" | "partner" | "verdict" | "terms" | "closed";

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
    const whose = new Set([...had.map(({ partner_id }) => partner_id), ...(booking.partner_id ? [booking.partner_id] : [])]);
    const { revenue, currency, ...rest } = booking;
    const sale = inPesos({ amount: revenue, currency: currency as Currency }, booking, rates).amount;
    return [...whose].flatMap((partner) => {
      const own = terms.filter(({ partner_id }) => partner_id === partner);
      const target = targetOf({ ...rest, sale }, partner, own, months);
      const before = had.find(({ partner_id }) => partner_id === partner)?.amount ?? 0;
      return lineOf(booking, partner, { target, before, cause, months: monthsOf(months, partner, booking.test) });
    });
  });
  if (lines.length > 0) await post(ctx, tx, lines);
}
