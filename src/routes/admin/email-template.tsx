import { data } from "react-router";
import { publishTemplate } from "#src/modules/mail/notifications/publish-template.server.ts";
import { listTemplateVersions, openTemplate } from "#src/modules/mail/notifications/read-templates.server.ts";
import { restoreTemplate } from "#src/modules/mail/notifications/restore-template.server.ts";
import {
  failedAnswer,
  refusedAnswer,
  type TemplateAnswer,
} from "#src/modules/mail/notifications/rules/template-answer.ts";
import { isTemplateKind } from "#src/modules/mail/notifications/rules/template-texts.ts";
import { TemplateAct, type TemplateKind } from "#src/modules/mail/notifications/schema.ts";
import { testTemplate } from "#src/modules/mail/notifications/test-template.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues, readAfterRefusal } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/email-template";
import EmailTemplate from "#src/modules/mail/notifications/admin/email-template-page.tsx";

export const shouldRevalidate = readAfterRefusal;

export async function loader({ context, params: { kind }, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  if (!isTemplateKind(kind)) throw data(null, { status: 404 });
  const asked = new URL(request.url).searchParams;
  const [opened, listed] = await Promise.all([
    openTemplate(ctx, kind),
    asked.has("versions") ? listTemplateVersions(ctx, kind) : null,
  ]);
  if (!opened.ok) throw refused(opened);
  if (listed && !listed.ok) throw refused(listed);
  return { template: opened.template, versions: listed?.versions ?? null };
}

export async function action({ context, params: { kind }, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const asked = TemplateAct.safeParse(Object.fromEntries(await request.formData()));
  if (!asked.success || !isTemplateKind(kind)) throw data(null, { status: 400 });
  const act = asked.data;
  const { intent } = act;
  const result = await actOn(ctx, kind, act);
  if (!result.ok && result.reason === "forbidden") throw refused(result);
  if (!result.ok)
    return answered(refusedAnswer(intent, result, ctx.now.getTime()), result.reason === "invalid" ? 422 : 409);
  const flash = act.intent === "restore" && act.version === 1 ? "reset" : intent;
  return answered({ intent, done: true, flash: `notifications-templates.flash.${flash}` });
}

function actOn(ctx: RequestContext, kind: TemplateKind, act: TemplateAct) {
  if (act.intent === "save") return publishTemplate(ctx, { ...act, kind });
  return act.intent === "restore" ? restoreTemplate(ctx, { ...act, kind }) : testTemplate(ctx, { ...act, kind });
}

const answered = (answer: TemplateAnswer, status = 200) => data(answer, { status });

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, failedAnswer);

export default EmailTemplate;
