import { useText } from "#src/locales/use-text.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { BarForm } from "#src/modules/evening/stops/admin/bar-form.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/+types/new-bar.ts";

/** The form of a new bar. */
export default function NewBar({ loaderData: { id, cities }, actionData }: Route.ComponentProps) {
  const { t } = useText();
  useFlash(actionData);
  const values = {
    name: "",
    address: "",
    map_url: "",
    picture: "",
    city_id: cities[0]?.id ?? "",
    guide_note: "",
    voucher_price: "",
    voucher_currency: "MXN",
  };
  return (
    <>
      <PageHead
        title={t("stops-admin.add")}
        tab={t("admin.tab", { page: t("stops-admin.add"), brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/bars" name={t("admin.page.bars")} />}
      />
      <BarForm id={id} version={0} values={values} cities={cities} answer={actionData ?? null} readOnly={false} />
    </>
  );
}
