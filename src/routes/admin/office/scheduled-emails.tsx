import { exampleEmails, scheduledEmails } from "#src/modules/mail/notifications/queries.server.ts";
import { scheduledKindIn } from "#src/modules/mail/notifications/rules/scheduled.ts";
import { openOptions } from "#src/modules/office/options/queries.server.ts";
import { SCHEDULED } from "#src/modules/office/options/rules/sections.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/scheduled-emails";
import ScheduledEmailsPage from "#src/modules/office/options/admin/scheduled-emails-page.tsx";

/** What is saved is saved by the page of the general options, whose section this is. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const kind = scheduledKindIn(new URL(request.url).searchParams.get("show"));
  const [opened, listed, examples] = await Promise.all([
    openOptions(ctx, SCHEDULED),
    scheduledEmails(ctx),
    kind && exampleEmails(ctx, kind),
  ]);
  if (!opened.ok) throw refused(opened);
  if (!listed.ok) throw refused(listed);
  const preview = kind && examples?.ok ? { kind, examples: examples.examples } : null;
  return { opened, emails: listed.emails, shown: preview };
}

export default ScheduledEmailsPage;
