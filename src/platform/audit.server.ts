import { actorId, type Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { writeLater, writeOf } from "#src/platform/gather-writes.server.ts";

const ENTRY = writeOf({
  audited: `insert into audit_log (actor_kind, actor_id, action, subject_type, subject_id, changes, source)
    values ($1, $2, $3, $4, $5, $6, $7)`,
});

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
  const { kind, address } = ctx.actor;
  await writeLater(tx, ENTRY, [kind, actorId(ctx.actor), action, ...subject, JSON.stringify(fields), address]);
}
