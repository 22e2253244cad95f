import { cancelAsAdmin } from "#src/modules/changes/cancellation/cancel-as-admin.server.ts";
import { staffAtWork } from "#src/modules/base/identity/queries.server.ts";
import { changeGuests } from "#src/modules/office/booking-admin/change-guests.server.ts";
import { type BulkAct, endOf } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";
import type { Expected } from "#src/modules/office/booking-admin/schema.ts";
import { beginOne, bulkActById, endOne } from "#src/modules/office/booking-admin/store/bulk-acts.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Job: cancels or moves one booking of a bulk act, by the use case for one booking, under the name and with the permissions that
 * whoever asked has now. What the use case refuses is noted, for them to look at. Runs again without doing anything twice.
 */
export async function runBulkAct(
  ctx: Context,
  { bulkActId, bookingId }: { bulkActId: string; bookingId: string },
): Promise<void> {
  const act = await bulkActById(ctx.db, bulkActId);
  const begun = act && (await ctx.db.transaction().execute((tx) => beginOne(tx, bulkActId, bookingId)));
  if (!begun) return;
  const actor = await staffAtWork(ctx, act.asked_by, act.asked_from);
  const result = await doOne({ ...ctx, actor }, bookingId, { act: act.act, ...begun });
  if (!result.ok && result.reason === "busy") throw new Error(`booking ${bookingId} is busy`);
  await endOne(ctx.db, bulkActId, bookingId, endOf(begun.before, result));
}

type One = { act: BulkAct; key: string; expected: Expected };

function doOne(ctx: Context, booking_id: string, { act, key, expected: quote }: One) {
  const { version, amount, credit, currency } = quote;
  if (act.act === "cancel") {
    const expected = { version, refund_minor: amount, ...(credit !== undefined && { credit_minor: credit }), currency };
    return cancelAsAdmin(ctx, { booking_id, choice: act.choice, expected });
  }
  const { departure_id, money } = act;
  const move = { act: "change", kind: "date", departure_id, money, collect: "link" } as const;
  return changeGuests(ctx, booking_id, { ...move, key, version, difference: amount, currency });
}
