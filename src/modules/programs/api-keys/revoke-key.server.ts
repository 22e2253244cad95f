import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { holdKey, updateKey } from "#src/modules/programs/api-keys/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Ends a key with all of its secrets: its next call is refused. Idempotent. Returns its name. Needs `programs.change`. Refusals:
 * forbidden {missing}, key_not_found.
 */
export async function revokeKey(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "programs.change")) return fail("forbidden", { missing: "programs.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const key = await holdKey(tx, id);
    if (!key) return fail("key_not_found");
    const { name, version } = key;
    if (key.revoked_at) return ok({ name });
    await updateKey(tx, id, { revoked_at: ctx.now, version: version + 1 });
    const changes = { revoked_at: [null, ctx.now] as const };
    await audit(tx, ctx, { action: "api_key.revoked", subject: ["api_key", id], changes });
    return ok({ name });
  });
}
