import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { QrForm } from "#src/modules/partners/partner-admin/admin/qr-form.tsx";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/partners/+types/new-qr-code.ts";

/** The form of a new QR code. */
export default function NewQrCode({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  // drawn once: what is sent again must not become a second code
  const [id] = useState(loaderData.id);
  useFlash(actionData);
  const { partners, targets, partner } = loaderData;
  const values = { partner_id: partner, campaign: "", placement: "", target: "/", ...DEFAULT_COLOURS };
  return (
    <>
      <PageHead
        title={t("affiliates-qr.add")}
        tab={t("admin.tab", { page: t("affiliates-qr.add"), brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/affiliates/qr" name={t("affiliates-qr.title")} />}
      />
      <QrForm
        id={id}
        version={1}
        values={values}
        partners={partners}
        targets={targets}
        answer={actionData ?? null}
        readOnly={false}
      />
    </>
  );
}

const DEFAULT_COLOURS = { foreground: "#1d1016", background: "#ffffff" };
