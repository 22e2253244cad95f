import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { closeTill } from "#src/modules/evening/till/close-till.server.ts";
import { tillCounted } from "#src/modules/evening/till/events.ts";
import { changesOf, noteDifference, toldOf } from "#src/modules/evening/till/note-difference.server.ts";
import { countsFor, isStale } from "#src/modules/evening/till/rules/till.ts";
import { ALONE, type CountTill } from "#src/modules/evening/till/schema.ts";
import { takersFor } from "#src/modules/evening/till/queries.server.ts";
import {
  addCounts,
  countsOfTills,
  linesOfTills,
  tillByIdForUpdate,
  updateTill,
} from "#src/modules/evening/till/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Counts a till and names who takes it over, who is told by email: the first of its two confirmations. Only one's own, or, for whoever may change payments,
 * one whose owner doesn't: they are gone or lost their role. From here on nothing goes in or out. A currency that wasn't counted
 * counts as none. It is blind: what should be there is told with the refusal of a difference, and what was counted first is in the
 * audit log by then. Repeating it is fine. Needs `sales.door`. Refusals: forbidden {missing}, till_not_open, till_changed (another
 * round, or other sums than were shown), reason_needed {counts} (a difference without one), same_person (the owner or who counts), taker_not_found. Without anybody to
 * take it over it is `closeTill`, with its refusals.
 */
export async function countTill(ctx: Context, input: CountTill) {
  if (input.taker_id === ALONE) return closeTill(ctx, input);
  const { taker_id } = input;
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "sales.door") || !userId) return fail("forbidden", { missing: "sales.door" as const });
  if (taker_id === userId) return fail("same_person");
  if (!(await takersFor(ctx, [userId])).some(({ id }) => id === taker_id)) return fail("taker_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const till = await tillByIdForUpdate(tx, input.till_id);
    const isMine = till?.user_id === userId || can(ctx.actor, "payments.change");
    if (!till || !isMine || till.state === "closed") return fail("till_not_open");
    if (till.user_id === taker_id) return fail("same_person");
    if (till.round !== input.round) return fail("till_changed");
    const noted = { till_id: till.id, round: till.round, at: ctx.now };
    const counts = countsFor(await linesOfTills(tx, [till.id]), input, noted);
    if (till.state === "counted") {
      const before = await countsOfTills(tx, [till.id]);
      const isSame = counts.every(({ way, currency, counted }) =>
        before.some((one) => one.way === way && one.currency === currency && one.counted === counted),
      );
      return isSame && till.taker_id === taker_id ? ok({}) : fail("till_not_open");
    }
    if (isStale(counts, input.expected)) return fail("till_changed");
    const differs = counts.some(({ expected, counted }) => expected !== counted);
    if (differs && input.reason === "") {
      await noteDifference(tx, ctx, till.id, counts);
      return fail("reason_needed", { counts: toldOf(counts) });
    }
    await addCounts(tx, counts);
    await updateTill(tx, till.id, {
      state: "counted",
      counted_at: ctx.now,
      counter_id: userId,
      taker_id,
    });
    await ctx.publish(ctx, tx, tillCounted({ tillId: till.id, round: till.round, takerId: taker_id }));
    await audit(tx, ctx, {
      action: "till.counted",
      subject: ["till", till.id],
      changes: {
        ...changesOf(counts),
        ...(input.reason === "" ? {} : { reason: [null, input.reason] }),
      },
    });
    return ok({});
  });
}
