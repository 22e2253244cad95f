import { useText } from "#src/locales/use-text.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { CityEditor } from "#src/modules/site/catalog/admin/city-editor.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import type { Route } from "#routes/admin/+types/new-city.ts";

/** The form of a new city. */
export default function NewCity({ loaderData: { draft, zones }, actionData }: Route.ComponentProps) {
  const { t } = useText();
  return (
    <>
      <PageHead
        title={t("catalog-cities-admin.add")}
        tab={t("admin.tab", { page: t("catalog-cities-admin.add"), brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/cities" name={t("admin.page.cities")} />}
      />
      <CityEditor id={null} opened={{ version: 0, draft }} answer={actionData ?? null} zones={zones} readOnly={null} />
    </>
  );
}
