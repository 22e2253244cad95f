import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

type Entry = {
  action: string;
  subject: readonly [type: string, id: string];
  changes?: Record<string, readonly [old: unknown, now: unknown]>;
};

/** Writes who did what to which record, in the caller's transaction. Changes are `{field: {old, new}}` (rule permissions-5). */
export async function audit(
  tx: Tx | Db,
  ctx: Pick<Context, "actor">,
  { action, subject, changes = {} }: Entry,
): Promise<void> {
  const fields = Object.fromEntries(Object.entries(changes).map(([field, [old, now]]) => [field, { old, new: now }]));
  await tx
    .insertInto("audit_log")
    .values({
      actor_kind: ctx.actor.kind,
      actor_id: ctx.actor.userId,
      action,
      subject_type: subject[0],
      subject_id: subject[1],
      changes: JSON.stringify(fields),
      source: ctx.actor.address,
    })
    .execute();
}
