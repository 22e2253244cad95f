import { randomUUID } from "node:crypto";
import type { Currency } from "#src/kernel/money.ts";
import type { termsChanged } from "#src/modules/partners/commission/events.ts";
import type { bookingCancelled, bookingConfirmed, partnerChanged } from "#src/modules/sales/booking/events.ts";
import type { saleChanged } from "#src/modules/money/payments/events.ts";
import { inPesos } from "#src/modules/sales/booking/rules/pesos.ts";
import {
  type Cause,
  missingLines,
  type NewLine,
  type SettledBooking,
} from "#src/modules/partners/commission/rules/settling.ts";
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
} from "#src/modules/partners/commission/store/lines.server.ts";
import type { entriesRecorded } from "#src/modules/evening/door/events.ts";
import { postAll } from "#src/modules/base/ledger/post-entries.server.ts";
import type { departureMoved } from "#src/modules/sales/schedule/events.ts";
import { currencyRates } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Statements, Tx } from "#src/platform/db.server.ts";
import { addJobs } from "#src/platform/jobs.server.ts";
import { statementsOf, unlessBusy } from "#src/platform/transaction.server.ts";

/** How many bookings are settled in one go. */
const AT_ONCE = 500;
/** How long others' locks are waited for where a job can do it instead; less than the database waits before it ends a deadlock. */
const PATIENCE_MS = 500;

/**
 * Runs in the transaction of whatever changed bookings, after everything else in it: adds to each booking's commission what is
 * missing to what its partner is to have now, and posts it. Nothing where nothing changed, however often it is called. Corrects no
 * line: what is on an agreed statement is set right on the next one.
 */
async function settleCommission(ctx: Context, tx: Tx, bookings: readonly string[], cause: Cause): Promise<void> {
  const on = statementsOf(tx);
  const snapshot = await partnersOf(on, bookings);
  if (snapshot.length === 0) return;
  await lockForSettling(on, { partners: snapshot, bookings });
  // one may have got another partner before its lock was ours. Only then is a partner locked after a booking: should that meet
  // somebody who locks them the other way round, the database ends one of the two, and it is tried again
  const partners = await partnersOf(on, bookings);
  const added = partners.filter((id) => !snapshot.includes(id));
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
  for (let from = 0; from < bookings.length; from += AT_ONCE) {
    const some = bookings.slice(from, from + AT_ONCE);
    const facts = await soldFacts(tx, some);
    const had = Map.groupBy(await settledSums(on, some), ({ booking_id }) => booking_id);
    const lines = facts.flatMap((booking) =>
      missingLines(booking, had.get(booking.id) ?? [], books, cause).filter(isOurs),
    );
    if (lines.length > 0) await post(on, tx, lines, ctx.now);
  }
}

/** What is true of bookings now, with what they were sold for in centavos, at the rate of the sale. */
export async function soldFacts(tx: Tx, bookings: readonly string[]): Promise<SettledBooking[]> {
  const rates = (await currencyRates({ db: tx })).perUsd;
  return (await bookingFacts(statementsOf(tx), bookings)).map((booking) => {
    const money = { amount: booking.revenue, currency: booking.currency as Currency };
    return { ...booking, sale: inPesos(money, booking, rates).amount };
  });
}

async function post(on: Statements, tx: Tx, lines: readonly NewLine[], now: Date): Promise<void> {
  const added = await addLines(on, lines, now);
  const moves = added.map(({ id, booking_id, amount, test }) => ({
    about: { purchaseId: booking_id, test },
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

export const settleChanged = (ctx: Context, tx: Tx, { bookingId }: { bookingId: string }) =>
  settleCommission(ctx, tx, [bookingId], "changed");

export const settleSale = (ctx: Context, tx: Tx, { purchaseId: bookingId, cause }: Heard<typeof saleChanged>) =>
  settleCommission(ctx, tx, [bookingId], cause);

// whoever credits a booking holds its partners before the month, and whoever ends a month holds that first
export const settlePartner = (ctx: Context, tx: Tx, { bookingIds, cause }: Heard<typeof partnerChanged>) =>
  settleSoon(ctx, tx, bookingIds, cause);

// guests aren't kept waiting at a door for whoever closes a month
export const settleEntries = (ctx: Context, tx: Tx, { bookingIds }: Heard<typeof entriesRecorded>) =>
  settleSoon(ctx, tx, bookingIds, "came");

/** Settles at once, or by a job where somebody holds what it needs. */
async function settleSoon(ctx: Context, tx: Tx, bookings: readonly string[], cause: Cause): Promise<void> {
  if (!(await unlessBusy(tx, PATIENCE_MS, () => settleCommission(ctx, tx, bookings, cause))))
    await settleLater(tx, bookings, cause);
}

type Later = { bookingIds: readonly string[]; cause: Cause };

/** Has bookings settled by jobs, some at a time, so that none holds a partner for long. */
const settleLater = (tx: Tx, bookings: readonly string[], cause: Cause) =>
  addJobs(
    tx,
    "commission.settle",
    Array.from({ length: Math.ceil(bookings.length / AT_ONCE) }, (_, n) => ({
      key: `commission.settle:${randomUUID()}`,
      payload: { bookingIds: bookings.slice(n * AT_ONCE, (n + 1) * AT_ONCE), cause } satisfies Later,
    })),
  );

/** Job: settles bookings that weren't when something touched them. */
export const settleWaiting = (ctx: Context, { bookingIds, cause }: Later): Promise<void> =>
  ctx.db.transaction().execute((tx) => settleCommission(ctx, tx, bookingIds, cause));

export async function settleMoved(ctx: Context, tx: Tx, { departureId }: Heard<typeof departureMoved>): Promise<void> {
  const bookings = await bookingsOfNight(statementsOf(tx), departureId);
  if (bookings.length > 0) await settleCommission(ctx, tx, bookings, "moved");
}

/**
 * New terms: every booking of the partner from the first night they are for; many of them by jobs, as when somebody ends a month
 * just now, who holds that before the partners.
 */
export async function settleTerms(
  ctx: Context,
  tx: Tx,
  { partnerId, from }: Heard<typeof termsChanged>,
): Promise<void> {
  const on = statementsOf(tx);
  const partners = [partnerId];
  const cause = "terms";
  await holdAlone(on, partners);
  const bookings = await bookingsFrom(on, partners, { from, before: null, test: null });
  const atOnce = async () => {
    await enterMonths(on);
    await settleHeld(ctx, tx, { bookings, partners, cause });
  };
  if (bookings.length > AT_ONCE || !(await unlessBusy(tx, PATIENCE_MS, atOnce))) await settleLater(tx, bookings, cause);
}
