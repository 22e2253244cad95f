import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { composeEmail } from "#src/modules/notifications/compose-email.server.ts";
import { readSubject } from "#src/modules/notifications/read-subject.server.ts";
import { type FailedEmails, sortFailed } from "#src/modules/notifications/rules/failed.ts";
import { whyWithheld } from "#src/modules/notifications/rules/delivery.ts";
import {
  confirmationOf,
  emailById,
  guestEmail,
  latestEmails,
  emailsTo,
  type Reader,
} from "#src/modules/notifications/store.server.ts";
import { failedEmails } from "#src/modules/notifications/store/failed.server.ts";
import { isProbed } from "#src/modules/notifications/store/outage.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Attachment } from "#src/platform/email.server.ts";

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
  const { raw, html, payload: _, ...shown } = email;
  const composed = html === null ? null : await composeEmail(ctx, email, await readSubject(ctx, email));
  const attachments = composed?.attachments ?? [];
  return {
    email: shown,
    raw,
    html: html === null ? null : withPictures(html, attachments),
    files: attachments.filter((attachment) => !attachment.cid),
  };
}

/**
 * A booking's email, as it was sent or as it would be sent now. Requires permission to read emails. Refusals: forbidden,
 * email_not_found, email_untrue (never sent, and no longer true).
 */
export async function previewEmail(
  ctx: Context,
  { booking_id, email_id: id }: { booking_id: string; email_id: string },
) {
  if (!can(ctx.actor, "emails.read")) return fail("forbidden", { missing: "emails.read" });
  const email = isUuid(id) && isUuid(booking_id) ? await guestEmail(ctx.db, booking_id, id) : undefined;
  if (!email) return fail("email_not_found");
  const about = await readSubject(ctx, email);
  // pictures are drawn from the current data; a stored email that is no longer true is shown without them
  if (whyWithheld(about)) return email.html === null ? fail("email_untrue") : ok({ html: email.html });
  const composed = await composeEmail(ctx, email, about);
  return ok({ html: withPictures(email.html ?? composed.html, composed.attachments) });
}

/** Inlines the attachments for browsers. They are drawn again, with the same result. */
function withPictures(html: string, attachments: readonly Attachment[]): string {
  const pictures = new Map(
    attachments.map((a) => [a.cid, `data:${a.contentType};base64,${a.content.toString("base64")}`]),
  );
  return html.replaceAll(/cid:([\w@-]+)/g, (whole, cid: string) => pictures.get(cid) ?? whole);
}

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
