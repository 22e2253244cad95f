import { fail, ok } from "#src/kernel/result.ts";
import { guidedNight } from "#src/modules/evening/stops/read-night.server.ts";
import { guestsInside, headcountById, insertHeadcount } from "#src/modules/evening/stops/store/headcount.server.ts";
import { ownRoute, stopsOf } from "#src/modules/evening/stops/store/route.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type Count = {
  departureId: string;
  stopId: string;
  kind: "out" | "in";
  id: string;
  /** Tickets whose guests are there, or everybody. */
  present: readonly string[] | "all";
  /** Tickets that were to be counted: who has come in since wasn't. By default all who are in now. */
  of?: readonly string[];
  deviceAt: Date | null;
};

/**
 * Counts who is there when the group leaves a bar (`out`) or has come to one (`in`), of those who are checked in. `id` is made by the
 * device: sent again it counts once. Refusals: forbidden {missing}, departure_not_found, not_tonight, stop_not_found, id_taken (by
 * another count).
 */
export async function countHeads(ctx: Context, { departureId, stopId, kind, id, present, of, deviceAt }: Count) {
  const guided = await guidedNight(ctx, departureId);
  if (!guided.ok) return guided;
  return ctx.db.transaction().execute(async (tx) => {
    await ownRoute(tx, departureId);
    const stop = (await stopsOf(tx, [departureId])).find((one) => one.id === stopId);
    if (!stop) return fail("stop_not_found");
    const inside = (await guestsInside(tx, departureId))
      .map(({ ticket_id: ticket }) => ticket)
      .filter((ticket) => of === undefined || of.includes(ticket));
    const isHere = (ticket: string) => present === "all" || present.includes(ticket);
    const here = inside.filter(isHere);
    const missing = inside.filter((ticket) => !isHere(ticket));
    const isNew = await insertHeadcount(tx, {
      id,
      departure_id: departureId,
      stop_id: stopId,
      kind,
      present: here,
      missing,
      user_id: ctx.actor.userId,
      device_at: deviceAt,
      at: ctx.now,
    });
    if (!isNew) {
      const sent = await headcountById(tx, id);
      if (sent.departure_id !== departureId || sent.stop_id !== stopId || sent.kind !== kind) return fail("id_taken");
      return ok({ present: sent.present.length, missing: sent.missing.length });
    }
    const changes = {
      stop: [null, stop.name],
      present: [null, here.length],
      missing: [null, missing.length],
    } as const;
    await audit(tx, ctx, { action: "departure.guests_counted", subject: ["departure", departureId], changes });
    return ok({ present: here.length, missing: missing.length });
  });
}
