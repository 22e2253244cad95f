import { composeEmail } from "#src/modules/mail/notifications/compose-email.server.ts";
import {
  isPutOff,
  isServersFault,
  nextProbe,
  nextTry,
  nextVisit,
  refusesAddress,
  unsure,
  withoutToken,
} from "#src/modules/mail/notifications/rules/delivery.ts";
import {
  addSending,
  brokenOff,
  claimEmail,
  type EmailRow,
  endTry,
  noteHandOver,
} from "#src/modules/mail/notifications/store.server.ts";
import {
  endOutage,
  noteFailure,
  notePutOff,
  takeProbe,
  waitingEmails,
} from "#src/modules/mail/notifications/store/outage.server.ts";
import { forgetReader } from "#src/modules/mail/notifications/forget-reader.server.ts";
import { readSubject, whyWithheld } from "#src/modules/mail/notifications/read-subject.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";
import { isBusy, isUnreachable } from "#src/platform/transaction.server.ts";
import { BadHeader, deliver, NotHandedOver } from "#src/platform/email.server.ts";

/**
 * Job: sends one email of the outbox, once. Safe to run concurrently: the worker that claims the row sends it. An email that is
 * no longer true is withheld; a failed one is retried later, and in the end marked failed. While the mail server takes nothing,
 * one email is tried every half a minute and the others wait for it; when it is back, all of them are due at once. `again`:
 * this job was begun before, by a worker that is known to be dead by now; what that one had handed over isn't sent again.
 */
export async function sendEmail(ctx: Context, { id }: { id: string }, { again = false } = {}): Promise<void> {
  if (again) for (const email of await brokenOff(ctx.db, { id })) await endTry(ctx.db, email, unsure(email));
  const probe = ctx.settings.SMTP_URL && !again ? await takeProbe(ctx.db, ctx.now) : "none";
  if (probe instanceof Date) return addSending(ctx.db, [id], probe);
  const email = await claimEmail(ctx.db, id, ctx.now, again);
  if (!email) return;
  const sent = await trySending(ctx, email).catch((error: Error) => error);
  // until it is recorded, however long that takes: what was delivered must not be sent again, nor count as delivered what wasn't
  await insist(async () => {
    if (sent instanceof Error) return postpone(ctx, email, sent);
    await endTry(ctx.db, email, sent);
    if (sent.status === "sent") await sendTheWaiting(ctx);
  });
}

/** Records until the database takes it: while it is away, is full, or holds the row for somebody else. */
async function insist(record: () => Promise<unknown>): Promise<void> {
  for (;;)
    try {
      return void (await record());
    } catch (error) {
      if (!isTheDatabases(error)) throw error;
      await new Promise((done) => setTimeout(done, 1000));
    }
}

const isTheDatabases = (error: unknown): boolean => isUnreachable(error) || isBusy(error);

/** The mail server takes emails: those that have waited for it are due now. */
const sendTheWaiting = (ctx: Context): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => wakeTheWaiting(ctx, tx, await endOutage(tx)));

async function wakeTheWaiting(ctx: Context, tx: Tx, since: Date | null, but?: string): Promise<void> {
  if (!since) return;
  const waiting = (await waitingEmails(tx)).filter((id) => id !== but);
  log("warn", "email.server_is_back", { since: since.toISOString(), waiting: waiting.length });
  await addSending(tx, waiting);
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
  if (isForForgotten(email, about)) {
    await ctx.db.transaction().execute((tx) => forgetReader(tx, { ...NOBODY, bookingIds: [email.booking_id!] }));
    return { status: "withheld" };
  }
  const withheld = whyWithheld(about);
  if (withheld) return { status: "withheld", last_error: withheld, ...withoutToken(email.payload) };
  const composed = await composeEmail(ctx, email, about);
  const { subject, html, text, templateVersion, ...sent } = composed;
  const messageId = `<${email.id}@${new URL(ctx.settings.BASE_URL).hostname}>`;
  const { brand: sender } = await appSettings(ctx);
  const message = { ...sent, sender, subject, html, text, to: email.recipient, messageId };
  const attributes = { "ronda.email.kind": email.kind };
  const texts = { subject, html, text };
  const blanked = withoutToken(email.payload, texts);
  const { payload: _, ...preview } = blanked;
  const handOver = () => noteHandOver(ctx.db, email, { ...preview, template_version: templateVersion });
  const raw = await ctx.traces
    .span({ name: "mail send", kind: "client", attributes }, () => deliver(ctx.settings, message, handOver))
    .catch((error: Error) => {
      throw error instanceof NotHandedOver ? error.of : new NotTaken(error);
    });
  const captured = raw !== null;
  // a captured email can be read nowhere else, so it is stored whole
  const content = captured ? texts : blanked;
  const done = { status: "sent", sent_at: ctx.now, last_error: null, next_try_at: null } as const;
  return { ...done, captured, raw, ...content, template_version: templateVersion };
}

const NOBODY = { userId: null, email: null, messageIds: [] };

/**
 * Whether a guest's email was queued by who read their address just before it was erased. What is written about an invoice is for whom it
 * names, whose details stay (docs/decisions/137).
 */
const isForForgotten = ({ kind }: EmailRow, about: Awaited<ReturnType<typeof readSubject>>): boolean =>
  "booking" in about &&
  about.booking?.first_name === "" &&
  about.booking.email === "" &&
  !kind.startsWith("invoice_") &&
  (!kind.startsWith("staff_") || kind === "staff_letter");

async function postpone(ctx: Context, email: EmailRow, failure: Error): Promise<void> {
  const error: Failure = failure instanceof NotTaken ? failure.of : failure;
  // the mail server's message may name the guest: it is stored on the row, not logged
  const { code = error.name } = error;
  const last_error = error.message.slice(0, 500);
  await ctx.db.transaction().execute(async (tx) => {
    const { again, counts, refused = false } = await planRetry(ctx, tx, email, failure);
    log(again ? "warn" : "error", "email.not_sent", { email: email.id, kind: email.kind, tries: email.attempts, code });
    const status = again ? "retry" : "failed";
    const change = again ? {} : withoutToken(email.payload);
    const uncounted_tries = email.uncounted_tries + (counts ? 0 : 1);
    const refused_at = refused ? ctx.now : null;
    const outcome = { status, last_error, refused_at, next_try_at: again, uncounted_tries, ...change } as const;
    const written = await endTry(tx, email, outcome);
    if (written && again) await addSending(tx, [email.id], again);
  });
}

type Failure = NodeJS.ErrnoException & { command?: string; responseCode?: number; response?: string };
/** `refused`: its recipient is, for good. */
type Retry = { again: Date | null; counts: boolean; refused?: boolean };

/** When an email is tried again, null if never, and whether the try that failed counts. Whose fault it was decides. */
async function planRetry(ctx: Context, tx: Tx, email: EmailRow, failure: Error): Promise<Retry> {
  const { now } = ctx;
  const { id, created_at: createdAt, attempts, uncounted_tries: uncounted } = email;
  const ours = { again: nextTry(attempts - uncounted, now), counts: true };
  if (!(failure instanceof NotTaken))
    return isTheDatabases(failure) ? { again: nextProbe(createdAt, now), counts: false } : ours;
  const { of } = failure as { of: Failure };
  if (of instanceof BadHeader) return { again: null, counts: true };
  // a server that knows its recipients is there: who waits for it needn't any longer
  if (refusesAddress(of)) {
    await wakeTheWaiting(ctx, tx, await endOutage(tx), id);
    return { again: null, counts: true, refused: true };
  }
  const fields = { id, error: of.message.slice(0, 500), now };
  if (isPutOff(of)) {
    await wakeTheWaiting(ctx, tx, await notePutOff(tx, fields), id);
    return { again: nextVisit(createdAt, attempts, now), counts: false };
  }
  const isAway = await noteFailure(tx, { ...fields, server: isServersFault(of) });
  return isAway ? { again: nextProbe(createdAt, now), counts: false } : ours;
}
