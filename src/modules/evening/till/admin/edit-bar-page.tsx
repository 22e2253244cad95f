import { useState } from "react";
import { Form } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { BarForm } from "#src/modules/evening/stops/admin/bar-form.tsx";
import { BarLink } from "#src/modules/evening/stops/admin/bar-link.tsx";
import { PaidToBar } from "#src/modules/evening/till/admin/paid-to-bar.tsx";
import { Settlement } from "#src/modules/evening/vouchers/admin/settlement.tsx";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Flash, useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/+types/edit-bar.ts";

/** A bar: its form, its secret link, and what it is owed. */
export default function EditBar({ loaderData, actionData }: Route.ComponentProps) {
  const { paid, mayPay, bar, cities, link, mayChange, history, settled, added } = loaderData;
  const { t } = useText();
  const [welcome] = useState<Flash | null>(() => (added ? { flash: "stops-admin.flash.added" } : null));
  useFlash(actionData ?? welcome);
  return (
    <>
      <PageHead
        title={bar.name}
        tab={t("admin.tab", { page: bar.name, brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/bars" name={t("admin.page.bars")} />}
        meta={
          <Badge tone={bar.isActive ? "done" : "none"}>
            {t(bar.isActive ? "stops-admin.state.on" : "stops-admin.state.off")}
          </Badge>
        }
        actions={
          mayChange && (
            <Form method="post">
              <AdminButton type="submit" name="intent" value={bar.isActive ? "deactivate" : "activate"}>
                {t(bar.isActive ? "stops-admin.deactivate" : "stops-admin.activate")}
              </AdminButton>
            </Form>
          )
        }
      />
      {!bar.isActive && <p className="mb-3 text-text-2">{t("stops-admin.offNotice")}</p>}
      <div className="grid gap-4">
        <BarForm
          key={bar.id}
          id={bar.id}
          version={bar.version}
          values={bar.values}
          cities={cities}
          answer={actionData ?? null}
          readOnly={!mayChange}
        />
        <Settlement barId={bar.id} {...settled} />
        {paid && <PaidToBar barId={bar.id} month={settled.month} paid={paid} mayPay={mayPay} />}
        {link && <BarLink {...link} isActive={bar.isActive} />}
        <Panel title={t("audit.history")}>
          <RecordHistory entries={history} zone={bar.zone} />
        </Panel>
      </div>
    </>
  );
}
