import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { deleteGrants, type GrantsOf, holdGrant } from "#src/modules/programs/connections/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Ends what a program may do for somebody: its next call is refused. Everybody ends their own; others' need `programs.change`. Returns
 * the program's name. Refusals: forbidden {missing}, connection_not_found.
 */
export async function endConnection(ctx: Context, { id }: { id: string }) {
  return ctx.db.transaction().execute(async (tx) => {
    const grant = await holdGrant(tx, id);
    if (grant?.user_id !== ctx.actor.userId && !can(ctx.actor, "programs.change"))
      return fail("forbidden", { missing: "programs.change" as const });
    if (!grant) return fail("connection_not_found");
    const [ended] = await endGrants(ctx, tx, { id });
    return ok({ name: ended! });
  });
}

/** Ends all connections of somebody with their sessions: whoever had one, or an old password or second factor, may have made them. */
export async function endConnections(ctx: Context, tx: Tx, { userId }: { userId: string }): Promise<void> {
  await endGrants(ctx, tx, { userId });
}

/** Ends connections. The caller checks access. Returns the names of their programs. */
export async function endGrants(ctx: Context, tx: Tx, of: GrantsOf): Promise<string[]> {
  const ended = await deleteGrants(tx, of);
  for (const { id, name } of ended)
    await audit(tx, ctx, { action: "connection.ended", subject: ["connection", id], changes: { name: [name, null] } });
  return ended.map(({ name }) => name);
}
