import { data } from "react-router";
import { emailLog, failedEmailsOf, openLoggedEmail } from "#src/modules/mail/notifications/queries.server.ts";
import { resendFailedEmails } from "#src/modules/mail/notifications/resend-failed-emails.server.ts";
import { emailValuesIn } from "#src/modules/mail/notifications/rules/email-log.ts";
import { resentAnswer } from "#src/modules/mail/notifications/rules/failed.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/emails";
import Emails from "#src/modules/mail/notifications/admin/emails-page.tsx";

/** After a refusal the page shows what has changed meanwhile; by default the router doesn't revalidate then. */
export const shouldRevalidate = () => true;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const filter = emailValuesIn(new URL(request.url).searchParams);
  const { open } = filter;
  const [log, opened, failed] = await Promise.all([
    emailLog(ctx, filter, filter),
    open === null ? null : openLoggedEmail(ctx, open),
    filter.status === "failed" ? failedEmailsOf(ctx) : null,
  ]);
  if (!log.ok) throw refused(log);
  const email = opened?.ok ? opened.email : null;
  return { log, filter, email, failed, isCaptured: !ctx.settings.SMTP_URL };
}

/** Sends those again that were given up. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const refusedToo = (await request.formData()).get("refused");
  if (refusedToo !== "true" && refusedToo !== "false") throw data(null, { status: 400 });
  const result = await resendFailedEmails(ctx, { refused: refusedToo === "true" });
  if (!result.ok && result.reason === "forbidden") throw refused(result);
  return data(resentAnswer(result), { status: result.ok ? 200 : 409 });
}

export default Emails;
