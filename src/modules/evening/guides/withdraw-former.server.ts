import { titledNight } from "#src/modules/evening/guides/assign-guide.server.ts";
import { isLive } from "#src/modules/evening/guides/rules/shift.ts";
import { liveNightsBut, lockNights, lockShift, writeShift } from "#src/modules/evening/guides/store/shifts.server.ts";
import { staffWho } from "#src/modules/base/identity/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";

/**
 * Job: takes whoever may no longer guide off the nights that aren't over, so that these lack a guide where somebody sees it. Nobody
 * is written to: their role has ended. Idempotent, and safe to run concurrently.
 */
export async function withdrawFormer(ctx: Context): Promise<void> {
  const guides = (await staffWho(ctx, "checkins.record")).map(({ id }) => id);
  const led = await liveNightsBut(ctx.db, guides, ctx.now);
  const naming = { event: "shift.not_withdrawn", about: ({ shift_id }: (typeof led)[number]) => ({ shift: shift_id }) };
  await eachInTurn(led, naming, ({ id: departureId, shift_id: id }) =>
    ctx.db.transaction().execute(async (tx) => {
      const [night] = await lockNights(tx, [departureId]);
      const shift = await lockShift(tx, id);
      if (!night || !shift?.user_id || !isLive(shift.state)) return;
      await writeShift(tx, id, { state: "withdrawn", answered_at: ctx.now });
      await audit(tx, ctx, {
        action: "shift.withdrawn",
        subject: ["user", shift.user_id],
        changes: { departure: [titledNight(night), null] },
      });
    }),
  );
}
