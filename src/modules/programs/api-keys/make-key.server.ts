import { randomUUID } from "node:crypto";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { hashOfKey, newKey } from "#src/platform/program-key.server.ts";
import { endOfDay, whyNot } from "#src/modules/programs/api-keys/rules/key-state.ts";
import type { MakeKey } from "#src/modules/programs/api-keys/schema.ts";
import { addSecret, insertKey, partnerOfKey } from "#src/modules/programs/api-keys/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Makes a key for a program, of a partner or of the house. Returns its text, which is stored nowhere. Needs `programs.change`.
 * Refusals: forbidden {missing}, partner_not_found, partner_off, scopes_of_house, partners_in_cities, expiry_past.
 */
export async function makeKey(ctx: Context, { kind, expires_on, ...wish }: MakeKey) {
  if (!can(ctx.actor, "programs.change")) return fail("forbidden", { missing: "programs.change" as const });
  const { now } = ctx;
  const reason = whyNot({ ...wish, expires_on }, { isPartner: wish.partner_id !== null, now });
  if (reason) return fail(reason);
  return ctx.db.transaction().execute(async (tx) => {
    const partner = wish.partner_id === null ? null : await partnerOfKey(tx, wish.partner_id);
    if (partner === undefined) return fail("partner_not_found");
    if (partner && !partner.is_active) return fail("partner_off");
    const [id, test] = [randomUUID(), kind === "test"];
    const { text, prefix } = newKey(test);
    await insertKey(tx, { ...wish, id, test, expires_at: endOfDay(expires_on), created_at: now });
    await addSecret(tx, { key_id: id, hash: hashOfKey(text), prefix }, { now, until: now });
    await audit(tx, ctx, {
      action: "api_key.made",
      subject: ["api_key", id],
      changes: {
        name: [null, wish.name],
        prefix: [null, prefix],
        scopes: [null, wish.scopes],
        ...(partner && { partner: [null, partner.name] }),
      },
    });
    return ok({ id, name: wish.name, text, test });
  });
}
