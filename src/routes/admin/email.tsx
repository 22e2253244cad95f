import { data } from "react-router";
import { isUuid } from "#src/kernel/codes.ts";
import { openLoggedEmail, previewLoggedEmail } from "#src/modules/mail/notifications/queries.server.ts";
import { resendEmail } from "#src/modules/mail/notifications/resend-email.server.ts";
import { retryEmail } from "#src/modules/mail/notifications/retry-email.server.ts";
import { type EmailAnswer, refusedAnswer } from "#src/modules/mail/notifications/rules/email-log.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/email";
import Email from "#src/modules/mail/notifications/admin/email-page.tsx";

/** After a refusal the page shows what has changed meanwhile; by default the router doesn't revalidate then. */
export const shouldRevalidate = () => true;

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const [opened, seen] = await Promise.all([
    openLoggedEmail(ctx, params.emailId),
    previewLoggedEmail(ctx, params.emailId),
  ]);
  if (!opened.ok && opened.reason === "forbidden") throw refused(opened);
  if (!opened.ok) throw data(null, { status: 404 });
  return { email: opened.email, html: seen.ok ? seen.html : null };
}

/** Sends the email again, wherever it is shown. */
export async function action({ context, params: { emailId }, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const answer = (body: EmailAnswer, status: number) => data<EmailAnswer>(body, { status });
  if (form.get("way") === "retry") {
    const result = await retryEmail(ctx, { email_id: emailId });
    if (result.ok) return answer({ flash: `notifications-admin.flash.${result.isNew ? "retried" : "already"}` }, 200);
    if (result.reason === "forbidden") throw refused(result);
    return answer(refusedAnswer(result), 409);
  }
  const key = form.get("key");
  if (typeof key !== "string" || !isUuid(key)) throw data(null, { status: 400 });
  const opened = await openLoggedEmail(ctx, emailId);
  const booking = opened.ok ? opened.email.booking : null;
  const result = await resendEmail(ctx, { booking_id: booking?.id ?? "", email_id: emailId, key });
  if (result.ok) return answer({ flash: "notifications-admin.flash.sent" }, 200);
  if (result.reason === "forbidden") throw refused(result);
  return answer(refusedAnswer(result), 409);
}

export default Email;
