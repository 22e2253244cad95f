import { TemplateList } from "#src/modules/mail/notifications/admin/template-list.tsx";
import type { Route } from "#routes/admin/+types/email-templates.ts";

export default function EmailTemplates({ loaderData }: Route.ComponentProps) {
  return <TemplateList {...loaderData} />;
}
