import type { Route } from "#routes/admin/site/+types/page.ts";
import { ArrowLeft, ExternalLink, Languages, TriangleAlert } from "#src/ui/lucide/icons.ts";
import { useMemo, useState } from "react";
import { Link, useLocation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { DraftEditor } from "#src/modules/site/content/admin/draft-editor.tsx";
import { PageForm } from "#src/modules/site/content/admin/page-form.tsx";
import { sayBookings } from "#src/modules/site/content/admin/say-bookings.ts";
import { useDraftActs } from "#src/modules/site/content/admin/use-draft-acts.ts";
import { useDrafts } from "#src/modules/site/content/admin/use-drafts.ts";
import { changesIn, contentOf, isSame, type SectionDraft } from "#src/modules/site/content/rules/home-draft.ts";
import { anchorAt, emptyBlocks, gapsOf } from "#src/modules/site/content/rules/page-content.ts";
import { OWN_TEXT, type PageKey } from "#src/modules/site/content/rules/page-fields.ts";
import { PAGE_WORDS } from "#src/modules/site/content/rules/page-words.ts";
import { ADMIN_LINK, AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";

/** A plain page: its head and blocks in both languages, the live page, draft and versions. */
function PageEditor({ home, versions }: Route.ComponentProps["loaderData"]) {
  const { t, locale } = useText("content-admin");
  const { pathname } = useLocation();
  const { page, published } = home;
  const opened = useMemo(
    () => ({
      draft: { [page]: home.draft } as Record<PageKey, SectionDraft>,
      versions: { [page]: home.version } as Record<PageKey, number>,
    }),
    [home, page],
  );
  const edit = useDrafts(opened);
  const acts = useDraftActs(page, edit);
  const [at, setAt] = useState<number | null>(null);
  const draft = edit.draft[page];
  const sections = useMemo(() => [{ section_key: page, content: contentOf(page, draft) }], [page, draft]);
  const isOwnDraft = isSame(page, draft, home.own);
  return (
    <DraftEditor
      title={t(PAGE_WORDS[page])}
      back={
        <Link
          to={localizedPath("/admin/pages", locale)}
          className={`${ADMIN_LINK} inline-flex items-center gap-1 max-md:min-h-11`}
        >
          <ArrowLeft aria-hidden size={14} />
          {t("content-pages.back")}
        </Link>
      }
      links={
        <AdminLink
          to={localizedPath(`/${page}`, locale)}
          target="_blank"
          icon={<ExternalLink aria-hidden size={15} />}
          className="max-md:hidden"
        >
          {t("content-pages.see")}
        </AdminLink>
      }
      read={home}
      edit={edit}
      acts={acts}
      changes={changesIn(page, published, draft)}
      href={pathname}
      preview={{ path: `/preview/pages/${page}`, sections, shown: at === null ? "" : anchorAt(draft, at) }}
      before={
        <AdminButton
          kind="quiet"
          disabled={isOwnDraft || acts.isBusy}
          onClick={() => acts.ask({ what: "restore", id: OWN_TEXT })}
        >
          {t("content-pages.toOwn")}
        </AdminButton>
      }
      versions={
        versions?.map((version) => ({
          ...version,
          isOwn: version.own !== null,
          facts: version.bookings === null ? null : sayBookings(version.bookings, t),
        })) ?? null
      }
      versionsHelp={t("content-pages.versions.help")}
      publishText={t(
        page === "terms" || page === "privacy" ? "content-pages.publish.terms" : "content-admin.publish.text",
      )}
      missing={<Missing page={page} draft={draft} isOwn={isOwnDraft} />}
    >
      {(language) => (
        <PageForm
          page={page}
          draft={draft}
          published={published}
          errors={edit.errorsOf(page)}
          met={edit.met.find(({ key }) => key === page)}
          onChange={(over) => edit.change(page, over)}
          onKeepMine={() => edit.keepMine(page)}
          onTakeTheirs={() => edit.takeTheirs(page)}
          onShow={setAt}
          language={language}
        />
      )}
    </DraftEditor>
  );
}

/** What guests won't see, or not in their language. */
function Missing({ page, draft, isOwn }: { page: PageKey; draft: SectionDraft; isOwn: boolean }) {
  const { t } = useText();
  const gaps = gapsOf(page, draft);
  const unseen = emptyBlocks(page, draft).length;
  return (
    <>
      {isOwn && <p className="font-semibold">{t("content-pages.publish.isOwn")}</p>}
      {unseen > 0 && (
        <AdminNotice icon={<TriangleAlert aria-hidden size={16} />}>
          {t("content-pages.publish.unseen", { count: unseen })}
        </AdminNotice>
      )}
      {gaps.en + gaps.es > 0 && (
        <AdminNotice icon={<Languages aria-hidden size={16} />}>
          {t("content-pages.publish.gaps", { count: gaps.en + gaps.es })}
        </AdminNotice>
      )}
    </>
  );
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return <PageEditor key={loaderData.home.page} {...loaderData} />;
}
