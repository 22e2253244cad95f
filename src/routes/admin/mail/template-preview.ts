import { data } from "react-router";
import { isTemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { previewTemplate } from "#src/modules/mail/notifications/preview-template.server.ts";
import { caseOf } from "#src/modules/mail/notifications/rules/template-texts.ts";
import { TemplatePreview } from "#src/modules/mail/notifications/schema.ts";
import { noPage, refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/template-preview";

export const loader = ({ context }: Route.LoaderArgs) => noPage(context);

/** The email as it would look with the texts that are typed. Changes nothing. */
export async function action({ context, params: { kind }, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const parsed = TemplatePreview.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success || !isTemplateKind(kind)) throw data(null, { status: 400 });
  const result = await previewTemplate(ctx, { ...parsed.data, kind, at: caseOf(kind, parsed.data.at) });
  if (!result.ok && result.reason === "forbidden") throw refused(result);
  return Response.json(result, { status: result.ok ? 200 : 409, headers: { "cache-control": "no-store" } });
}
