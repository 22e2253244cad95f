import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { endOfDay, whyNot } from "#src/modules/programs/api-keys/rules/key-state.ts";
import type { ChangeKey } from "#src/modules/programs/api-keys/schema.ts";
import { holdKey, updateKey } from "#src/modules/programs/api-keys/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Changes what a key may do and where; its next call is by the new rules. Saving what is saved already changes nothing. Returns its name.
 * Needs `programs.change`. Refusals: forbidden {missing}, key_not_found (revoked too), key_changed, scopes_of_house,
 * partners_in_cities, expiry_past.
 */
export async function changeKey(ctx: Context, { id, version, expires_on, ...wish }: ChangeKey) {
  if (!can(ctx.actor, "programs.change")) return fail("forbidden", { missing: "programs.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const before = await holdKey(tx, id);
    if (!before || before.revoked_at) return fail("key_not_found");
    const after = { ...wish, expires_at: endOfDay(expires_on) };
    const changes = Object.fromEntries(
      (Object.keys(after) as (keyof typeof after)[])
        .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
        .map((field) => [field, [before[field], after[field]] as const]),
    );
    const { name } = wish;
    if (Object.keys(changes).length === 0) return ok({ name });
    if (before.version !== version) return fail("key_changed");
    // one that has expired already may stay so
    const end = "expires_at" in changes ? expires_on : null;
    const isPartner = before.partner_id !== null;
    const reason = whyNot({ ...wish, expires_on: end }, { isPartner, now: ctx.now });
    if (reason) return fail(reason);
    await updateKey(tx, id, { ...after, version: version + 1 });
    await audit(tx, ctx, { action: "api_key.changed", subject: ["api_key", id], changes });
    return ok({ name });
  });
}
