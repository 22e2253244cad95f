import { fail, ok } from "#src/kernel/result.ts";
import { queueToGuest } from "#src/modules/mail/notifications/queue-email.server.ts";
import { keptByHand } from "#src/modules/sales/booking/events.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import {
  importById,
  importForUpdate,
  markConfirming,
  reachableOf,
} from "#src/modules/office/importing/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";

/**
 * Has the guests of an import's bookings written to, by a job: who paid gets their tickets, who pays when they come is told how. Once for
 * each import; it can't be undone after that. Needs `imports.change`. Refusals: forbidden {missing}, import_not_found, not_done,
 * nobody_to_write_to, stale (there are others now than the `count` that was shown).
 */
export async function sendConfirmations(ctx: Context, id: string, { count }: { count: number }) {
  if (!can(ctx.actor, "imports.change")) return fail("forbidden", { missing: "imports.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const row = await importForUpdate(tx, id);
    if (!row) return fail("import_not_found");
    if (row.state !== "done" || row.kind !== "bookings") return fail("not_done");
    if (row.confirming_at) return ok({});
    const reachable = await reachableOf(tx, id);
    if (reachable.length === 0) return fail("nobody_to_write_to");
    if (reachable.length !== count) return fail("stale");
    await markConfirming(tx, id, ctx.now);
    await addJob(tx, "imports.confirm", { importId: id }, { key: `imports.confirm:${id}` });
    await audit(tx, ctx, {
      action: "import.confirmations_sent",
      subject: ["import", id],
      changes: { bookings: [null, reachable.length] },
    });
    return ok({});
  });
}

/** Job: queues the email of each booking of an import, each on its own. Run again it queues none twice. */
export async function confirmImported(ctx: Context, { importId }: { importId: string }): Promise<void> {
  const row = await importById(ctx.db, importId);
  if (!row?.confirming_at) return;
  const naming = { event: "import.not_confirmed", about: ({ id }: Reachable) => ({ booking: id }) };
  await eachInTurn(await reachableOf(ctx.db, importId), naming, (booking) =>
    ctx.db.transaction().execute((tx) => confirmOne(ctx, tx, booking)),
  );
}

type Reachable = Awaited<ReturnType<typeof reachableOf>>[number];

/** Who paid gets their tickets; whoever pays at the door is told how, and until when their places are kept. */
async function confirmOne(ctx: Context, tx: Tx, { id: bookingId, status, until }: Reachable): Promise<void> {
  if (status === "pending")
    return ctx.publish(ctx, tx, keptByHand({ bookingId, until: until.toISOString(), door: true, transfer: "" }));
  const email = { kind: "booking_confirmation", key: "confirmation.1", payload: {} } as const;
  return queueToGuest(ctx, tx, bookingId, email);
}
