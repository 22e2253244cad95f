import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { queueTrial } from "#src/modules/mail/notifications/queue-trial.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Sends somebody who may change settings an email that says only that it is one, to their own address. `key` makes it idempotent.
 * Refusals: forbidden {missing}, no_address, too_many_attempts {retry_after}.
 */
export async function testMail(ctx: Context, { key }: { key: string }) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" as const });
  const email = { kind: "staff_mail_test" as const, payload: {}, bookingId: null, language: ctx.locale };
  return queueTrial(ctx, email, key, async (tx, id) =>
    audit(tx, ctx, { action: "email.tested", subject: ["email", id] }),
  ).then((result) => (result.ok ? ok({ id: result.id }) : result));
}
