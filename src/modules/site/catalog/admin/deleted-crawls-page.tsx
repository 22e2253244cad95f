import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { DeletedCrawls as List } from "#src/modules/site/catalog/admin/crawl-list.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { Route } from "#routes/admin/+types/deleted-crawls.ts";

/** Deleted crawls, which can be restored. */
export default function DeletedCrawls({ loaderData: { crawls, today, mayChange } }: Route.ComponentProps) {
  const { t, locale } = useText();
  return (
    <>
      <PageHead
        title={t("admin.page.restore")}
        tab={t("admin.tab", { page: t("admin.page.restore"), brand: t("common.brand") })}
        actions={<AdminLink to={localizedPath("/admin/pub-crawls", locale)}>{t("admin.page.crawls")}</AdminLink>}
      />
      <p className="mb-3 max-w-[70ch] text-text-2">{t("catalog-admin.deletedLead")}</p>
      <Panel padded={false}>
        <List crawls={crawls} today={today} mayChange={mayChange} />
      </Panel>
    </>
  );
}
