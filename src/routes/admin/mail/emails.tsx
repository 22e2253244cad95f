import { emailLog, failedEmailsOf, openLoggedEmail } from "#src/modules/mail/notifications/queries.server.ts";
import { emailValuesIn } from "#src/modules/mail/notifications/rules/email-log.ts";
import { resendFailed } from "#src/routes/admin/shared/resend-act.server.ts";
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

export const action = (args: Route.ActionArgs) => resendFailed(args);

export default Emails;
