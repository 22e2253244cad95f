import { useText } from "#src/locales/use-text.ts";
import { PartnerLink } from "#src/modules/partners/partner-admin/admin/partner-link.tsx";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { Route } from "#routes/admin/partners/+types/partner-link.ts";

/** The link of a partner's own page, and what was done with it. */
export default function PartnerLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, link, history } = loaderData;
  const { t } = useText();
  return (
    <>
      <PageHead
        title={name}
        tab={t("admin.tab", { page: name, brand: t("common.brand") })}
        back={<Breadcrumb to={`/admin/affiliates/${link.partnerId}`} name={t("affiliates-link-admin.back")} />}
      />
      {actionData?.flash && (
        <AdminNotice tone={actionData.bad ? "failed" : "done"}>{t(actionData.flash, actionData.values)}</AdminNotice>
      )}
      <div className="grid gap-4">
        <PartnerLink link={link} />
        <Panel title={t("audit.history")}>
          <RecordHistory entries={history} />
        </Panel>
      </div>
    </>
  );
}
