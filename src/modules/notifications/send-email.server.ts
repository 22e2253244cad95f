import { composeEmail } from "#src/modules/notifications/compose-email.server.ts";
import { nextTry, whyWithheld, withoutToken } from "#src/modules/notifications/rules.ts";
import { claimEmail, type EmailRow, endTry } from "#src/modules/notifications/store.server.ts";
import { readSubject } from "#src/modules/notifications/read-subject.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { log } from "#src/platform/log.server.ts";
import { BadHeader, deliver } from "#src/platform/mail.server.ts";

/**
 * Job: sends one mail of the outbox, once. Runs by itself or twice at once without harm: whoever claims the row sends it.
 * A mail that is no longer true is withheld; one that can't be sent is tried again later, and in the end failed.
 */
export async function sendEmail(ctx: Context, { id }: { id: string }): Promise<void> {
  const mail = await claimEmail(ctx.db, id, ctx.now);
  if (!mail) return;
  const sent = await trySending(ctx, mail).catch((error: Error) => error);
  if (sent instanceof Error) await postpone(ctx, mail, sent);
  // not inside the try: what was delivered must not be sent again because noting it failed
  else await endTry(ctx.db, mail, sent);
}

async function trySending(ctx: Context, mail: EmailRow): Promise<Parameters<typeof endTry>[2]> {
  const about = await readSubject(ctx, mail);
  const withheld = whyWithheld(about);
  if (withheld) return { status: "withheld", last_error: withheld, ...withoutToken(mail.payload) };
  const composed = await composeEmail(ctx, mail, about);
  const { subject, html, text } = composed;
  const messageId = `<${mail.id}@${new URL(ctx.settings.BASE_URL).hostname}>`;
  const raw = await deliver(ctx.settings, { ...composed, to: mail.recipient, messageId });
  const captured = raw !== null;
  // what is captured is read nowhere else
  const kept = captured ? { html, text } : withoutToken(mail.payload, { html, text });
  return { status: "sent", sent_at: ctx.now, captured, raw, subject, ...kept, last_error: null, next_try_at: null };
}

async function postpone(ctx: Context, mail: EmailRow, error: Error): Promise<void> {
  const again = error instanceof BadHeader ? null : nextTry(mail.attempts, ctx.now);
  // the server's words may name the guest: they are kept on the row, not in the log
  const { code = error.name } = error as NodeJS.ErrnoException;
  log(again ? "warn" : "error", "email.not_sent", { email: mail.id, kind: mail.kind, tries: mail.attempts, code });
  await ctx.db.transaction().execute(async (tx) => {
    const status = again ? "retry" : "failed";
    const kept = again ? {} : withoutToken(mail.payload);
    const last_error = error.message.slice(0, 500);
    const written = await endTry(tx, mail, { status, last_error, next_try_at: again, ...kept });
    if (written && again) await addJob(tx, "email.send", { id: mail.id }, { key: `email:${mail.id}`, runAt: again });
  });
}
