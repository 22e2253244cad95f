import { useState } from "react";
import { useFetcher } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { QrFiles } from "#src/modules/partners/partner-admin/admin/qr-files.tsx";
import { QrForm } from "#src/modules/partners/partner-admin/admin/qr-form.tsx";
import { QrScans } from "#src/modules/partners/partner-admin/admin/qr-scans.tsx";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { QR_LIST } from "#src/modules/sales/affiliates/rules/qr-list.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Flash, useFlash } from "#src/ui/admin/use-flash.ts";
import { useUndo } from "#src/ui/admin/use-undo.ts";
import type { Route } from "#routes/admin/partners/+types/qr-code.ts";

/** A QR code: what is printed of it, its scans, and its form. */
export default function QrCode({ loaderData, actionData }: Route.ComponentProps) {
  const { code, counted, partners, targets, mayChange, svg, history, days, added } = loaderData;
  const { t, locale } = useText();
  const [welcome] = useState<Flash | null>(() => (added ? { flash: "affiliates-qr.flash.added" } : null));
  useFlash(actionData ?? welcome);
  const title = [code.partner ?? t("affiliates-qr.ours"), code.placement || code.campaign || code.id].join(" · ");
  const path = localizedPath(`/admin/affiliates/qr/${code.id}`, locale);
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/affiliates/qr" name={t("affiliates-qr.title")} />}
        meta={
          <Badge tone={code.is_active ? "done" : "none"}>
            {t(code.is_active ? "affiliates-qr.state.on" : "affiliates-qr.state.off")}
          </Badge>
        }
        actions={mayChange && <Switch isActive={code.is_active} path={path} />}
      />
      {!code.is_active && <p className="mb-3 text-text-2">{t("affiliates-qr.offNotice")}</p>}
      <div className="grid gap-4">
        <QrFiles id={code.id} address={code.address} svg={svg} />
        <QrScans days={days} {...counted} hrefOf={(n) => QR_LIST.href(path, QR_LIST.values({ days: n }))} />
        <QrForm
          key={code.version}
          id={code.id}
          version={code.version}
          values={code}
          partners={partners}
          targets={targets}
          answer={actionData ?? null}
          readOnly={!mayChange}
        />
        <Panel title={t("audit.history")}>
          <RecordHistory entries={history} />
        </Panel>
      </div>
    </>
  );
}

/** Switches the code on or off; the toast takes it back. */
function Switch({ isActive, path }: { isActive: boolean; path: string }) {
  const { t } = useText();
  const act = useFetcher<Route.ComponentProps["actionData"]>();
  useUndo(act, { action: path });
  return (
    <act.Form method="post" action={path}>
      <AdminButton type="submit" name="intent" value={isActive ? "deactivate" : "activate"} busy={act.state !== "idle"}>
        {t(isActive ? "affiliates-qr.deactivate" : "affiliates-qr.activate")}
      </AdminButton>
    </act.Form>
  );
}
