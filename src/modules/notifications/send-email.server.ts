import { composeEmail } from "#src/modules/notifications/compose-email.server.ts";
import {
  isServersFault,
  nextProbe,
  nextTry,
  whyWithheld,
  withoutToken,
} from "#src/modules/notifications/rules/delivery.ts";
import { addSending, claimEmail, type EmailRow, endTry } from "#src/modules/notifications/store.server.ts";
import { endOutage, noteFailure, takeProbe, waitingEmails } from "#src/modules/notifications/store/outage.server.ts";
import { readSubject } from "#src/modules/notifications/read-subject.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";
import { isUnreachable } from "#src/platform/transaction.server.ts";
import { BadHeader, deliver } from "#src/platform/email.server.ts";

/**
 * Job: sends one email of the outbox, once. Safe to run concurrently: the worker that claims the row sends it. An email that is
 * no longer true is withheld; a failed one is retried later, and in the end marked failed. While the mail server takes nothing,
 * one email is tried every half a minute and the others wait for it; when it is back, all of them are due at once. `again`:
 * this job was begun before, by a worker that is known to be dead by now.
 */
export async function sendEmail(ctx: Context, { id }: { id: string }, { again = false } = {}): Promise<void> {
  const probe = ctx.settings.SMTP_URL && !again ? await takeProbe(ctx.db, ctx.now) : "none";
  if (probe instanceof Date) return addSending(ctx.db, [id], probe);
  const email = await claimEmail(ctx.db, id, ctx.now, again);
  if (!email) return;
  const sent = await trySending(ctx, email).catch((error: Error) => error);
  if (sent instanceof Error) return postpone(ctx, email, sent);
  // outside the try: a delivered email must not be sent again because recording it failed
  await insist(() => endTry(ctx.db, email, sent));
  if (sent.status === "sent") await sendTheWaiting(ctx);
}

/** Tries to record for a minute while the database is away. */
async function insist(record: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return void (await record());
    } catch (error) {
      if (tries === 60 || !isUnreachable(error)) throw error;
      await new Promise((done) => setTimeout(done, 1000));
    }
}

/** The mail server takes emails: those that have waited for it are due now. */
async function sendTheWaiting(ctx: Context): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const since = await endOutage(tx);
    if (!since) return;
    const waiting = await waitingEmails(tx);
    log("warn", "email.server_is_back", { since: since.toISOString(), waiting: waiting.length });
    await addSending(tx, waiting);
  });
}

/** The mail server didn't take an email, or the way to it is broken; `of` says why. What else fails is no sign of an outage. */
class NotTaken extends Error {
  readonly of: Error;
  constructor(of: Error) {
    super(of.message);
    this.of = of;
  }
}

async function trySending(ctx: Context, email: EmailRow): Promise<Parameters<typeof endTry>[2]> {
  const about = await readSubject(ctx, email);
  const withheld = whyWithheld(about);
  if (withheld) return { status: "withheld", last_error: withheld, ...withoutToken(email.payload) };
  const composed = await composeEmail(ctx, email, about);
  const { subject, html, text, templateVersion, ...sent } = composed;
  const messageId = `<${email.id}@${new URL(ctx.settings.BASE_URL).hostname}>`;
  const message = { ...sent, subject, html, text, to: email.recipient, messageId };
  const attributes = { "ronda.email.kind": email.kind };
  const raw = await ctx.traces
    .span({ name: "mail send", kind: "client", attributes }, () => deliver(ctx.settings, message))
    .catch((error: Error) => {
      throw new NotTaken(error);
    });
  const captured = raw !== null;
  // a captured email can be read nowhere else, so it is stored whole
  const texts = { subject, html, text };
  const kept = captured ? texts : withoutToken(email.payload, texts);
  const done = { status: "sent", sent_at: ctx.now, last_error: null, next_try_at: null } as const;
  return { ...done, captured, raw, ...kept, template_version: templateVersion };
}

async function postpone(ctx: Context, email: EmailRow, failure: Error): Promise<void> {
  const error = failure instanceof NotTaken ? failure.of : failure;
  // the mail server's message may name the guest: it is stored on the row, not logged
  const { code = error.name } = error as NodeJS.ErrnoException;
  const last_error = error.message.slice(0, 500);
  const away = failure instanceof NotTaken && !(error instanceof BadHeader) && (await isAway(ctx, email, error));
  const counted = email.attempts - email.uncounted_tries;
  const next = away ? nextProbe(email.created_at, ctx.now) : nextTry(counted, ctx.now);
  const again = error instanceof BadHeader ? null : next;
  log(again ? "warn" : "error", "email.not_sent", { email: email.id, kind: email.kind, tries: email.attempts, code });
  await ctx.db.transaction().execute(async (tx) => {
    const status = again ? "retry" : "failed";
    const kept = again ? {} : withoutToken(email.payload);
    const uncounted_tries = email.uncounted_tries + (away ? 1 : 0);
    const written = await endTry(tx, email, { status, last_error, next_try_at: again, uncounted_tries, ...kept });
    if (written && again) await addSending(tx, [email.id], again);
  });
}

/** Notes the failure, and says whether the mail server is away, so that it isn't this email's. */
const isAway = (ctx: Context, { id }: EmailRow, error: Error & { command?: string; responseCode?: number }) =>
  noteFailure(ctx.db, { id, error: error.message.slice(0, 500), server: isServersFault(error), now: ctx.now });
