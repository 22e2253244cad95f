import { composeEmail } from "#src/modules/notifications/compose-email.server.ts";
import { nextTry, whyWithheld, withoutToken } from "#src/modules/notifications/rules/delivery.ts";
import { claimEmail, type EmailRow, endTry } from "#src/modules/notifications/store.server.ts";
import { readSubject } from "#src/modules/notifications/read-subject.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { log } from "#src/platform/log.server.ts";
import { BadHeader, deliver } from "#src/platform/email.server.ts";

/**
 * Job: sends one email of the outbox, once. Safe to run concurrently: the worker that claims the row sends it. An email that is
 * no longer true is withheld; a failed one is retried later, and in the end marked failed.
 */
export async function sendEmail(ctx: Context, { id }: { id: string }): Promise<void> {
  const email = await claimEmail(ctx.db, id, ctx.now);
  if (!email) return;
  const sent = await trySending(ctx, email).catch((error: Error) => error);
  if (sent instanceof Error) await postpone(ctx, email, sent);
  // outside the try: a delivered email must not be sent again because recording it failed
  else await endTry(ctx.db, email, sent);
}

async function trySending(ctx: Context, email: EmailRow): Promise<Parameters<typeof endTry>[2]> {
  const about = await readSubject(ctx, email);
  const withheld = whyWithheld(about);
  if (withheld) return { status: "withheld", last_error: withheld, ...withoutToken(email.payload) };
  const composed = await composeEmail(ctx, email, about);
  const { subject, html, text } = composed;
  const messageId = `<${email.id}@${new URL(ctx.settings.BASE_URL).hostname}>`;
  const raw = await deliver(ctx.settings, { ...composed, to: email.recipient, messageId });
  const captured = raw !== null;
  // a captured email can be read nowhere else, so it is stored whole
  const kept = captured ? { html, text } : withoutToken(email.payload, { html, text });
  return { status: "sent", sent_at: ctx.now, captured, raw, subject, ...kept, last_error: null, next_try_at: null };
}

async function postpone(ctx: Context, email: EmailRow, error: Error): Promise<void> {
  const again = error instanceof BadHeader ? null : nextTry(email.attempts, ctx.now);
  // the mail server's message may name the guest: it is stored on the row, not logged
  const { code = error.name } = error as NodeJS.ErrnoException;
  log(again ? "warn" : "error", "email.not_sent", { email: email.id, kind: email.kind, tries: email.attempts, code });
  await ctx.db.transaction().execute(async (tx) => {
    const status = again ? "retry" : "failed";
    const kept = again ? {} : withoutToken(email.payload);
    const last_error = error.message.slice(0, 500);
    const written = await endTry(tx, email, { status, last_error, next_try_at: again, ...kept });
    if (written && again) await addJob(tx, "email.send", { id: email.id }, { key: `email:${email.id}`, runAt: again });
  });
}
