import { fail, ok } from "#src/kernel/result.ts";
import { happenedAt } from "#src/modules/evening/door/rules/entry.ts";
import { countHeads } from "#src/modules/evening/stops/count-heads.server.ts";
import { handOutAddOn } from "#src/modules/evening/stops/hand-out-add-on.server.ts";
import { guidedNight } from "#src/modules/evening/stops/read-night.server.ts";
import { recordStep } from "#src/modules/evening/stops/record-step.server.ts";
import type { Tap, TapResult } from "#src/modules/evening/stops/schema.ts";
import type { Context } from "#src/platform/context.server.ts";

type Sent = { taps: readonly Tap[]; sentAt: Date; userId: string | null };

/**
 * Takes what a guide's phone has kept of a night, in its order, at the times of its clock put right by `sentAt`, which it shows now.
 * Each has an id of its own and counts once; one that is refused keeps none of the others. `userId` is whose they are: a phone goes
 * from hand to hand. Refusals: forbidden {missing}, somebody_elses.
 */
export async function takeTaps(ctx: Context, departureId: string, { taps, sentAt, userId }: Sent) {
  const guided = await guidedNight(ctx, departureId);
  if (!guided.ok && guided.reason === "forbidden") return guided;
  if (userId !== ctx.actor.userId) return fail("somebody_elses");
  const aheadMs = sentAt.getTime() - ctx.now.getTime();
  const results: TapResult[] = [];
  for (const tap of taps) {
    const { id } = tap;
    const deviceAt = happenedAt(new Date(tap.at), aheadMs, ctx.now);
    const done = await ("booking" in tap
      ? handOutAddOn(ctx, { ...tap, departureId, deviceAt })
      : "of" in tap
        ? countHeads(ctx, {
            departureId,
            stopId: tap.stop,
            id,
            deviceAt,
            kind: tap.kind,
            present: tap.present,
            of: tap.of,
          })
        : recordStep(ctx, { departureId, stopId: tap.stop, id, deviceAt, kind: tap.kind }));
    results.push({
      id,
      refused: done.ok ? null : done.reason,
      bar: "name" in done ? done.name : "",
      missing: "missing" in done && typeof done.missing === "number" ? done.missing : 0,
    });
  }
  return ok({ results });
}
