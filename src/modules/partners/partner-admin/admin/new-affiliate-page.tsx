import { useText } from "#src/locales/use-text.ts";
import { PartnerForm } from "#src/modules/partners/partner-admin/admin/partner-form.tsx";
import { NEW_PARTNER } from "#src/modules/sales/affiliates/rules/partner-form.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/partners/+types/new-affiliate.ts";

/** The form of a new partner. */
export default function NewAffiliate({ loaderData: { id, cities, mayPay }, actionData }: Route.ComponentProps) {
  const { t } = useText();
  useFlash(actionData);
  return (
    <>
      <PageHead
        title={t("affiliates-admin.add")}
        tab={t("admin.tab", { page: t("affiliates-admin.add"), brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/affiliates" name={t("affiliates-admin.title")} />}
      />
      <p className="mb-3 text-text-2">{t("affiliates-admin.addHelp")}</p>
      <PartnerForm
        id={id}
        version={0}
        values={NEW_PARTNER}
        cities={cities}
        answer={actionData ?? null}
        readOnly={false}
        mayPay={mayPay}
        account={{ clabe: null, rfc: null, bank: null }}
      />
    </>
  );
}
