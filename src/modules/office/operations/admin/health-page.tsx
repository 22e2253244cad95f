import { useText } from "#src/locales/use-text.ts";
import { FailedEmails } from "#src/modules/mail/notifications/admin/failed-emails.tsx";
import { Findings } from "#src/modules/office/operations/admin/findings.tsx";
import { States } from "#src/modules/office/operations/admin/states.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/+types/health.ts";

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
