import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { isGuestKind, isPrivate, isSentOnce, isWhole } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { readSubject, whyWithheld } from "#src/modules/mail/notifications/read-subject.server.ts";
import { type Again, type NotAgain } from "#src/modules/mail/notifications/rules/email-log.ts";
import { whyObsolete } from "#src/modules/mail/notifications/rules/failed.ts";
import type { EmailRow } from "#src/modules/mail/notifications/store.server.ts";
import { failedEmail } from "#src/modules/mail/notifications/store/failed.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Why an email that was given up can't be tried again, or null. */
export async function whyNotRetried(ctx: Context, email: EmailRow): Promise<NotAgain | null> {
  if (email.recipient === "") return "nobody";
  if (!isWhole(email)) return "emptied";
  const failed = await failedEmail(ctx.db, email.id);
  if (!failed) return "on_its_way";
  return whyObsolete(failed, ctx.now) ?? (whyWithheld(await readSubject(ctx, email)) ? "untrue" : null);
}

/** How an email can be sent again by whoever asks. What was given up is tried as it is; a guest's other emails are written again. */
export async function planResend(ctx: Context, email: EmailRow): Promise<Again> {
  const { status, kind } = email;
  const not = (why: NotAgain): Again => ({ way: null, why });
  if (status === "queued" || status === "sending" || status === "retry") return not("on_its_way");
  if (email.recipient === "") return not("nobody");
  if (status === "failed" && can(ctx.actor, "emails.change")) {
    const why = await whyNotRetried(ctx, email);
    return why ? not(why) : { way: "retry" };
  }
  if (isPrivate(kind)) return not("asks_anew");
  if (!isGuestKind(kind) || email.booking_id === null || isSentOnce(kind))
    return not(status === "failed" ? "not_allowed" : "sent_once");
  if (!can(ctx.actor, "bookings.change")) return not("not_allowed");
  if (!isWhole(email)) return not("emptied");
  return whyWithheld(await readSubject(ctx, email)) ? not("untrue") : { way: "new" };
}
