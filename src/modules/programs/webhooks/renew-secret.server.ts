import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { secretOf } from "#src/modules/programs/webhooks/sign-message.server.ts";
import { lockEndpoint, renewSecretRow } from "#src/modules/programs/webhooks/store/endpoints.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** For how long messages are signed with the secret before as well. */
const HOURS_BESIDE = 24;

/** Reads an endpoint's secret, of which the audit log gets to know. Refusals: forbidden {missing}, endpoint_not_found. */
export async function showSecret(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const endpoint = isUuid(id) ? await lockEndpoint(tx, id) : undefined;
    if (!endpoint) return fail("endpoint_not_found");
    await audit(tx, ctx, { action: "webhook.secret_read", subject: ["webhook", id] });
    return ok({ secret: secretOf(ctx.secret, endpoint, endpoint.secret_version) });
  });
}

/**
 * Gives an endpoint another secret; for a day the one before is valid as well. `version`: of the secret that is replaced, so that a form
 * sent twice makes one, and reads it. Refusals: forbidden {missing}, endpoint_not_found, changed_meanwhile.
 */
export async function renewSecret(ctx: Context, { id, version }: { id: string; version: number }) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const endpoint = isUuid(id) ? await lockEndpoint(tx, id) : undefined;
    if (!endpoint) return fail("endpoint_not_found");
    const { secret_version: current } = endpoint;
    if (current === version + 1) {
      // maybe somebody else's form, who gets to read what the first one made
      await audit(tx, ctx, { action: "webhook.secret_read", subject: ["webhook", id] });
      return ok({ secret: secretOf(ctx.secret, endpoint, current) });
    }
    if (current !== version) return fail("changed_meanwhile");
    await renewSecretRow(tx, id, new Date(ctx.now.getTime() + HOURS_BESIDE * 3_600_000));
    await audit(tx, ctx, { action: "webhook.secret_renewed", subject: ["webhook", id] });
    return ok({ secret: secretOf(ctx.secret, endpoint, current + 1) });
  });
}
