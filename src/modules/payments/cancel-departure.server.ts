import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { cancelPreviewIn } from "#src/modules/payments/queries.server.ts";
import { confirmationWord, isConfirmed } from "#src/modules/payments/rules/cancel-preview.ts";
import type { CancelDeparture } from "#src/modules/payments/schema.ts";
import { insertCancellation } from "#src/modules/payments/store/departure.server.ts";
import { markDepartureCancelled, lockDeparture } from "#src/modules/schedule/mark-departure-cancelled.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";

/**
 * Cancels a departure as previewed (mechanics 4): bookings close at once, and a job ends the existing ones
 * (cancel-departure-bookings). Counts again under the departure's lock and does nothing if the result differs from the preview.
 * Idempotent: a second call returns `already: true`. Requires `schedule.change` and `payments.change`. Refusals: forbidden
 * {missing}, departure_not_found, departure_over, word_wrong, stale_preview.
 */
export async function cancelDeparture(ctx: Context, input: CancelDeparture) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" });
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" });
  const id = input.departure_id;
  return ctx.db.transaction().execute(async (tx) => {
    await lockDeparture(tx, id);
    const seen = await cancelPreviewIn({ ...ctx, db: tx }, id);
    if (!seen) return fail("departure_not_found");
    if (seen.departure.status === "cancelled") return ok({ already: true });
    if (seen.departure.ends_at <= ctx.now) return fail("departure_over");
    if (!isConfirmed(input.word, confirmationWord(seen.departure.city_id, seen.departure.date)))
      return fail("word_wrong");
    if (seen.fingerprint !== input.fingerprint) return fail("stale_preview");
    await markDepartureCancelled(ctx, tx, id);
    const { note_en, note_es, fingerprint } = input;
    const asked = { asked_at: ctx.now, asked_by: ctx.actor.userId, fingerprint, note_en, note_es };
    await insertCancellation(tx, { departure_id: id, ...asked });
    await finishSoon(ctx, tx, id);
    return ok({ already: false });
  });
}

/** Adds the job that cancels the bookings of a departure; idempotent. */
const finishSoon = (ctx: Context, tx: Tx, departureId: string) =>
  addJob(tx, "departure.end-bookings", { departureId }, { key: `departure:${departureId}`, runAt: ctx.now });
