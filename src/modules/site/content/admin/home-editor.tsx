import { EyeOff, Globe, History, Languages, MonitorSmartphone, Share2, TriangleAlert } from "#src/ui/lucide/icons.ts";
import { useMemo, useState } from "react";
import { useFetcher, useLocation, useNavigate } from "react-router";
import { dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { SegmentedButtons } from "#src/ui/admin/segmented.tsx";
import { PreviewPane } from "#src/modules/site/content/admin/preview-pane.tsx";
import { HomeSections } from "#src/modules/site/content/admin/home-sections.tsx";
import { PublishDialog } from "#src/modules/site/content/admin/publish-dialog.tsx";
import { SaveState } from "#src/modules/site/content/admin/save-state.tsx";
import { SectionForm } from "#src/modules/site/content/admin/section-form.tsx";
import { ShareDialog } from "#src/modules/site/content/admin/share-dialog.tsx";
import { useHomeDraft } from "#src/modules/site/content/admin/use-home-draft.ts";
import { VersionsPanel } from "#src/modules/site/content/admin/versions-panel.tsx";
import type { DraftAnswer } from "#src/modules/site/content/rules/draft-answer.ts";
import {
  changesIn,
  changesOf,
  contentOf,
  countUntranslated,
  type HomeDraft,
  type HomeVersion,
  unseenItems,
} from "#src/modules/site/content/rules/home-draft.ts";
import { SECTION_KEYS, type SectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { SECTION_WORDS } from "#src/modules/site/content/rules/home-words.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { EditorFoot } from "#src/modules/site/content/admin/editor-foot.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { LeaveGuard } from "#src/ui/admin/leave-guard.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { classNames } from "#src/ui/class-names.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

/** Where each section stands in the page. */
const PLACES: Readonly<Record<SectionKey, string>> = {
  hero: "#main > section:first-of-type",
  infoBar: "#main > section:nth-of-type(2)",
  events: "[data-later=special]",
  expect: "[data-later=expect]",
  features: "[data-later=features]",
  route: "[data-later=route]",
  testimonials: "[data-later=guests]",
  footer: "footer",
  layout: "",
};

type HomeEditorProps = {
  home: {
    published: HomeDraft;
    draft: HomeDraft;
    versions: Record<SectionKey, number>;
    saved: { at: string; by: string | null } | null;
    publishedAt: string | null;
    publishedBy: string | null;
    own: { en: Record<string, string>; es: Record<string, string> };
  };
  versions: HomeVersion[] | null;
  section: SectionKey;
};

type Asking = "publish" | "discard" | "restore" | null;

/** The home page's texts: sections, both languages, the live page, drafts and versions. */
export function HomeEditor({ home, versions, section: opened }: HomeEditorProps) {
  const { t, locale } = useText("content-admin");
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const edit = useHomeDraft(home);
  const acts = useFetcher<DraftAnswer>({ key: "home-act" });
  const [asking, setAsking] = useState<Asking>(null);
  const [toRestore, setToRestore] = useState("");
  const [earlier, setEarlier] = useState<HomeDraft | null>(null);
  const [language, setLanguage] = useState<"en" | "es">(locale);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const [isLinkSeen, setIsLinkSeen] = useState(true);
  // read without the server: the loader is not asked again for another section
  const asked = new URLSearchParams(search).get("section");
  const section = SECTION_KEYS.find((key) => key === asked) ?? opened;
  const { draft } = edit;
  const changes = changesOf(home.published, draft);
  const sections = useMemo(
    () => SECTION_KEYS.map((key) => ({ section_key: key, content: contentOf(key, draft[key]) })),
    [draft],
  );
  const isBusy = acts.state !== "idle";
  const canTakeBack = acts.data?.intent === "discard" || acts.data?.intent === "restore";
  useFlash(
    acts.data,
    canTakeBack && earlier ? { label: t("admin.undo"), act: () => edit.bringBack(earlier) } : undefined,
  );
  useAnswer(acts.data, (answer) => {
    setAsking(null);
    // what was put away for it isn't lost when it failed
    if (answer.bad && (answer.intent === "discard" || answer.intent === "restore")) edit.putBack();
    if (answer.intent === "share" && answer.url) setIsLinkSeen(false);
    if (answer.intent === "restore" && !answer.bad) void navigate(pathname, { preventScrollReset: true });
  });
  const act = (what: Record<string, string>) => {
    if (what["intent"] === "discard" || what["intent"] === "restore") {
      setEarlier(draft);
      edit.reset();
    }
    void acts.submit(what, { method: "post", action: pathname });
  };
  const seen = JSON.stringify(edit.versions);
  const publish = (note: string) => act({ intent: "publish", versions: seen, note });
  const day = (instant: string) => shortDate(dateIn(new Date(instant), HOME_ZONE), locale);
  const hrefOf = (key: SectionKey) => `${pathname}?section=${key}`;
  const publishedOn = home.publishedAt ? day(home.publishedAt) : null;
  const draftActs = (
    <>
      <AdminButton
        kind="quiet"
        disabled={changes.length === 0 || edit.isSaving || isBusy}
        onClick={() => setAsking("discard")}
      >
        {t("content-admin.discard")}
      </AdminButton>
      <AdminButton
        icon={<Share2 aria-hidden size={15} />}
        busy={isBusy && acts.formData?.get("intent") === "share"}
        onClick={() => {
          // who gets the link reads what is typed now
          edit.save();
          act({ intent: "share" });
        }}
      >
        {t("content-admin.share")}
      </AdminButton>
    </>
  );
  return (
    <>
      <PageHead
        title={t("admin.page.home")}
        tab={t("admin.tab", { page: t("admin.page.home"), brand: t("common.brand") })}
        meta={
          changes.length > 0 ? (
            <Badge tone="waiting">{t("content-admin.changes", { count: changes.length })}</Badge>
          ) : (
            <Badge tone="done">{t("content-admin.isPublished")}</Badge>
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
              to={`${pathname}?section=${section}&versions=1`}
              preventScrollReset
              icon={<History aria-hidden size={15} />}
            >
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
      <div className="grid min-w-0 items-start gap-3.5 md:grid-cols-[9.5rem_minmax(0,1fr)] xl:grid-cols-[9.5rem_minmax(0,1fr)_22rem]">
        <HomeSections
          section={section}
          hrefOf={hrefOf}
          marksOf={(key) => ({
            isChanged: changesIn(key, home.published[key], draft[key]).length > 0,
            toTranslate: countUntranslated(key, draft[key]),
            isBroken: edit.broken.includes(key) || edit.met.some((one) => one.key === key),
          })}
        />
        <div
          className={classNames(
            "min-w-0 rounded-panel border border-border bg-surface px-3.5 py-3",
            // a phone shows one of the two
            isPreviewed && "max-md:hidden",
          )}
        >
          <h2 className="heading mb-2 flex items-center text-sub">
            <span className="mr-auto">{t(SECTION_WORDS[section])}</span>
            {section !== "layout" && (
              <span className="md:hidden">
                <SegmentedButtons
                  label={t("content-admin.language")}
                  value={language}
                  options={[
                    { value: "en", label: "EN", name: t("editing.english") },
                    { value: "es", label: "ES", name: t("editing.spanish") },
                  ]}
                  onChange={setLanguage}
                />
              </span>
            )}
          </h2>
          <SectionForm
            key={section}
            section={section}
            draft={draft[section]}
            published={home.published[section]}
            own={home.own}
            errors={edit.errorsOf(section)}
            met={edit.met.find(({ key }) => key === section)}
            onChange={(over) => edit.change(section, over)}
            onKeepMine={() => edit.keepMine(section)}
            onTakeTheirs={() => edit.takeTheirs(section)}
            language={language}
          />
        </div>
        <div
          className={classNames(
            "min-w-0 md:col-span-2 xl:sticky xl:top-15 xl:col-span-1 xl:h-[calc(100dvh-12rem)] xl:[&>section]:h-full",
            !isPreviewed && "max-xl:hidden",
          )}
        >
          <PreviewPane path="/preview/home" sections={sections} shown={PLACES[section]} language={locale} />
        </div>
      </div>
      <p className="mt-3.5 flex flex-wrap gap-2.5 md:hidden">{draftActs}</p>
      <EditorFoot>
        <SaveState edit={edit} saved={home.saved} hasDraft={changes.length > 0} publishedOn={publishedOn} />
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
          versions={versions}
          help={t("content-admin.versions.help")}
          preview="/preview/home"
          closeHref={hrefOf(section)}
          busy={isBusy}
          onRestore={(id) => {
            setToRestore(id);
            setAsking("restore");
          }}
        />
      )}
      <PublishDialog
        key={home.publishedAt}
        open={asking === "publish"}
        text={t("content-admin.publish.text")}
        changes={changes}
        waits={edit.dirty.length > 0 || edit.isSaving}
        blocked={edit.broken.length > 0 || edit.met.length > 0 || edit.hasFailed}
        busy={isBusy}
        onPublish={publish}
        onClose={() => setAsking(null)}
      >
        <Missing draft={draft} />
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
        title={t("content-admin.restore.title")}
        confirmLabel={t("content-admin.restore.confirm")}
        cancelLabel={t("admin.cancel")}
        busy={isBusy || edit.isSaving}
        onConfirm={() => act({ intent: "restore", id: toRestore, versions: seen })}
        onClose={() => setAsking(null)}
      >
        <p>{t(changes.length > 0 ? "content-admin.restore.textDraft" : "content-admin.restore.text")}</p>
      </ConfirmDialog>
      <ShareDialog
        link={acts.data?.url && !isLinkSeen ? { url: acts.data.url, until: acts.data.until ?? "" } : null}
        onClose={() => setIsLinkSeen(true)}
      />
    </>
  );
}

/** What guests won't see, or not in Spanish. */
function Missing({ draft }: { draft: HomeDraft }) {
  const { t } = useText();
  const untranslated = SECTION_KEYS.reduce((sum, key) => sum + countUntranslated(key, draft[key]), 0);
  const unseen = SECTION_KEYS.filter((key) => unseenItems(key, draft[key]).length > 0);
  return (
    <>
      {unseen.length > 0 && (
        <AdminNotice icon={<TriangleAlert aria-hidden size={16} />}>
          {t("content-admin.publish.unseen", { sections: unseen.map((key) => t(SECTION_WORDS[key])).join(", ") })}
        </AdminNotice>
      )}
      {untranslated > 0 && (
        <AdminNotice icon={<Languages aria-hidden size={16} />}>
          {t("content-admin.publish.untranslated", { count: untranslated })}
        </AdminNotice>
      )}
    </>
  );
}
