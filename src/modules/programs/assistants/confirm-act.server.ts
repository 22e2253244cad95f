import { fail, ok } from "#src/kernel/result.ts";
import { can, reaches } from "#src/modules/base/identity/rules/permissions.ts";
import { cancelAsAdmin, priceAdminCancellation } from "#src/modules/changes/cancellation/cancel-as-admin.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import type { CancelRequest, MoveRequest } from "#src/modules/programs/assistants/schema.ts";
import { bookingByReference } from "#src/modules/programs/assistants/store.server.ts";
import { actorId, type Context } from "#src/platform/context.server.ts";
import { idFrom, sameToken, sign } from "#src/platform/secrets.server.ts";

// An assistant of staff moves and cancels in two steps: a preview of what would happen, with its money, and the same again with the
// preview's hash. The hash is of everything that the preview said, of whose it is and of its quarter of an hour, and signed: no other
// preview's, no guessed one and none of a booking that has changed since is taken (docs/decisions/221).

const WINDOW_MS = 15 * 60_000;

const hashAt = (ctx: Context, content: readonly unknown[], window: number): string =>
  sign(ctx.secret, "preview", actorId(ctx.actor) ?? "", ctx.actor.key?.id ?? "", window, JSON.stringify(content)).slice(
    0,
    22,
  );

const windowOf = ({ now }: Context): number => Math.floor(now.getTime() / WINDOW_MS);

const isOf = (ctx: Context, content: readonly unknown[], hash: string): boolean =>
  [0, 1].some((before) => sameToken(hash, hashAt(ctx, content, windowOf(ctx) - before)));

/** A booking that the caller may change, by its reference: of their cities, and of a key's sites. */
async function toChange(ctx: Context, reference: string) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  if (ctx.actor.key?.test) return fail("test_key");
  const booking = await bookingByReference(ctx.db, reference);
  const isOfSite = booking && (ctx.actor.key?.sites?.includes(booking.site_tag) ?? true);
  if (!isOfSite || !booking.city_id || !reaches(ctx.actor, booking.city_id)) return fail("booking_not_found");
  return ok({ id: booking.id, status: booking.status });
}

/**
 * Moves a booking to another night, or previews that. Nothing is given back by this door: where the new night costs less, `asksPerson`
 * says so and there is no hash. Needs `bookings.change`. Returns the change's `quote`, its `hash`, and once confirmed whether it is
 * `applied` or waits to be paid. Refusals: forbidden {missing}, test_key, booking_not_found, preview_changed (the hash is of another
 * preview), and those of `priceChange` and `changeBooking`.
 */
export async function moveByPreview(ctx: Context, { reference, night_id, price, reason, confirm }: MoveRequest) {
  const found = await toChange(ctx, reference);
  if (!found.ok) return found;
  const { id } = found;
  const change = { kind: "date" as const, departure_id: night_id };
  const wish = { booking_id: id, token: null, change, admin: { keeps: price === "keeps" } };
  const priced = await priceChange(ctx, wish);
  if (!priced.ok) return priced;
  const { quote } = priced;
  const { version, difference } = quote;
  const asksPerson = difference.amount_minor < 0 && !can(ctx.actor, "payments.change");
  const content = ["move", id, night_id, price, reason, version, difference];
  const preview = { id, quote, hash: asksPerson ? null : hashAt(ctx, content, windowOf(ctx)) };
  if (confirm === undefined) return ok({ ...preview, state: "preview" as const });
  if (!isOf(ctx, content, confirm)) return fail("preview_changed");
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  const done = await changeBooking(ctx, { ...wish, expected }, idFrom("assistant", id, confirm));
  return done.ok ? ok({ ...preview, hash: null, state: done.state }) : done;
}

/**
 * Cancels a booking by the guest's own terms, or previews that. Nothing is given back by this door: where something would be, there is no
 * hash, and a person does it. Needs `bookings.change`. Returns what goes back in minor units, its `hash`, and whether it is `cancelled`.
 * Refusals: forbidden {missing}, test_key, booking_not_found, already_cancelled, preview_changed, and those of `cancelAsAdmin`.
 */
export async function cancelByPreview(ctx: Context, { reference, reason, confirm }: CancelRequest) {
  const found = await toChange(ctx, reference);
  if (!found.ok) return found;
  const { id, status } = found;
  if (status === "cancelled") return fail("already_cancelled");
  const priced = await priceAdminCancellation(ctx, id);
  if (!priced.ok) return priced;
  const { version, currency, choices } = priced;
  const { refund, waits, credit, deposit, late } = choices.guest;
  const back = { refund: refund + waits, credit: credit + deposit + late, currency };
  const asksPerson = back.refund + back.credit > 0 && !can(ctx.actor, "payments.change");
  const content = ["cancel", id, reason, version, back];
  const preview = { id, back, hash: asksPerson ? null : hashAt(ctx, content, windowOf(ctx)) };
  if (confirm === undefined) return ok({ ...preview, state: "preview" as const });
  if (!isOf(ctx, content, confirm)) return fail("preview_changed");
  const expected = { version, refund_minor: refund, credit_minor: late + credit, currency };
  const done = await cancelAsAdmin(ctx, { booking_id: id, choice: "guest", expected });
  return done.ok ? ok({ ...preview, hash: null, state: "cancelled" as const }) : done;
}
