import { Plus } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { BarList } from "#src/modules/evening/stops/admin/bar-list.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { Route } from "#routes/admin/+types/bars.ts";

/** The bars where crawls stop. */
export default function Bars({ loaderData: { bars, mayChange } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const add = mayChange && (
    <AdminLink kind="ink" to={localizedPath("/admin/bars/new", locale)} icon={<Plus aria-hidden size={15} />}>
      {t("stops-admin.add")}
    </AdminLink>
  );
  return (
    <>
      <PageHead
        title={t("admin.page.bars")}
        tab={t("admin.tab", { page: t("admin.page.bars"), brand: t("common.brand") })}
        meta={bars.length > 0 && t("stops-admin.meta", { count: bars.length })}
        actions={bars.length > 0 && add}
      />
      <Panel padded={false}>
        {bars.length > 0 ? (
          <BarList bars={bars} />
        ) : (
          <Empty title={t("stops-admin.empty.title")} text={t("stops-admin.empty.text")} action={add} />
        )}
      </Panel>
    </>
  );
}
