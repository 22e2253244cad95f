import { isUuid } from "#src/kernel/codes.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { respelled } from "#src/kernel/spelling.ts";
import { accountOf } from "#src/modules/base/identity/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { isPrivate, isWhole } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { composeExample } from "#src/modules/mail/notifications/compose-example.server.ts";
import { composeEmail, housePictures } from "#src/modules/mail/notifications/compose-email.server.ts";
import { hashIn, refusedAt, withoutOptoutLink } from "#src/modules/mail/notifications/grant-optout.server.ts";
import { planResend } from "#src/modules/mail/notifications/plan-resend.server.ts";
import { readSubject, whyWithheld } from "#src/modules/mail/notifications/read-subject.server.ts";
import { type FailedEmails, sortFailed } from "#src/modules/mail/notifications/rules/failed.ts";
import {
  type EmailFilter,
  type LoggedEmail,
  logStateOf,
  type MailTest,
  type OpenEmail,
  shownSubject,
} from "#src/modules/mail/notifications/rules/email-log.ts";
import { daysToLookAt, windowOf } from "#src/modules/mail/notifications/rules/reminders.ts";
import {
  type ExampleEmail,
  SCHEDULED_KINDS,
  type ScheduledEmail,
  type ScheduledKind,
} from "#src/modules/mail/notifications/rules/scheduled.ts";
import { reasonOf } from "#src/modules/mail/notifications/rules/email-reason.ts";
import { withPictures } from "#src/modules/mail/notifications/show-pictures.server.ts";
import {
  confirmationOf,
  emailById,
  type EmailRow,
  guestEmail,
  latestEmails,
  emailsTo,
  type Reader,
} from "#src/modules/mail/notifications/store.server.ts";
import { failedEmails } from "#src/modules/mail/notifications/store/failed.server.ts";
import {
  countUpTo,
  logRow,
  type LogRow,
  logRows,
  nightNamed,
  meant,
  recipientsNear,
} from "#src/modules/mail/notifications/store/log.server.ts";
import { countUnfinished, isWished, remindersOf } from "#src/modules/mail/notifications/store/unfinished.server.ts";
import { lapsedBetween } from "#src/modules/mail/notifications/rules/unfinished.ts";
import { optoutAt } from "#src/modules/mail/notifications/store/optouts.server.ts";
import { countSent, countToRemind, nightsBetween } from "#src/modules/mail/notifications/store/reminders.server.ts";
import { countToAsk } from "#src/modules/evening/reviews/queries.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { latestTrial } from "#src/modules/mail/notifications/store/templates.server.ts";
import { isProbed } from "#src/modules/mail/notifications/store/outage.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readParts } from "#src/platform/in-portions.server.ts";

export {
  addressRefusedSince,
  cancellationEmails,
  hasReached,
  refusedJoining,
  withheldRequests,
} from "#src/modules/mail/notifications/store/answers.server.ts";

/** State of a booking's confirmation email. `captured`: no mail server is configured, it can be read at /dev/mail. */
export type EmailState = { state: "none" | "sending" | "sent" | "failed"; captured: boolean };

/** For the confirmation page. Contains nothing private; withheld counts as none, queued and retried as sending. */
export async function emailStateOf(ctx: Pick<Context, "db">, bookingId: string): Promise<EmailState> {
  const email = await confirmationOf(ctx.db, bookingId);
  const states: Record<string, EmailState["state"]> = {
    queued: "sending",
    sending: "sending",
    retry: "sending",
    sent: "sent",
    failed: "failed",
  };
  return { state: states[email?.status ?? ""] ?? "none", captured: email?.captured ?? false };
}

/** The development pages that show everyone's email exist outside production only. */
const mayReadAllEmail = (ctx: Pick<Context, "settings">): boolean => !ctx.settings.production;

/** The 200 newest emails, or null where they may not be read. */
export const listEmails = async (ctx: Context) => (mayReadAllEmail(ctx) ? latestEmails(ctx.db) : null);

/** One email with its attachments; null when there is none or it may not be read. */
export async function readEmail(ctx: Context, id: string) {
  const email = mayReadAllEmail(ctx) && isUuid(id) ? await emailById(ctx.db, id) : undefined;
  if (!email) return null;
  const { raw, html, payload: _, ...preview } = email;
  const composed = html === null ? null : await composeEmail(ctx, email, await readSubject(ctx, email));
  const attachments = composed?.attachments ?? [];
  return {
    email: preview,
    raw,
    html: html === null ? null : withPictures(html, attachments),
    files: attachments.filter((attachment) => !attachment.cid),
  };
}

/**
 * A booking's email, as it was sent or as it would be sent now. Requires permission to read emails. Refusals: forbidden,
 * email_not_found (also where only its recipient may read it), email_untrue (never sent, and no longer true).
 */
export async function previewEmail(
  ctx: Context,
  { booking_id, email_id: id }: { booking_id: string; email_id: string },
) {
  if (!can(ctx.actor, "emails.read")) return fail("forbidden", { missing: "emails.read" });
  const email = isUuid(id) && isUuid(booking_id) ? await guestEmail(ctx.db, booking_id, id) : undefined;
  if (!email || isPrivate(email.kind)) return fail("email_not_found");
  return previewOf(ctx, email);
}

async function previewOf(ctx: Context, email: EmailRow) {
  const about = await readSubject(ctx, email);
  // pictures are drawn from the current data; a stored email that is no longer true is shown without its codes
  if (whyWithheld(about))
    return email.html === null
      ? fail("email_untrue")
      : ok({ html: withPictures(withoutOptoutLink(email.html), await housePictures(ctx)) });
  const composed = await composeEmail(ctx, email, about);
  return ok({ html: withPictures(withoutOptoutLink(email.html ?? composed.html), composed.attachments) });
}

/** Emails per page of the log. */
const PAGE = 50;
/** Exact counts stop here. */
const COUNTED = 1000;
const COUNT_MS = 50;

/** Where a page of the log continues: the id of the email that it comes after. */
export type Beyond = { older: string | null; newer: string | null };

/**
 * A page of the log of all emails, newest first; `older` and `newer` are the ids to continue from, null at the ends. `count` is
 * exact up to a bound, beyond which there are more (`exact: false`), and null where counting would take too long. `near` tells what a
 * search text that finds none may have meant. Requires permission to read emails. Refusal: forbidden {missing}.
 */
export async function emailLog(ctx: Pick<Context, "db" | "actor" | "locale">, filter: EmailFilter, beyond: Beyond) {
  if (!can(ctx.actor, "emails.read")) return fail("forbidden", { missing: "emails.read" as const });
  const where = await meant(ctx.db, filter);
  const isBack = beyond.newer !== null && beyond.older === null;
  const from = isBack ? beyond.newer : beyond.older;
  const found = await logRows(ctx.db, where, { beyond: from, newer: isBack, limit: PAGE + 1 });
  const more = found.length > PAGE;
  // all of them may be on this page
  const isWholeLog = from === null && !more;
  const counted = isWholeLog ? found.length : await countUpTo(ctx.db, where, { cap: COUNTED + 1, ms: COUNT_MS });
  const rows = isBack ? found.slice(0, PAGE).toReversed() : found.slice(0, PAGE);
  const night = filter.night === null ? null : await nightNamed(ctx.db, filter.night);
  return ok({
    emails: rows.map(listed),
    night: night && { title: inLocale(ctx.locale, night.title, night.title_es), date: night.date },
    older: (isBack || more) && rows.length > 0 ? rows.at(-1)!.id : null,
    newer: (isBack ? more : from !== null) && rows.length > 0 ? rows[0]!.id : null,
    count: counted === null ? null : { count: Math.min(counted, COUNTED), exact: counted <= COUNTED },
    near: rows.length > 0 ? [] : respelled(filter.q, await recipientsNear(ctx.db, filter.q)),
    mayChange: can(ctx.actor, "emails.change"),
    maySchedule: can(ctx.actor, "settings.change"),
  });
}

const listed = (row: LogRow): LoggedEmail => ({
  id: row.id,
  kind: row.kind,
  recipient: row.recipient,
  subject: shownSubject(row),
  state: logStateOf(row.status),
  captured: row.captured,
  language: row.language === "es" ? "es" : "en",
  at: row.created_at.toISOString(),
  reason: reasonOf(row),
});

/**
 * An email of the log, and how it can be sent again. Requires permission to read emails. Refusals: forbidden {missing},
 * email_not_found.
 */
export async function openLoggedEmail(ctx: Context, id: string) {
  if (!can(ctx.actor, "emails.read")) return fail("forbidden", { missing: "emails.read" as const });
  const [row, email] = isUuid(id) ? await Promise.all([logRow(ctx.db, id), emailById(ctx.db, id)]) : [];
  if (!row || !email) return fail("email_not_found");
  const opened: OpenEmail = {
    ...listed(row),
    sentAt: row.sent_at?.toISOString() ?? null,
    nextTry: row.status === "retry" ? (row.next_try_at?.toISOString() ?? null) : null,
    tries: row.attempts,
    answer: row.status === "failed" || row.status === "retry" ? row.last_error : null,
    booking: row.booking_id && row.reference ? { id: row.booking_id, reference: row.reference } : null,
    content: isPrivate(row.kind) ? "private" : isWhole(email) ? "shown" : "emptied",
    again: await planResend(ctx, email),
  };
  return ok({ email: opened });
}

/**
 * What an email of the log says, as it was sent or as it would be sent now. Requires permission to read emails. Refusals: forbidden
 * {missing}, email_not_found, email_private (only its recipient may read it), email_untrue (never sent, and no longer true, or
 * its content was deleted).
 */
export async function previewLoggedEmail(ctx: Context, id: string) {
  if (!can(ctx.actor, "emails.read")) return fail("forbidden", { missing: "emails.read" as const });
  const email = isUuid(id) ? await emailById(ctx.db, id) : undefined;
  if (!email) return fail("email_not_found");
  if (isPrivate(email.kind)) return fail("email_private");
  if (!isWhole(email)) return fail("email_untrue");
  return previewOf(ctx, email);
}

/** All emails of a filter, newest first, page by page. The caller checks permissions. */
export async function everyLoggedEmail({ db }: Pick<Context, "db">, filter: EmailFilter) {
  const where = await meant(db, filter);
  return readParts<LogRow>(EXPORTED, (last) =>
    logRows(db, where, { beyond: last?.id ?? null, newer: false, limit: EXPORTED }),
  );
}
const EXPORTED = 1000;

export { countWrittenTo } from "#src/modules/mail/notifications/store.server.ts";

/** Which emails were sent to a person, and when. For the owner's data export; checks no access. */
export const sentEmails = (ctx: Pick<Context, "db">, reader: Reader) => emailsTo(ctx.db, reader);

/**
 * What would become of the emails that were given up, and whether they have to wait for the mail server (`mailAway`); null for who
 * may not send emails again.
 */
export const failedEmailsOf = async (ctx: Context): Promise<(FailedEmails & { mailAway: boolean }) | null> =>
  can(ctx.actor, "emails.change")
    ? { ...sortFailed(await failedEmails(ctx.db), ctx.now), mailAway: await isProbed(ctx.db) }
    : null;

const WEEK_MS = 7 * 24 * 3_600_000;

/**
 * The emails that are sent by a night's clock, with how many would leave in the next seven days as things are now and how many
 * left in the last seven. Needs `settings.change`. Refusal: forbidden {missing}.
 */
export async function scheduledEmails(ctx: Context) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" as const });
  const { scheduled: plan } = await appSettings(ctx);
  const until = new Date(ctx.now.getTime() + WEEK_MS);
  const nights = await nightsBetween(ctx.db, daysToLookAt(ctx.now, 9));
  const toCome = async (kind: ScheduledKind) => {
    if (kind === "checkout_unfinished") return countUnfinished(ctx.db, lapsedBetween(plan.unfinished.minutes, ctx.now));
    if (kind === "rating_request") return countToAsk(ctx, plan.rating.at, until);
    const due = nights.filter((night) => {
      const window = windowOf(kind, night, plan);
      return window.until > ctx.now && window.from <= until && window.from < window.until;
    });
    return countToRemind(
      ctx.db,
      kind,
      due.map(({ id }) => id),
    );
  };
  const emails = await Promise.all(
    SCHEDULED_KINDS.map(async (kind): Promise<ScheduledEmail> => {
      const since = new Date(ctx.now.getTime() - WEEK_MS);
      const [next, last] = await Promise.all([toCome(kind), countSent(ctx.db, kind, since)]);
      return { kind, next, last };
    }),
  );
  return ok({ emails });
}

/** How an email of a kind looks in both languages, to a guest who doesn't exist. Needs `settings.change`. Refusal: forbidden. */
export async function exampleEmails(ctx: Context, kind: ScheduledKind) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" as const });
  const [en, es] = await Promise.all((["en", "es"] as const).map((locale) => exampleOf(ctx, kind, locale)));
  return ok({ examples: { en: en!, es: es! } });
}

async function exampleOf(ctx: Context, kind: ScheduledKind, locale: Locale): Promise<ExampleEmail> {
  const { subject, html, attachments } = await composeExample(ctx, kind, locale);
  return { subject, html: withPictures(withoutOptoutLink(html), attachments) };
}

/** Whether the owner of an emailed link gets emails that aren't about their own bookings; null where we didn't make the link. */
export async function emailChoice(ctx: Pick<Context, "db">, token: string | null): Promise<{ wanted: boolean } | null> {
  const hash = await hashIn(ctx, token);
  return hash === null ? null : { wanted: (await optoutAt(ctx.db, hash)) === undefined };
}

/** When the owner of an address asked for no more of them, or null. For the owner's data export; checks no access. */
export const refusedEmailsAt = async (ctx: Pick<Context, "db">, address: string): Promise<Date | null> =>
  (await refusedAt(ctx, address)) ?? null;

/** Whether the guest of a booking wishes one email if it isn't finished. Checks no access. */
export const wishesReminder = (ctx: Pick<Context, "db">, bookingId: string): Promise<boolean> =>
  isWished(ctx.db, bookingId);

/** What guests agreed to at checkout, of bookings. For the owner's data export; checks no access. */
export const agreedReminders = (ctx: Pick<Context, "db">, bookingIds: readonly string[]) =>
  bookingIds.length === 0 ? [] : remindersOf(ctx.db, bookingIds);
const HOUR_MS = 3_600_000;

/** What became of the newest email that whoever asks sent to try the mail server, within the hour; null when there is none. */
export async function lastMailTest(ctx: Pick<Context, "db" | "actor" | "now">): Promise<MailTest | null> {
  const { userId } = ctx.actor;
  const account = userId === null ? undefined : await accountOf(ctx, userId);
  if (!account) return null;
  const since = new Date(ctx.now.getTime() - HOUR_MS);
  const trial = await latestTrial(ctx.db, "staff_mail_test", account.email, since);
  const row = trial ? await logRow(ctx.db, trial.id) : undefined;
  if (!row) return null;
  const { id, state, captured, reason, at, recipient } = listed(row);
  return { id, state, captured, reason, at, recipient };
}
