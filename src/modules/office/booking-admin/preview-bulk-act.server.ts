import { createHash } from "node:crypto";
import { fail, ok } from "#src/kernel/result.ts";
import { can, readable } from "#src/modules/base/identity/rules/permissions.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { cancelPreviewOfBookings } from "#src/modules/changes/cancellation/queries.server.ts";
import { bookingsOf, type Chosen, chosenIds } from "#src/modules/office/booking-admin/queries.server.ts";
import type { CancelChoice } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import { type BulkAct, MOST_AT_ONCE, shortOfPlaces } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";
import type {
  ListedBooking,
  NotDone,
  PreviewedCancel,
  PreviewedRow,
} from "#src/modules/office/booking-admin/schema.ts";
import { departuresToSell } from "#src/modules/office/booking-admin/store/panel.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * What cancelling the chosen bookings would do, under a refund rule. Changes nothing. Needs `bookings.change`, and
 * `payments.change` if anything goes back. Refusals: forbidden {missing}, too_many {max}.
 */
export async function previewBulkCancel(ctx: Context, chosen: Chosen, choice: CancelChoice) {
  const selected = await selectedOf(ctx, chosen);
  if (!selected.ok) return selected;
  const { bookings } = selected;
  const ids = bookings.map(({ id }) => id);
  const { preview, each, fingerprint } = await cancelPreviewOfBookings(ctx, ids, choice);
  const due = new Map(each.map((one) => [one.id, one]));
  const isGivingBack = each.some(({ refund, waits, credit, deposit }) => refund + waits + credit + deposit > 0);
  if (isGivingBack && !can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" });
  const rows = bookings.map((booking): PreviewedCancel => {
    const one = due.get(booking.id);
    const reason = booking.state === "lapsed" ? "lapsed" : "already_cancelled";
    if (!one) return { booking, expected: null, refused: { reason }, due: null };
    const { version, refund: amount, currency, waits, credit, deposit } = one;
    return { booking, expected: { version, amount, credit, currency }, refused: null, due: { waits, credit, deposit } };
  });
  return ok({ rows, preview, fingerprint: fingerprintOf({ act: "cancel", choice }, fingerprint) });
}

/**
 * What moving the chosen bookings to a night would do: each on its own, who booked first is seated first. Changes nothing. Needs
 * `bookings.change`. Refusals: forbidden {missing}, too_many {max}, departure_not_found.
 */
export async function previewBulkMove(ctx: Context, chosen: Chosen, act: BulkAct & { act: "move" }) {
  const selected = await selectedOf(ctx, chosen);
  if (!selected.ok) return selected;
  const of = { now: ctx.now, cities: readable(ctx.actor), id: act.departure_id };
  const [night] = await departuresToSell(ctx.db, of, 1);
  if (!night) return fail("departure_not_found");
  const priced: PreviewedRow[] = [];
  for (const booking of selected.bookings) priced.push(await movedRow(ctx, booking, act));
  const parties = priced.filter(({ refused }) => refused === null).map(({ booking }) => booking);
  const short = shortOfPlaces(parties, night.free);
  const rows = priced.map((row): PreviewedRow => {
    const left = short.get(row.booking.id);
    return left === undefined ? row : { ...row, expected: null, refused: { reason: "sold_out", left } };
  });
  const content = rows.map(({ booking, expected, refused }) => [booking.id, expected, refused?.reason]);
  return ok({ rows, night, fingerprint: fingerprintOf(act, JSON.stringify(content)) });
}

async function movedRow(
  ctx: Context,
  booking: ListedBooking,
  { departure_id, money }: BulkAct & { act: "move" },
): Promise<PreviewedRow> {
  const refusedAs = (refused: NotDone): PreviewedRow => ({ booking, expected: null, refused });
  if (booking.state === "cancelled") return refusedAs({ reason: "already_cancelled" });
  const change = { kind: "date" as const, departure_id };
  const wish = { booking_id: booking.id, token: null, change, admin: { keeps: money === "keeps" } };
  const priced = await priceChange(ctx, wish);
  if (!priced.ok) return refusedAs({ reason: priced.reason, ...("left" in priced ? { left: priced.left } : {}) });
  const { version, difference } = priced.quote;
  const amount = difference.amount_minor;
  if (amount < 0 && !can(ctx.actor, "payments.change")) return refusedAs({ reason: "forbidden" });
  return { booking, expected: { version, amount, currency: difference.currency }, refused: null };
}

/** The chosen bookings, first booked first. */
async function selectedOf(ctx: Context, chosen: Chosen) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  const ids = await chosenIds(ctx, chosen);
  const distinct = [...new Set(ids ?? [])];
  if (ids === null || distinct.length > MOST_AT_ONCE) return fail("too_many", { max: MOST_AT_ONCE });
  const bookings = await bookingsOf(ctx, distinct);
  const order = ({ bookedAt, id }: ListedBooking) => `${bookedAt} ${id}`;
  return ok({ bookings: bookings.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)) });
}

const fingerprintOf = (act: BulkAct, content: string): string =>
  createHash("sha256")
    .update(JSON.stringify([act, content]))
    .digest("base64url");
