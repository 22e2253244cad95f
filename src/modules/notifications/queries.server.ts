import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { composeEmail } from "#src/modules/notifications/compose-email.server.ts";
import { readSubject } from "#src/modules/notifications/read-subject.server.ts";
import { whyWithheld } from "#src/modules/notifications/rules/delivery.ts";
import {
  confirmationOf,
  emailById,
  guestEmail,
  latestEmails,
  emailsTo,
  type Reader,
} from "#src/modules/notifications/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Attachment } from "#src/platform/email.server.ts";

/** How the confirmation email of a booking stands. `captured`: no mail server is set up, it can be read at /dev/mail. */
export type EmailState = { state: "none" | "sending" | "sent" | "failed"; captured: boolean };

/** For the confirmation page. Says nothing private; withheld counts as none, what waits or is tried again as sending. */
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

/** One email as it looks and what is attached; null when there is none or it may not be read. */
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
 * How an email of a booking looks: as it was sent, or as it would be sent now. Whoever may read emails. Refusals: forbidden,
 * email_not_found, email_untrue (it was never sent, and what it says is no longer so).
 */
export async function previewEmail(
  ctx: Context,
  { booking_id, email_id: id }: { booking_id: string; email_id: string },
) {
  if (!can(ctx.actor, "emails.read")) return fail("forbidden", { missing: "emails.read" });
  const email = isUuid(id) && isUuid(booking_id) ? await guestEmail(ctx.db, booking_id, id) : undefined;
  if (!email) return fail("email_not_found");
  const about = await readSubject(ctx, email);
  // pictures are drawn from what is true now; an email whose words were kept and that is untrue by now shows without them
  if (whyWithheld(about)) return email.html === null ? fail("email_untrue") : ok({ html: email.html });
  const composed = await composeEmail(ctx, email, about);
  return ok({ html: withPictures(email.html ?? composed.html, composed.attachments) });
}

/** Pictures are attachments of the email: a browser needs them in the page. They are drawn again, which gives the same ones. */
function withPictures(html: string, attachments: readonly Attachment[]): string {
  const pictures = new Map(
    attachments.map((a) => [a.cid, `data:${a.contentType};base64,${a.content.toString("base64")}`]),
  );
  return html.replaceAll(/cid:([\w@-]+)/g, (whole, cid: string) => pictures.get(cid) ?? whole);
}

/** Which emails went to somebody, and when. For an owner's own data; checks no access. */
export const sentEmails = (ctx: Pick<Context, "db">, reader: Reader) => emailsTo(ctx.db, reader);
