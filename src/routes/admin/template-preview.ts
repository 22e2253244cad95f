import { data } from "react-router";
import { previewTemplate } from "#src/modules/mail/notifications/preview-template.server.ts";
import { caseOf, isTemplateKind } from "#src/modules/mail/notifications/rules/template-texts.ts";
import { TemplatePreview } from "#src/modules/mail/notifications/schema.ts";
import { noPage, refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/template-preview";

export const loader = ({ context }: Route.LoaderArgs) => noPage(context);

/** The email as it would look with the texts that are typed. Changes nothing. */
export async function action({ context, params: { kind }, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const asked = TemplatePreview.safeParse(Object.fromEntries(await request.formData()));
  if (!asked.success || !isTemplateKind(kind)) throw data(null, { status: 400 });
  const result = await previewTemplate(ctx, { ...asked.data, kind, at: caseOf(kind, asked.data.at) });
  if (!result.ok && result.reason === "forbidden") throw refused(result);
  return Response.json(result, { status: result.ok ? 200 : 409, headers: { "cache-control": "no-store" } });
}
