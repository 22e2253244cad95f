import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { previewBulkCancel, previewBulkMove } from "#src/modules/office/booking-admin/preview-bulk-act.server.ts";
import type { Chosen } from "#src/modules/office/booking-admin/queries.server.ts";
import type { BulkAct } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";
import { bulkActById, insertBulkAct } from "#src/modules/office/booking-admin/store/bulk-acts.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { addJobs } from "#src/platform/jobs.server.ts";

type Wish = {
  /** the form's UUID: sent twice, nothing is done twice */
  key: string;
  chosen: Chosen;
  act: BulkAct;
  fingerprint: string;
};

const ASKED = { cancel: { action: "bookings.cancel_asked" }, move: { action: "bookings.move_asked" } } as const;

/**
 * Cancels or moves several bookings as previewed: writes down what was shown of each, and a job does each on its own
 * (run-bulk-act). Previews again and does nothing if the outcome would differ. Idempotent by `key`. Needs `bookings.change`, and
 * `payments.change` if money goes back. Refusals: those of the preview, stale_preview, nobody, idempotency_conflict.
 */
export async function startBulkAct(ctx: Context, { key, chosen, act, fingerprint }: Wish) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  const before = await bulkActById(ctx.db, key);
  if (before) return before.fingerprint === fingerprint ? ok({ id: key }) : fail("idempotency_conflict");
  const preview =
    act.act === "cancel" ? await previewBulkCancel(ctx, chosen, act.choice) : await previewBulkMove(ctx, chosen, act);
  if (!preview.ok) return preview;
  if (preview.fingerprint !== fingerprint) return fail("stale_preview");
  const bookings = preview.rows.flatMap(({ booking: { id }, expected }) => (expected ? [{ id, expected }] : []));
  if (bookings.length === 0) return fail("nobody");
  const { userId, address } = ctx.actor;
  const request = { asked_by: userId, asked_from: address, asked_at: ctx.now };
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await insertBulkAct(tx, { id: key, act, fingerprint, ...request }, bookings))) return;
    const payloads = bookings.map(({ id }) => ({ bulkActId: key, bookingId: id }));
    await addJobs(
      tx,
      "bookings.bulk",
      payloads.map((payload) => ({ key: `bulk:${key}:${payload.bookingId}`, payload })),
    );
    const entry = ASKED[act.act];
    await audit(tx, ctx, { ...entry, subject: ["bookings", key], changes: { bookings: [null, bookings.length] } });
  });
  return ok({ id: key });
}
