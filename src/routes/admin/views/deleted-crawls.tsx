import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { DeletedCrawls as List } from "#src/modules/catalog/desk/crawl-list.tsx";
import { DeskLink } from "#src/ui/desk/button.tsx";
import { PageHead } from "#src/ui/desk/page-head.tsx";
import { Panel } from "#src/ui/desk/panel.tsx";
import type { Route } from "../+types/deleted-crawls";

/** Where deleted crawls wait to come back. */
export default function DeletedCrawls({ loaderData: { crawls, today, mayChange } }: Route.ComponentProps) {
  const { t, locale } = useText();
  return (
    <>
      <PageHead
        title={t("desk.page.restore")}
        tab={t("desk.tab", { page: t("desk.page.restore"), brand: t("common.brand") })}
        actions={<DeskLink to={localizedPath("/admin/pub-crawls", locale)}>{t("desk.page.crawls")}</DeskLink>}
      />
      <p className="mb-3 max-w-[70ch] text-text-2">{t("crawleditor.deletedLead")}</p>
      <Panel padded={false}>
        <List crawls={crawls} today={today} mayChange={mayChange} />
      </Panel>
    </>
  );
}
