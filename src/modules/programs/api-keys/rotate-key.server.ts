import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { hashOfKey, newKey } from "#src/platform/program-key.server.ts";
import type { Overlap } from "#src/modules/programs/api-keys/rules/key-state.ts";
import { addSecret, holdKey } from "#src/modules/programs/api-keys/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Gives a key a new secret, which counts at once; the one before goes on for `overlap` hours. Returns the new text, which is stored
 * nowhere, and until when the old one works. Needs `programs.change`. Refusals: forbidden {missing}, key_not_found (revoked or expired
 * too).
 */
export async function rotateKey(ctx: Context, { id, overlap }: { id: string; overlap: Overlap }) {
  if (!can(ctx.actor, "programs.change")) return fail("forbidden", { missing: "programs.change" as const });
  const { now } = ctx;
  return ctx.db.transaction().execute(async (tx) => {
    const key = await holdKey(tx, id);
    if (!key || key.revoked_at || (key.expires_at && key.expires_at <= now)) return fail("key_not_found");
    const { text, prefix } = newKey(key.test);
    const until = new Date(now.getTime() + overlap * 3_600_000);
    await addSecret(tx, { key_id: id, hash: hashOfKey(text), prefix }, { now, until });
    await audit(tx, ctx, { action: "api_key.rotated", subject: ["api_key", id], changes: { prefix: [null, prefix] } });
    const { name, test } = key;
    return ok({ id, name, text, test, oldUntil: overlap === 0 ? null : until });
  });
}
