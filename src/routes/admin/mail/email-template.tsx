import { data } from "react-router";
import { isTemplateKind, type TemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { publishTemplate } from "#src/modules/mail/notifications/publish-template.server.ts";
import { listTemplateVersions, openTemplate } from "#src/modules/mail/notifications/read-templates.server.ts";
import { restoreTemplate } from "#src/modules/mail/notifications/restore-template.server.ts";
import { TEMPLATE_REFUSALS, type TemplateReply } from "#src/modules/mail/notifications/rules/template-answer.ts";
import { RestoreTemplate, SaveTemplate, TestTemplate } from "#src/modules/mail/notifications/schema.ts";
import { testTemplate } from "#src/modules/mail/notifications/test-template.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues, readAfterRefusal } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { type Act, act } from "#src/routes/shared/act.server.ts";
import type { Route } from "./+types/email-template";
import EmailTemplate from "#src/modules/mail/notifications/admin/email-template-page.tsx";

export const shouldRevalidate = readAfterRefusal;

export async function loader({ context, params: { kind }, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  if (!isTemplateKind(kind)) throw data(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const [opened, listed] = await Promise.all([
    openTemplate(ctx, kind),
    query.has("versions") ? listTemplateVersions(ctx, kind) : null,
  ]);
  if (!opened.ok) throw refused(opened);
  if (listed && !listed.ok) throw refused(listed);
  return { template: opened.template, versions: listed?.versions ?? null };
}

const actsOf = (kind: TemplateKind): Record<string, Act<TemplateReply>> => ({
  save: act({
    input: SaveTemplate,
    run: (ctx, input) => publishTemplate(ctx, { ...input, kind }),
    done: ({ version, draft }) => ({ saved: { version, draft }, flash: "notifications-templates.flash.save" }),
    refusal: (refusal) => {
      if (refusal.reason === "invalid") return { problems: refusal.problems };
      return { theirs: refusal.current };
    },
  }),
  restore: act({
    input: RestoreTemplate,
    run: (ctx, input) => restoreTemplate(ctx, { ...input, kind }),
    done: (_, { version }) => ({
      flash: `notifications-templates.flash.${version === 1 ? "reset" : "restore"}` as const,
    }),
  }),
  test: act({
    input: TestTemplate,
    run: (ctx, input) => testTemplate(ctx, { ...input, kind }),
    done: "notifications-templates.flash.test",
    refusal: (refusal) =>
      refusal.reason === "too_many_attempts"
        ? {
            flash: "notifications-templates.refused.too_many_attempts",
            values: { minutes: Math.ceil(refusal.retry_after / 60) },
            bad: true,
          }
        : undefined,
  }),
});

export async function action({ params: { kind }, ...args }: Route.ActionArgs) {
  if (!isTemplateKind(kind)) throw data(null, { status: 404 });
  return adminAct(args, { acts: actsOf(kind), refusals: TEMPLATE_REFUSALS });
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, TEMPLATE_REFUSALS.failed);

export default EmailTemplate;
