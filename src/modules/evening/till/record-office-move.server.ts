import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { bookedAt, isBarKind, isDayOfOffice, officePosting } from "#src/modules/evening/till/rules/office.ts";
import type { OfficeMove } from "#src/modules/evening/till/schema.ts";
import { addMove, hasBar, moveForUpdate } from "#src/modules/evening/till/store/office.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Records what left the office's cash or came into it, or what a bar was paid, and posts it (docs/decisions/151). Idempotent by the
 * form's key. Requires `payments.change`. Refusals: forbidden {missing}, day_unknown (to come, or over a year ago), bar_not_found,
 * idempotency_conflict.
 */
export async function recordOfficeMove(ctx: Context, input: Omit<OfficeMove, "intent">) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  const { key: id, kind, amount, currency, day, note, receipt } = input;
  const ofBar = isBarKind(kind) ? { bar_id: input.bar_id, month: input.month } : { bar_id: null, month: null };
  const move = { kind, amount, currency, day, note, receipt, ...ofBar };
  return ctx.db.transaction().execute(async (tx) => {
    const isSame = async () => {
      const existing = await moveForUpdate(tx, id);
      return existing && Object.entries(move).every(([name, value]) => existing[name as keyof typeof move] === value);
    };
    const earlier = await isSame();
    if (earlier !== undefined) return earlier ? ok({}) : fail("idempotency_conflict");
    if (!isDayOfOffice(day, ctx.now)) return fail("day_unknown");
    if (ofBar.bar_id !== null && !(await hasBar(tx, ofBar.bar_id))) return fail("bar_not_found");
    const booked_at = bookedAt(day, ctx.now);
    const test = practises(ctx);
    // its twin was quicker
    if (!(await addMove(tx, { id, ...move, test, user_id: ctx.actor.userId, at: ctx.now, booked_at })))
      return (await isSame()) ? ok({}) : fail("idempotency_conflict");
    await postEntries(tx, booked_at, { purchaseId: null, test }, [officePosting({ id, kind, amount, currency })]);
    await audit(tx, ctx, {
      action: "office.recorded",
      subject: ["office_move", id],
      changes: { amount: [null, { [currency]: amount }] },
    });
    return ok({});
  });
}
