import type { Route } from "#routes/admin/site/+types/page.ts";
import {
  ArrowLeft,
  EyeOff,
  ExternalLink,
  Globe,
  History,
  Languages,
  MonitorSmartphone,
  TriangleAlert,
} from "#src/ui/lucide/icons.ts";
import { useMemo, useState } from "react";
import { Link, useFetcher, useLocation, useNavigate } from "react-router";
import { dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { EditorFoot } from "#src/modules/site/content/admin/editor-foot.tsx";
import { PageForm } from "#src/modules/site/content/admin/page-form.tsx";
import { PreviewPane } from "#src/modules/site/content/admin/preview-pane.tsx";
import { PublishDialog } from "#src/modules/site/content/admin/publish-dialog.tsx";
import { SaveState } from "#src/modules/site/content/admin/save-state.tsx";
import { sayBookings } from "#src/modules/site/content/admin/say-bookings.ts";
import { useHomeDraft } from "#src/modules/site/content/admin/use-home-draft.ts";
import { VersionsPanel } from "#src/modules/site/content/admin/versions-panel.tsx";
import type { DraftAnswer } from "#src/modules/site/content/rules/draft-answer.ts";
import { changesIn, contentOf, isSame, type SectionDraft } from "#src/modules/site/content/rules/home-draft.ts";
import { anchorAt, emptyBlocks, gapsOf } from "#src/modules/site/content/rules/page-content.ts";
import { OWN_TEXT, type PageKey } from "#src/modules/site/content/rules/page-fields.ts";
import type { PageVersions } from "#src/modules/site/content/rules/page-lists.ts";
import { PAGE_WORDS } from "#src/modules/site/content/rules/page-words.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK, AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { LeaveGuard } from "#src/ui/admin/leave-guard.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { SegmentedButtons } from "#src/ui/admin/segmented.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { classNames } from "#src/ui/class-names.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

type PageEditorProps = {
  home: {
    page: PageKey;
    published: SectionDraft;
    draft: SectionDraft;
    version: number;
    own: SectionDraft;
    isOwn: boolean;
    saved: { at: string; by: string | null } | null;
    publishedAt: string | null;
    publishedBy: string | null;
  };
  versions: PageVersions | null;
};

type Asking = "publish" | "discard" | "restore" | null;

/** A plain page: its head and blocks in both languages, the live page, draft and versions. */
function PageEditor({ home, versions }: PageEditorProps) {
  const { t, locale } = useText("content-admin");
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { page, published, own } = home;
  const opened = useMemo(
    () =>
      ({ draft: { [page]: home.draft }, versions: { [page]: home.version } }) as Record<
        "draft",
        Record<PageKey, SectionDraft>
      > &
        Record<"versions", Record<PageKey, number>>,
    [home, page],
  );
  const edit = useHomeDraft(opened);
  const acts = useFetcher<DraftAnswer>({ key: `page-act-${page}` });
  const [asking, setAsking] = useState<Asking>(null);
  const [toRestore, setToRestore] = useState("");
  const [earlier, setEarlier] = useState<SectionDraft | null>(null);
  const [language, setLanguage] = useState<"en" | "es">(locale);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const draft = edit.draft[page];
  const changes = changesIn(page, published, draft);
  const sections = useMemo(() => [{ section_key: page, content: contentOf(page, draft) }], [page, draft]);
  const isBusy = acts.state !== "idle";
  const canTakeBack = acts.data?.intent === "discard" || acts.data?.intent === "restore";
  useFlash(
    acts.data,
    canTakeBack && earlier ? { label: t("admin.undo"), act: () => edit.change(page, () => earlier) } : undefined,
  );
  useAnswer(acts.data, (answer) => {
    setAsking(null);
    // what was put away for it isn't lost when it failed
    if (answer.bad && (answer.intent === "discard" || answer.intent === "restore")) edit.putBack();
    if (answer.intent === "restore" && !answer.bad) void navigate(pathname, { preventScrollReset: true });
  });
  const act = (what: Record<string, string>) => {
    if (what["intent"] === "discard" || what["intent"] === "restore") {
      setEarlier(draft);
      edit.reset();
    }
    void acts.submit(what, { method: "post", action: pathname });
  };
  const seen = JSON.stringify({ [page]: edit.versions[page] });
  const restore = (id: string) => {
    // what is typed is a draft that is replaced, and can be brought back
    edit.save();
    setToRestore(id);
    setAsking("restore");
  };
  const name = t(PAGE_WORDS[page]);
  const publishedOn = home.publishedAt ? shortDate(dateIn(new Date(home.publishedAt), HOME_ZONE), locale) : null;
  const isOwnDraft = isSame(page, draft, own);
  const isToOwn = toRestore === OWN_TEXT;
  const draftActs = (
    <>
      <AdminButton kind="quiet" disabled={isOwnDraft || isBusy} onClick={() => restore(OWN_TEXT)}>
        {t("content-pages.toOwn")}
      </AdminButton>
      <AdminButton
        kind="quiet"
        disabled={changes.length === 0 || edit.isSaving || isBusy}
        onClick={() => setAsking("discard")}
      >
        {t("content-admin.discard")}
      </AdminButton>
    </>
  );
  return (
    <>
      <PageHead
        title={name}
        tab={t("admin.tab", { page: name, brand: t("common.brand") })}
        back={
          <Link
            to={localizedPath("/admin/pages", locale)}
            className={`${ADMIN_LINK} inline-flex items-center gap-1 max-md:min-h-11`}
          >
            <ArrowLeft aria-hidden size={14} />
            {t("content-pages.back")}
          </Link>
        }
        meta={
          changes.length > 0 ? (
            <Badge tone="waiting">{t("content-admin.changes", { count: changes.length })}</Badge>
          ) : (
            <Badge tone="done">{t(home.isOwn ? "content-pages.own" : "content-admin.isPublished")}</Badge>
          )
        }
        actions={
          <>
            {publishedOn && (
              <span className="self-center text-text-3 max-lg:hidden">
                {home.publishedBy
                  ? t("content-admin.publishedBy", { date: publishedOn, name: home.publishedBy })
                  : t("content-admin.publishedOn", { date: publishedOn })}
              </span>
            )}
            <AdminLink
              to={localizedPath(`/${page}`, locale)}
              target="_blank"
              icon={<ExternalLink aria-hidden size={15} />}
              className="max-md:hidden"
            >
              {t("content-pages.see")}
            </AdminLink>
            <AdminLink to={`${pathname}?versions=1`} preventScrollReset icon={<History aria-hidden size={15} />}>
              {t("content-admin.versions")}
            </AdminLink>
            <AdminButton
              kind="brand"
              icon={<Globe aria-hidden size={15} />}
              disabled={changes.length === 0}
              onClick={() => {
                edit.save();
                setAsking("publish");
              }}
            >
              {t("content-admin.publish")}
            </AdminButton>
          </>
        }
      />
      <div className="grid min-w-0 items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div
          className={classNames(
            "min-w-0 rounded-panel border border-border bg-surface px-3.5 py-3",
            // a phone shows one of the two
            isPreviewed && "max-md:hidden",
          )}
        >
          <p className="mb-2 flex justify-end md:hidden">
            <SegmentedButtons
              label={t("content-admin.language")}
              value={language}
              options={[
                { value: "en", label: "EN", name: t("editing.english") },
                { value: "es", label: "ES", name: t("editing.spanish") },
              ]}
              onChange={setLanguage}
            />
          </p>
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
        </div>
        <div
          className={classNames(
            "min-w-0 xl:sticky xl:top-15 xl:h-[calc(100dvh-12rem)] xl:[&>section]:h-full",
            !isPreviewed && "max-xl:hidden",
          )}
        >
          <PreviewPane
            path={`/preview/pages/${page}`}
            sections={sections}
            shown={at === null ? "" : anchorAt(draft, at)}
            language={locale}
          />
        </div>
      </div>
      <p className="mt-3.5 flex flex-wrap gap-2.5 md:hidden">{draftActs}</p>
      <EditorFoot>
        <SaveState
          edit={edit}
          saved={home.saved}
          hasDraft={changes.length > 0}
          publishedOn={home.isOwn ? null : publishedOn}
        />
        <AdminButton
          className="xl:hidden"
          icon={isPreviewed ? <EyeOff aria-hidden size={15} /> : <MonitorSmartphone aria-hidden size={15} />}
          aria-pressed={isPreviewed}
          onClick={() => setIsPreviewed(!isPreviewed)}
        >
          {t(isPreviewed ? "content-admin.preview.hide" : "content-admin.preview")}
        </AdminButton>
        <span className="flex gap-2.5 max-md:hidden">{draftActs}</span>
      </EditorFoot>
      <LeaveGuard unsaved={edit.dirty.length > 0} />
      {versions && (
        <VersionsPanel
          versions={versions.map((version) => ({
            ...version,
            isOwn: version.own !== null,
            facts: version.bookings === null ? null : sayBookings(version.bookings, t),
          }))}
          help={t("content-pages.versions.help")}
          preview={`/preview/pages/${page}`}
          closeHref={pathname}
          busy={isBusy}
          onRestore={restore}
        />
      )}
      <PublishDialog
        key={home.publishedAt}
        open={asking === "publish"}
        text={t(page === "terms" || page === "privacy" ? "content-pages.publish.terms" : "content-admin.publish.text")}
        changes={changes}
        waits={edit.dirty.length > 0 || edit.isSaving}
        blocked={edit.broken.length > 0 || edit.met.length > 0 || edit.hasFailed}
        busy={isBusy}
        onPublish={(note) => act({ intent: "publish", versions: seen, note })}
        onClose={() => setAsking(null)}
      >
        <Missing page={page} draft={draft} isOwn={isOwnDraft} />
      </PublishDialog>
      <ConfirmDialog
        open={asking === "discard"}
        title={t("content-admin.discard.title")}
        confirmLabel={t("content-admin.discard.confirm", { count: changes.length })}
        cancelLabel={t("admin.cancel")}
        // the version that a save makes has to be known first
        busy={isBusy || edit.isSaving}
        onConfirm={() => act({ intent: "discard", versions: seen })}
        onClose={() => setAsking(null)}
      >
        <p>{t("content-admin.discard.text")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === "restore"}
        title={t(isToOwn ? "content-pages.toOwn.title" : "content-admin.restore.title")}
        confirmLabel={t("content-admin.restore.confirm")}
        cancelLabel={t("admin.cancel")}
        busy={isBusy || edit.isSaving}
        onConfirm={() => act({ intent: "restore", id: toRestore, versions: seen })}
        onClose={() => setAsking(null)}
      >
        <p>
          {isToOwn
            ? t("content-pages.toOwn.text")
            : t(changes.length > 0 ? "content-admin.restore.textDraft" : "content-admin.restore.text")}
        </p>
        {isToOwn && changes.length > 0 && <p>{t("content-pages.toOwn.draft")}</p>}
      </ConfirmDialog>
    </>
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
