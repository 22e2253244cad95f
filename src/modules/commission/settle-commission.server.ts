import type { Currency } from "#src/kernel/money.ts";
import type { termsChanged } from "#src/modules/affiliates/events.ts";
import type {
  bookingCancelled,
  bookingChanged,
  bookingConfirmed,
  partnerChanged,
  saleChanged,
} from "#src/modules/booking/events.ts";
import { inPesos } from "#src/modules/booking/rules/pesos.ts";
import { type Cause, missingLines, type NewLine } from "#src/modules/commission/rules/settling.ts";
import {
  addLines,
  bookingFacts,
  bookingsFrom,
  bookingsOfNight,
  booksOf,
  enterMonths,
  holdAlone,
  holdPartners,
  lockForSettling,
  partnersOf,
  settledSums,
} from "#src/modules/commission/store/lines.server.ts";
import type { entriesRecorded } from "#src/modules/door/events.ts";
import { postAll } from "#src/modules/ledger/post-entries.server.ts";
import type { departureMoved } from "#src/modules/schedule/events.ts";
import { currencyRates } from "#src/modules/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Statements, Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/** How many bookings are settled in one go. */
const AT_ONCE = 1000;

/**
 * Runs in the transaction of whatever changed bookings, after everything else in it: adds to each booking's commission what is
 * missing to what its partner is to have now, and posts it. Nothing where nothing changed, however often it is called. Corrects no
 * line: what is on an agreed statement is set right on the next one.
 */
async function settleCommission(ctx: Context, tx: Tx, bookings: readonly string[], cause: Cause): Promise<void> {
  const on = statementsOf(tx);
  const seen = await partnersOf(on, bookings);
  if (seen.length === 0) return;
  await lockForSettling(on, { partners: seen, bookings });
  // one may have got another partner before its lock was ours. Only then is a partner locked after a booking: should that meet
  // somebody who locks them the other way round, the database ends one of the two, and it is tried again
  const partners = await partnersOf(on, bookings);
  const added = partners.filter((id) => !seen.includes(id));
  if (added.length > 0) await holdPartners(on, added);
  await settleHeld(ctx, tx, { bookings, partners, cause });
}

/** The same where the caller holds all of the commission of `partners`, and of no others: settles theirs. */
export async function settleHeld(
  ctx: Context,
  tx: Tx,
  { bookings, partners, cause }: { bookings: readonly string[]; partners: readonly string[]; cause: Cause },
): Promise<void> {
  const on = statementsOf(tx);
  const books = await booksOf(on, partners);
  const isOurs = ({ partner_id }: { partner_id: string }) => partners.includes(partner_id);
  const rates = (await currencyRates({ db: tx })).perUsd;
  for (let from = 0; from < bookings.length; from += AT_ONCE) {
    const some = bookings.slice(from, from + AT_ONCE);
    const facts = await bookingFacts(on, some);
    const had = Map.groupBy(await settledSums(on, some), ({ booking_id }) => booking_id);
    const lines = facts.flatMap((booking) => {
      const money = { amount: booking.revenue, currency: booking.currency as Currency };
      const sale = inPesos(money, booking, rates).amount;
      return missingLines({ ...booking, sale }, had.get(booking.id) ?? [], books, cause).filter(isOurs);
    });
    if (lines.length > 0) await post(on, tx, lines, ctx.now);
  }
}

async function post(on: Statements, tx: Tx, lines: readonly NewLine[], now: Date): Promise<void> {
  const added = await addLines(on, lines, now);
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

// Event handlers. A booking that no partner is credited with costs no statement where its event says so.

type Heard<Event extends (...args: never[]) => { payload: unknown }> = ReturnType<Event>["payload"];

export async function settleConfirmed(ctx: Context, tx: Tx, { bookingId, partnerId }: Heard<typeof bookingConfirmed>) {
  if (partnerId !== null) await settleCommission(ctx, tx, [bookingId], "confirmed");
}

export async function settleCancelled(
  ctx: Context,
  tx: Tx,
  { bookingId, wasConfirmed }: Heard<typeof bookingCancelled>,
) {
  if (wasConfirmed) await settleCommission(ctx, tx, [bookingId], "cancelled");
}

export const settleChanged = (ctx: Context, tx: Tx, { bookingId }: Heard<typeof bookingChanged>) =>
  settleCommission(ctx, tx, [bookingId], "changed");

export const settleSale = (ctx: Context, tx: Tx, { bookingId, cause }: Heard<typeof saleChanged>) =>
  settleCommission(ctx, tx, [bookingId], cause);

export const settlePartner = (ctx: Context, tx: Tx, { bookingIds, cause }: Heard<typeof partnerChanged>) =>
  settleCommission(ctx, tx, bookingIds, cause);

export const settleEntries = (ctx: Context, tx: Tx, { bookingIds }: Heard<typeof entriesRecorded>) =>
  settleCommission(ctx, tx, bookingIds, "came");

export async function settleMoved(ctx: Context, tx: Tx, { departureId }: Heard<typeof departureMoved>): Promise<void> {
  const bookings = await bookingsOfNight(statementsOf(tx), departureId);
  if (bookings.length > 0) await settleCommission(ctx, tx, bookings, "moved");
}

/** New terms: every booking of the partner from the first night they are for. */
export async function settleTerms(
  ctx: Context,
  tx: Tx,
  { partnerId, from }: Heard<typeof termsChanged>,
): Promise<void> {
  const on = statementsOf(tx);
  const partners = [partnerId];
  await enterMonths(on);
  await holdAlone(on, partners);
  const bookings = await bookingsFrom(on, partners, { from, before: null, test: null });
  await settleHeld(ctx, tx, { bookings, partners, cause: "terms" });
}
