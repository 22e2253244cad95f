import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { whyNotRetried } from "#src/modules/mail/notifications/plan-resend.server.ts";
import { addSending, emailById } from "#src/modules/mail/notifications/store.server.ts";
import { queueIfFailed } from "#src/modules/mail/notifications/store/failed.server.ts";
import { isProbed } from "#src/modules/mail/notifications/store/outage.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Sends an email that was given up again, with all of its tries; once, however often and by however many it is asked for.
 * `isNew`: false when it is on its way or was sent already. Requires permission to change emails. Refusals: forbidden,
 * email_not_found, email_not_again {why}, mail_away (another email is trying the mail server, which takes nothing).
 */
export async function retryEmail(ctx: Context, { email_id: id }: { email_id: string }) {
  if (!can(ctx.actor, "emails.change")) return fail("forbidden", { missing: "emails.change" as const });
  const email = isUuid(id) ? await emailById(ctx.db, id) : undefined;
  if (!email) return fail("email_not_found");
  if (email.status === "withheld") return fail("email_not_again", { why: "untrue" as const });
  if (email.status !== "failed") return ok({ isNew: false });
  const why = await whyNotRetried(ctx, email);
  if (why && why !== "on_its_way") return fail("email_not_again", { why });
  return ctx.db.transaction().execute(async (tx) => {
    if (await isProbed(tx)) return fail("mail_away");
    if (!(await queueIfFailed(tx, id, ctx.now))) return ok({ isNew: false });
    await addSending(tx, [id]);
    await audit(tx, ctx, {
      action: "email.retried",
      subject: email.booking_id ? ["booking", email.booking_id] : ["email", id],
      changes: { kind: [null, email.kind] },
    });
    return ok({ isNew: true });
  });
}
