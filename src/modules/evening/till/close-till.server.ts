import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { changesOf, noteDifference, toldOf } from "#src/modules/evening/till/note-difference.server.ts";
import { postTill } from "#src/modules/evening/till/post-till.server.ts";
import { takersFor } from "#src/modules/evening/till/queries.server.ts";
import { countsFor, isStale } from "#src/modules/evening/till/rules/till.ts";
import type { CountTill } from "#src/modules/evening/till/schema.ts";
import { addCounts, linesOfTills, tillByIdForUpdate, updateTill } from "#src/modules/evening/till/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Counts somebody else's till and closes it alone, always with a reason: its owner is gone and nobody is there to take it over. It
 * is in the books in this transaction, as closed by one person. Only where nobody but its owner could take it over. Repeating it is
 * fine. Needs `payments.change`. Refusals: forbidden {missing}, reason_needed_alone, till_not_open, till_changed (another round, or
 * other sums than were shown), same_person (there is another), count_differs {counts} (before what should be there was shown).
 */
export async function closeTill(ctx: Context, input: Omit<CountTill, "taker_id">) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "payments.change") || !userId) return fail("forbidden", { missing: "payments.change" as const });
  if (input.reason === "") return fail("reason_needed_alone");
  const takers = await takersFor(ctx, [userId]);
  return ctx.db.transaction().execute(async (tx) => {
    const till = await tillByIdForUpdate(tx, input.till_id);
    if (till?.state === "closed" && till.counter_id === userId && till.closed_alone !== null) return ok({});
    if (till?.state !== "open") return fail("till_not_open");
    if (takers.some(({ id: taker }) => taker !== till.user_id)) return fail("same_person");
    if (till.round !== input.round) return fail("till_changed");
    const { id, round } = till;
    const counts = countsFor(await linesOfTills(tx, [id]), input, { till_id: id, round, at: ctx.now });
    if (isStale(counts, input.expected)) return fail("till_changed");
    if (input.expected === undefined && counts.some(({ expected, counted }) => expected !== counted)) {
      await noteDifference(tx, ctx, id, counts);
      return fail("count_differs", { counts: toldOf(counts) });
    }
    await addCounts(tx, counts);
    const amount = await postTill(tx, ctx.now, till, { alone: true });
    const closed = { state: "closed", counted_at: ctx.now, counter_id: userId, closed_at: ctx.now } as const;
    await updateTill(tx, id, { ...closed, closed_alone: input.reason });
    await audit(tx, ctx, {
      action: "till.closed_alone",
      subject: ["till", id],
      changes: {
        expected: changesOf(counts).expected,
        amount: [null, amount],
        reason: [null, input.reason],
      },
    });
    return ok({});
  });
}
