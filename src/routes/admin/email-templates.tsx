import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { listTemplates } from "#src/modules/mail/notifications/read-templates.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/email-templates";
import EmailTemplates from "#src/modules/mail/notifications/admin/email-templates-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const listed = await listTemplates(ctx);
  if (!listed.ok) throw refused(listed);
  return { groups: listed.groups, maySchedule: can(ctx.actor, "settings.change") };
}

export default EmailTemplates;
