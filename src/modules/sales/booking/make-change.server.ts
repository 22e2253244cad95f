import { bookingChanged } from "#src/modules/sales/booking/events.ts";
import { capsFor, overCap } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import type { ChangePlan } from "#src/modules/sales/booking/plan-change.server.ts";
import { changeHold, heldSince, RUNS_MS } from "#src/modules/sales/booking/rules/change-hold.ts";
import {
  type AddOnDelta,
  type BoughtLine,
  addOnsAfter,
  addOnsWithFewer,
  lessOfAddOns,
} from "#src/modules/sales/booking/rules/add-ons.ts";
import {
  addOnsOf,
  changedAddOns,
  insertChangedAddOns,
  setAddOn,
} from "#src/modules/sales/booking/store/add-ons.server.ts";
import { takenAlong, tooFewAddOns } from "#src/modules/sales/booking/take-add-ons.server.ts";
import { holdEnd } from "#src/modules/sales/booking/rules/states.ts";
import { bookingForUpdate, departureOf } from "#src/modules/sales/booking/store/booking.server.ts";
import {
  type ChangeRow,
  changeForUpdate,
  closeChange,
  type DropReason,
  insertChange,
  lockDepartures,
  pendingChange,
  prolongChange,
  rewriteBooking,
  unpaidRuns,
} from "#src/modules/sales/booking/store/change.server.ts";
import { capReached, guardMore } from "#src/modules/sales/booking/store/hold.server.ts";
import { freeSeats, growOwnNight, shrinkOwnNight, takeSeats } from "#src/modules/sales/schedule/take-seats.server.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { AppSettings } from "#src/modules/base/settings/rules/app-settings.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/** `before`: how much of what the change gives back another system took (minor units). */
type ChangeRequest = { id: string; requestHash: string; byStaff: boolean; before: number };

/**
 * Call with the booking locked: takes the seats a planned change needs, then makes the change, or holds them until its difference
 * is paid (31 min by default). Replaces a pending change, whose time it keeps. "no_seats" when they are not available, and
 * "changes_used" when places were held for this booking too often today: the caller rolls back. Throws where a cap on unpaid places
 * is met (`changeOverCap`). Staff are exempt from both. add_on_sold_out {left}, where there are too few of an add-on: the caller rolls
 * back. The caller checks permissions and that the plan is what was agreed to.
 */
export async function enterChange(
  ctx: Context,
  tx: Tx,
  plan: ChangePlan,
  { id, requestHash, byStaff, before }: ChangeRequest,
): Promise<"entered" | "no_seats" | "changes_used" | AddOnsShort> {
  const waits = plan.difference > 0;
  const settings = await appSettings({ db: tx });
  const waiting = await pendingChange(tx, plan.bookingId);
  const runs = waits && !byStaff ? await unpaidRuns(tx, plan.bookingId, new Date(ctx.now.getTime() - RUNS_MS)) : 0;
  const hold = changeHold(byStaff ? undefined : waiting, { runs, now: ctx.now }, settings);
  if (!hold) return "changes_used";
  await lockDepartures(tx, [plan.from, plan.to, ...(waiting ? [waiting.to_departure_id] : [])]);
  if (waiting) await drop(ctx, tx, waiting, "replaced");
  const behindList = byStaff ? null : { practice: practises(ctx) };
  if (byStaff && plan.change.kind === "add") await growNight(ctx, tx, plan);
  if (plan.take > 0 && !(await takeSeats(statementsOf(tx), plan.to, plan.take, { now: ctx.now, byStaff, behindList })))
    return "no_seats";
  if (waits && !byStaff && plan.take > 0) await guardChange(ctx, tx, plan, settings);
  // after places and caps, as when a booking is placed
  const short = await shortOfAddOns(ctx, tx, plan, byStaff);
  if (short) return short;
  await insertChange(tx, {
    ...plan.amounts,
    id,
    booking_id: plan.bookingId,
    booking_version: plan.version,
    kind: plan.change.kind,
    status: waits ? "pending" : "made",
    from_departure_id: plan.from,
    to_departure_id: plan.to,
    to_crawl_id: plan.toCrawl,
    people_before: plan.peopleBefore,
    people_after: plan.peopleAfter,
    held_people: plan.take,
    names: plan.change.kind === "add" ? plan.change.names : [],
    positions: plan.change.kind === "remove" ? plan.change.positions : [],
    currency: plan.currency,
    difference: plan.difference,
    // cheaper by more than can be refunded: the rest of what was paid is kept
    kept: plan.quote.before.total.amount_minor + plan.difference - plan.amounts.total_price,
    hold_expires_at: waits ? hold.expires : ctx.now,
    held_since: waits ? hold.since : null,
    request_hash: requestHash,
    created_at: ctx.now,
    closed_at: waits ? null : ctx.now,
  });
  if (plan.addOns.length > 0) await insertChangedAddOns(tx, id, plan.addOns);
  if (waits) await record(ctx, tx, plan.bookingId, "booking.change_held", { people: plan.take });
  else await rewrite(ctx, tx, (await changeForUpdate(tx, id))!, before);
  return "entered";
}

/** People who are added to a group's booking find a place on its own night. */
export async function growNight(ctx: Context, tx: Tx, { to, take }: Pick<ChangePlan, "to" | "take">): Promise<void> {
  const grown = await growOwnNight(statementsOf(tx), to, take);
  if (!grown) return;
  await audit(tx, ctx, {
    action: "departure.capacity_changed",
    subject: ["departure", to],
    changes: { total_spots: [grown.before, grown.after] },
  });
}

/** A group's own night doesn't keep places that were freed. */
export async function shrinkNight(ctx: Context, tx: Tx, departure: string, people: number): Promise<void> {
  const shrunk = await shrinkOwnNight(statementsOf(tx), departure, people);
  if (!shrunk) return;
  await audit(tx, ctx, {
    action: "departure.capacity_changed",
    subject: ["departure", departure],
    changes: { total_spots: [shrunk.before, shrunk.after] },
  });
}

/** Whether a night is a group's, and still closed for booking: only staff add people to it. */
async function isGroupsAlone(tx: Tx, departure: string): Promise<boolean> {
  const { is_private: isPrivate, bookings_disabled: isClosed } = (await departureOf(tx, departure))!;
  return isPrivate && isClosed;
}

type AddOnsShort = NonNullable<Awaited<ReturnType<typeof tooFewAddOns>>>;

/** Whether there are too few of the add-ons that a change adds, or takes along to another night; staff move a booking all the same. */
async function shortOfAddOns(ctx: Context, tx: Tx, plan: ChangePlan, byStaff: boolean) {
  const at = { bookingId: plan.bookingId, departureId: plan.to };
  if (plan.addOns.length > 0)
    return tooFewAddOns(statementsOf(tx), await withMore(ctx, tx, { ...at, deltas: plan.addOns }));
  if (plan.from === plan.to || byStaff) return null;
  return tooFewAddOns(statementsOf(tx), await takenAlong(ctx, tx, at));
}

/** What a booking would have of the add-ons that a change adds to, as a wish for its night. */
async function withMore(
  ctx: Context,
  tx: Tx,
  { bookingId, departureId, deltas }: { bookingId: string; departureId: string; deltas: readonly AddOnDelta[] },
) {
  const more = deltas.filter(({ quantity }) => quantity > 0);
  const has = (await addOnsOf(tx, [bookingId])).get(bookingId) ?? [];
  const lines = addOnsAfter(has, more)!;
  return { departureId, lines, except: bookingId, practice: practises(ctx) };
}

/** Places that a change holds until it is paid count as unpaid, for whoever made its booking. */
async function guardChange(ctx: Context, tx: Tx, { bookingId, to, take }: ChangePlan, settings: AppSettings) {
  const caps = capsFor(ctx, settings, (await departureOf(tx, to))!.total_spots);
  const more = { departureId: to, people: take, limitedCoupon: null, now: ctx.now, caps };
  await guardMore(statementsOf(tx), bookingId, more);
}

/** The refusal of a change that ran into a cap on unpaid places: unpaid_places {unpaid}, unpaid_change {because}; null for other errors. */
export async function changeOverCap(ctx: Context, error: unknown) {
  const cap = capReached(error);
  return cap && overCap(ctx, cap, "unpaid_change");
}

/** Outcome of a payment for a change: made it, arrived after another payment had, or arrived too late to make it. */
export type ChangePlacement = "change_made" | "duplicate" | "change_lost";

/**
 * Runs in the transaction that settles its payment, with the booking locked: makes a pending change. If its seats were released,
 * they must still be free. `change_lost` when the booking has changed since, the departure is cancelled or the seats are gone:
 * the booking stays as it was. The payment is refunded unless the result is `change_made`.
 */
export async function makePaidChange(ctx: Context, tx: Tx, changeId: string): Promise<ChangePlacement> {
  const change = await changeForUpdate(tx, changeId);
  if (!change) throw new Error(`change ${changeId} is gone`);
  if (change.status === "made") return "duplicate";
  const lost = await whyLost(ctx, tx, change);
  if (lost) {
    if (change.status === "pending") await drop(ctx, tx, change, lost);
    return "change_lost";
  }
  await closeChange(tx, change.id, ctx.now, null);
  // one that is paid gives nothing back
  await rewrite(ctx, tx, change, 0);
  return "change_made";
}

async function whyLost(ctx: Context, tx: Tx, change: ChangeRow): Promise<DropReason | null> {
  const waiting = await pendingChange(tx, change.booking_id);
  await lockDeparturesOf(tx, waiting ? [change, waiting] : [change]);
  if (!(await standsStill(ctx, tx, change))) return "booking_changed";
  if (change.status === "pending") return null;
  // only an expired change may be revived by a late payment; one dropped on purpose stays dropped
  if (change.drop_reason !== "expired") return change.drop_reason;
  const deltas = await changedAddOns(tx, change.id);
  if (deltas.length > 0) {
    const at = { bookingId: change.booking_id, departureId: change.to_departure_id };
    if (await tooFewAddOns(statementsOf(tx), await withMore(ctx, tx, { ...at, deltas }))) return "sold_out";
  }
  // what it had added to a group's own night went with it
  if (change.kind === "add" && (await isGroupsAlone(tx, change.to_departure_id)))
    await growNight(ctx, tx, { to: change.to_departure_id, take: change.held_people });
  const own = waiting?.to_departure_id === change.to_departure_id ? waiting.held_people : 0;
  const { available_spots: free, overbooked_spots: overbooked } = (await departureOf(tx, change.to_departure_id))!;
  if (free + Math.max(0, own - overbooked) < change.held_people) return "sold_out";
  // the paid change wins: the pending one was priced on the booking before it
  if (waiting) await drop(ctx, tx, waiting, "booking_changed");
  if (change.held_people === 0) return null;
  const seats = await takeSeats(statementsOf(tx), change.to_departure_id, change.held_people, { now: ctx.now });
  return seats ? null : "sold_out";
}

/**
 * Whether a change can still be made, apart from seats: its booking is unchanged since pricing, both departures are still ahead
 * and the new one is not cancelled. Add-ons are sold until a departure is over, and what is taken back of them wasn't handed out meanwhile.
 */
async function standsStill(ctx: Context, tx: Tx, change: ChangeRow): Promise<boolean> {
  const booking = (await bookingForUpdate(tx, change.booking_id))!;
  if (booking.status !== "confirmed" || booking.version !== change.booking_version) return false;
  const [from, to] = [await departureOf(tx, change.from_departure_id), await departureOf(tx, change.to_departure_id)];
  if (to!.status !== "scheduled") return false;
  if (change.kind !== "add_ons") return from!.starts_at > ctx.now && to!.starts_at > ctx.now;
  if (to!.ends_at <= ctx.now) return false;
  const has = (await addOnsOf(tx, [change.booking_id])).get(change.booking_id) ?? [];
  return addOnsAfter(has, await changedAddOns(tx, change.id)) !== null;
}

const lockDeparturesOf = (tx: Tx, changes: readonly ChangeRow[]) =>
  lockDepartures(
    tx,
    changes.flatMap((change) => [change.from_departure_id, change.to_departure_id]),
  );

/** Applies a change to its booking, freeing the old departure's seats first; tickets and email follow from the event (wiring). */
async function rewrite(ctx: Context, tx: Tx, change: ChangeRow, before: number): Promise<void> {
  const { booking_id: bookingId, kind, names, positions } = change;
  const leaving = kind === "date" ? change.people_before : Math.max(0, change.people_before - change.people_after);
  if (leaving > 0) await freeSeats(statementsOf(tx), change.from_departure_id, leaving);
  const { unit_price, subtotal, add_ons, discount, total_price } = change;
  const amounts = { unit_price, subtotal, add_ons, discount, total_price };
  if (kind === "remove") await giveBackAddOns(tx, change, leaving);
  const deltas = kind === "add_ons" ? await changedAddOns(tx, change.id) : [];
  const had = deltas.length === 0 ? [] : ((await addOnsOf(tx, [bookingId])).get(bookingId) ?? []);
  for (const line of addOnsAfter(had, deltas)!) await setAddOn(tx, bookingId, line);
  const { version, test } = await rewriteBooking(tx, bookingId, {
    ...amounts,
    departure: change.to_departure_id,
    crawl: change.to_crawl_id,
    people: change.people_after,
    samePlaces: kind === "add_ons",
  });
  await postDifference(ctx, tx, change, test);
  await record(ctx, tx, bookingId, "booking.changed", {
    kind: [null, kind],
    departure: [change.from_departure_id, change.to_departure_id],
    people: [change.people_before, change.people_after],
    total_price: [total_price - change.difference, total_price],
    ...(deltas.length > 0
      ? {
          add_on: [
            null,
            deltas.map(({ name, quantity }) => `${quantity > 0 ? "+" : "−"}${Math.abs(quantity)} ${name}`),
          ],
        }
      : {}),
  });
  const back = Math.max(0, -change.difference);
  await ctx.publish(ctx, tx, bookingChanged({ bookingId, version, kind, names, positions, back, before }));
}

/** Those who leave give back what was one for each person, unless the booking goes on paying for it. */
async function giveBackAddOns(
  tx: Tx,
  { id, booking_id: bookingId, people_after: people, add_ons: cost }: ChangeRow,
  leaving: number,
) {
  const lines = (await addOnsOf(tx, [bookingId])).get(bookingId) ?? [];
  const before = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (cost !== before - lessOfAddOns(lines, { people, leaving })) return;
  const after = addOnsWithFewer(lines, { people, leaving });
  for (const line of after) await setAddOn(tx, bookingId, line);
  if (after.length > 0) await insertChangedAddOns(tx, id, fewerIn(lines, after));
}

/** What each add-on gives back of what there was. */
const fewerIn = (lines: readonly BoughtLine[], after: readonly BoughtLine[]): AddOnDelta[] =>
  after.map((line) => {
    const had = lines.find(({ id }) => id === line.id)!;
    return { ...line, quantity: line.quantity - had.quantity, amount: line.amount - had.amount };
  });

/** Posts what a change adds to the sale, or takes back from it. */
function postDifference(ctx: Context, tx: Tx, { id, difference, currency, ...change }: ChangeRow, test: boolean) {
  const move =
    difference > 0
      ? ({ key: `change:${id}:sold`, kind: "sold", amount: difference, currency } as const)
      : ({ key: `change:${id}:taken_back`, kind: "sale_taken_back", amount: -difference, currency } as const);
  return postEntries(tx, ctx.now, { purchaseId: change.booking_id, test }, [move]);
}

/**
 * Call with the booking locked: releases the seats of its pending change, if any. Locks that change's departures in order,
 * including the booking's own, which the caller may go on to use.
 */
export async function dropWaiting(ctx: Context, tx: Tx, bookingId: string, why: DropReason): Promise<void> {
  const waiting = await pendingChange(tx, bookingId);
  if (!waiting) return;
  await lockDeparturesOf(tx, [waiting]);
  await drop(ctx, tx, waiting, why);
}

async function drop(ctx: Context, tx: Tx, change: ChangeRow, why: DropReason): Promise<void> {
  await closeChange(tx, change.id, ctx.now, why);
  if (change.held_people > 0) await freeSeats(statementsOf(tx), change.to_departure_id, change.held_people);
  if (change.kind === "add" && (await isGroupsAlone(tx, change.to_departure_id)))
    await shrinkNight(ctx, tx, change.to_departure_id, change.held_people);
  await record(ctx, tx, change.booking_id, "booking.change_dropped", { reason: [null, why] });
}

/**
 * Call with the booking locked, before a change is paid: extends its seat hold, within the limit of all holds. Returns the
 * change, or null when it is no longer pending or paying would be pointless.
 */
export async function keepForPaying(
  ctx: Context,
  tx: Tx,
  bookingId: string,
  changeId: string,
): Promise<ChangeRow | null> {
  const change = await changeForUpdate(tx, changeId);
  if (change?.status !== "pending" || change.booking_id !== bookingId || change.hold_expires_at <= ctx.now) return null;
  if (!(await standsStill(ctx, tx, change))) return null;
  const expires = holdEnd(ctx.now, heldSince(change), await appSettings({ db: tx }));
  if (expires <= change.hold_expires_at) return change;
  await prolongChange(tx, changeId, expires);
  return { ...change, hold_expires_at: expires };
}

type Changes = Record<string, number | readonly [old: unknown, now: unknown]>;

const record = (ctx: Context, tx: Tx, bookingId: string, action: string, changes: Changes) =>
  audit(tx, ctx, {
    action,
    subject: ["booking", bookingId],
    changes: Object.fromEntries(
      Object.entries(changes).map(([field, value]) => [field, typeof value === "number" ? [null, value] : value]),
    ),
  });
