import { closeAttempts } from "#src/modules/money/payments/close-attempts.server.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { release } from "#src/modules/sales/booking/release-hold.server.ts";
import { opensList } from "#src/modules/sales/waiting/queries.server.ts";
import { endEntry, entryById } from "#src/modules/sales/waiting/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type Leaving = { id: string; token: string | null; of: string };
type Left = Ok | Failure<"entry_not_found" | "already_paid" | "provider_unavailable">;

/**
 * Takes somebody off the list of one night, `of`, by the link of any entry of their address; what they were offered goes to the next.
 * Twice is as good as once. Refusals: entry_not_found, already_paid, provider_unavailable (a payment of theirs can't be ended).
 */
export async function leaveList(ctx: Context, { id, token, of }: Leaving): Promise<Left> {
  if (!opensList(ctx, id, token) || !isUuid(of)) return fail("entry_not_found");
  const [linked, entry] = [await entryById(ctx.db, id), await entryById(ctx.db, of)];
  if (!linked || !entry || linked.test !== entry.test) return fail("entry_not_found");
  if (linked.email === "" || linked.email.toLowerCase() !== entry.email.toLowerCase()) return fail("entry_not_found");
  if (entry.state === "booked") return fail("already_paid");
  if (entry.state === "offered") return declineOffer(ctx, entry.booking_id!);
  const left = await endEntry(ctx.db, { id: of, from: ["waiting"], to: "left", now: ctx.now });
  // places may have been offered meanwhile
  return left || entry.state !== "waiting" ? ok({}) : leaveList(ctx, { id, token, of });
}

/** Gives the places of an unpaid offer back. The caller checks whose it is. */
async function declineOffer(ctx: Context, bookingId: string) {
  const closed = await closeAttempts(ctx, bookingId);
  if (closed === "paid") return fail("already_paid");
  if (closed === "pending") return fail("provider_unavailable");
  return ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (booking.status === "confirmed") return fail("already_paid");
    await release(ctx, tx, { id: bookingId, reason: "customer", from: ["pending"] });
    return ok({});
  });
}
