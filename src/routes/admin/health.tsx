import { data } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { failedEmailsOf } from "#src/modules/mail/notifications/queries.server.ts";
import { resendFailedEmails } from "#src/modules/mail/notifications/resend-failed-emails.server.ts";
import { resentAnswer } from "#src/modules/mail/notifications/rules/failed.ts";
import { FailedEmails } from "#src/modules/mail/notifications/admin/failed-emails.tsx";
import { Findings } from "#src/modules/office/operations/admin/findings.tsx";
import { States } from "#src/modules/office/operations/admin/states.tsx";
import { forgetFacts, healthOf } from "#src/modules/office/operations/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "./+types/health";

/** After a refusal the page shows what has changed meanwhile; by default the router doesn't revalidate then. */
export const shouldRevalidate = () => true;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const [seen, failed] = await Promise.all([healthOf(ctx), failedEmailsOf(ctx)]);
  if (!seen.ok) throw refused({ missing: "health.read" });
  return { health: seen.health, failed };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const result = await resendFailedEmails(ctx, { refused: form.get("refused") === "true" });
  forgetFacts(ctx);
  if (!result.ok && result.reason === "forbidden") throw refused(result);
  return data(resentAnswer(result), { status: result.ok ? 200 : 409 });
}

/** The state of the installation: what is wrong and what to do, then each part in figures. */
export default function Health({ loaderData: { health, failed }, actionData }: Route.ComponentProps) {
  const { t } = useText();
  useFlash(actionData);
  return (
    <>
      <PageHead
        title={t("operations.title")}
        tab={t("admin.tab", { page: t("operations.title"), brand: t("common.brand") })}
        meta={t("operations.meta", { count: health.findings.length })}
      />
      <div className="grid gap-4">
        <Findings findings={health.findings} isMailAway={failed?.mailAway ?? health.mailAway > 0} />
        {failed?.since && <FailedEmails failed={failed} isAway={failed.mailAway} />}
        <States health={health} />
      </div>
    </>
  );
}
