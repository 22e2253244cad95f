import { Plus } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CityList } from "#src/modules/site/catalog/admin/city-list.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { Route } from "#routes/admin/site/+types/cities.ts";

/** The cities in the order of the menus. */
export default function Cities({ loaderData: { cities, mayChange } }: Route.ComponentProps) {
  const { t, locale } = useText("catalog-admin");
  const activeCount = cities.filter(({ isActive }) => isActive).length;
  const add = (kind: "ink" | "plain") =>
    mayChange && (
      <AdminLink kind={kind} to={localizedPath("/admin/cities/new", locale)} icon={<Plus aria-hidden size={15} />}>
        {t("catalog-cities-admin.add")}
      </AdminLink>
    );
  return (
    <>
      <PageHead
        title={t("admin.page.cities")}
        tab={t("admin.tab", { page: t("admin.page.cities"), brand: t("common.brand") })}
        meta={
          cities.length > 0 &&
          t("catalog-cities-admin.meta", { shown: activeCount, hidden: cities.length - activeCount })
        }
        actions={cities.length > 0 && add("ink")}
      />
      {!mayChange && <p className="mb-3 text-text-2">{t("catalog-cities-admin.readOnly")}</p>}
      <Panel padded={false} {...(cities.length > 1 ? { footer: t("catalog-cities-admin.lead") } : {})}>
        {cities.length > 0 ? (
          <CityList cities={cities} mayChange={mayChange} />
        ) : (
          <Empty
            title={t("catalog-cities-admin.empty.title")}
            text={t("catalog-cities-admin.empty.text")}
            action={add("ink")}
          />
        )}
      </Panel>
    </>
  );
}
