import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { whyObsolete } from "#src/modules/mail/notifications/rules/failed.ts";
import { addSending } from "#src/modules/mail/notifications/store.server.ts";
import { isProbed } from "#src/modules/mail/notifications/store/outage.server.ts";
import { lockFailedEmails, queueAgain, setAside } from "#src/modules/mail/notifications/store/failed.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { portionsOf } from "#src/platform/in-portions.server.ts";

/** Emails that are sent again at once. */
const MOST = 5000;

/**
 * Sends the emails that were given up again, each once however often and by however many it is asked for; those that are of no use
 * any more are set aside. `refused`: also those that the mail server refused, not only those that waited for it in vain. Requires
 * permission to change emails. Returns how many, and whether there may be more: so many are as much as one request can wait for. Refusals: forbidden, mail_away (another email is trying the mail server, which
 * still takes nothing).
 */
export async function resendFailedEmails(ctx: Context, { refused }: { refused: boolean }) {
  if (!can(ctx.actor, "emails.change")) return fail("forbidden", { missing: "emails.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    if (await isProbed(tx)) return fail("mail_away");
    const emails = (await lockFailedEmails(tx, MOST)).map((email) => ({ ...email, why: whyObsolete(email, ctx.now) }));
    const again = emails.filter(({ why, server_was_away }) => why === null && (server_was_away || refused));
    const aside = emails.flatMap(({ id, why }) => (why === null ? [] : [{ id, why }]));
    // those that aren't to be sent come last
    const more = again.length + aside.length === MOST;
    if (again.length + aside.length === 0) return ok({ sent: 0, aside: 0, more: false });
    const ids = again.map(({ id }) => id);
    for (const some of portionsOf(ids)) {
      await queueAgain(tx, some, ctx.now);
      await addSending(tx, some);
    }
    for (const some of portionsOf(aside)) await setAside(tx, some);
    const changes = { sent: [null, again.length], aside: [null, aside.length] } as const;
    await audit(tx, ctx, { action: "emails.sent_again", subject: ["emails", refused ? "all" : "away"], changes });
    return ok({ sent: again.length, aside: aside.length, more });
  });
}
