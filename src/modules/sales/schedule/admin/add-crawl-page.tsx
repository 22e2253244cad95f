import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CrawlEditor } from "#src/modules/site/catalog/admin/crawl-editor.tsx";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { slugOf } from "#src/modules/site/catalog/rules/draft.ts";
import { CrawlPreview } from "#src/modules/sales/schedule/admin/crawl-preview.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { Route } from "#routes/admin/+types/add-crawl.ts";

/** The form of a new crawl, which is hidden until staff show it. */
export default function AddCrawl({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { id, draft, example, choices } = loaderData;
  if (choices.cities.length === 0)
    return (
      <Panel padded={false}>
        <title>{t("admin.tab", { page: t("catalog-admin.add"), brand: t("common.brand") })}</title>
        <meta name="robots" content="noindex" />
        <Empty
          page
          title={t("catalog-admin.noCity.title")}
          text={t("catalog-admin.noCity.text")}
          action={<AdminLink to={localizedPath("/admin/cities", locale)}>{t("catalog-admin.noCity.act")}</AdminLink>}
        />
      </Panel>
    );
  return (
    <>
      <PageHead
        title={t("catalog-admin.add")}
        tab={t("admin.tab", { page: t("catalog-admin.add"), brand: t("common.brand") })}
        back={<Breadcrumb />}
      />
      <CrawlEditor
        id={id}
        // a draft of one doesn't turn up in the other
        draftKey={example ? "example" : "new"}
        example={example}
        opened={{ version: 0, draft }}
        answer={actionData ?? null}
        choices={choices}
        rating={null}
        formerSlugs={[]}
        readOnly={null}
        renderPreview={(now) => (
          <CrawlPreview
            draft={now}
            slug={now.slug || slugOf(now.title) || id}
            cities={choices.cities}
            offer={null}
            today={null}
          />
        )}
      />
    </>
  );
}
