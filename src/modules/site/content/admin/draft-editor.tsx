import { EyeOff, Globe, History, MonitorSmartphone } from "#src/ui/lucide/icons.ts";
import { type ComponentProps, type ReactNode, useState } from "react";
import { dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { PreviewPane } from "#src/modules/site/content/admin/preview-pane.tsx";
import { PublishDialog } from "#src/modules/site/content/admin/publish-dialog.tsx";
import { SaveState } from "#src/modules/site/content/admin/save-state.tsx";
import type { DraftActs } from "#src/modules/site/content/admin/use-draft-acts.ts";
import type { DraftsInEditor } from "#src/modules/site/content/admin/use-drafts.ts";
import { VersionsPanel } from "#src/modules/site/content/admin/versions-panel.tsx";
import type { Change } from "#src/modules/site/content/rules/home-draft.ts";
import type { DraftKey } from "#src/modules/site/content/rules/home-fields.ts";
import { OWN_TEXT } from "#src/modules/site/content/rules/page-fields.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { LeaveGuard } from "#src/ui/admin/leave-guard.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { SegmentedButtons } from "#src/ui/admin/segmented.tsx";
import { classNames } from "#src/ui/class-names.ts";

type Language = "en" | "es";

type DraftEditorProps<K extends DraftKey> = {
  title: string;
  back?: ReactNode;
  /** Links beside the one to the versions. */
  links?: ReactNode;
  /** How and since when the page is published; `isOwn`: what guests see is Ronda's own text. */
  read: {
    saved: { at: string; by: string | null } | null;
    publishedAt: string | null;
    publishedBy: string | null;
    isOwn?: boolean;
  };
  edit: DraftsInEditor<K>;
  acts: DraftActs;
  changes: readonly Change[];
  /** The address of what is edited, to which a panel goes back. */
  href: string;
  /** The sections beside the form. */
  sections?: ReactNode;
  heading?: string;
  /** Whether the form has fields in both languages, of which a phone shows one. */
  hasLanguages?: boolean;
  preview: Pick<ComponentProps<typeof PreviewPane>, "path" | "sections" | "shown">;
  /** Acts on the draft, before or after the one that discards it. */
  before?: ReactNode;
  after?: ReactNode;
  versions: ComponentProps<typeof VersionsPanel>["versions"] | null;
  versionsHelp: string;
  /** What publishing means, and what is missing. */
  publishText: string;
  missing: ReactNode;
  children: (language: Language) => ReactNode;
};

/** The frame of an editor whose drafts are saved while they are typed: form, live page, what can be done with the draft, versions. */
export function DraftEditor<K extends DraftKey>(props: DraftEditorProps<K>) {
  const { title, back, links, read, edit, acts, changes, href, sections, heading, preview, versions } = props;
  const { t, locale } = useText("content-admin");
  const [language, setLanguage] = useState<Language>(locale);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const publishedOn = read.publishedAt ? shortDate(dateIn(new Date(read.publishedAt), HOME_ZONE), locale) : null;
  const draftActs = (
    <>
      {props.before}
      <AdminButton
        kind="quiet"
        disabled={changes.length === 0 || edit.isSaving || acts.isBusy}
        onClick={() => acts.ask({ what: "discard" })}
      >
        {t("content-admin.discard")}
      </AdminButton>
      {props.after}
    </>
  );
  const languages = (props.hasLanguages ?? true) && (
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
  );
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={back}
        meta={
          changes.length > 0 ? (
            <Badge tone="waiting">{t("content-admin.changes", { count: changes.length })}</Badge>
          ) : (
            <Badge tone="done">{t(read.isOwn ? "content-pages.own" : "content-admin.isPublished")}</Badge>
          )
        }
        actions={
          <>
            {publishedOn && (
              <span className="self-center text-text-3 max-lg:hidden">
                {read.publishedBy
                  ? t("content-admin.publishedBy", { date: publishedOn, name: read.publishedBy })
                  : t("content-admin.publishedOn", { date: publishedOn })}
              </span>
            )}
            {links}
            <AdminLink
              to={`${href}${href.includes("?") ? "&" : "?"}versions=1`}
              preventScrollReset
              icon={<History aria-hidden size={15} />}
            >
              {t("content-admin.versions")}
            </AdminLink>
            <AdminButton
              kind="brand"
              icon={<Globe aria-hidden size={15} />}
              disabled={changes.length === 0}
              onClick={() => acts.ask({ what: "publish" })}
            >
              {t("content-admin.publish")}
            </AdminButton>
          </>
        }
      />
      <div
        className={classNames(
          "grid min-w-0 items-start gap-3.5",
          sections
            ? "md:grid-cols-[9.5rem_minmax(0,1fr)] xl:grid-cols-[9.5rem_minmax(0,1fr)_22rem]"
            : "xl:grid-cols-[minmax(0,1fr)_24rem]",
        )}
      >
        {sections}
        <div
          className={classNames(
            "min-w-0 rounded-panel border border-border bg-surface px-3.5 py-3",
            // a phone shows one of the two
            isPreviewed && "max-md:hidden",
          )}
        >
          {heading ? (
            <h2 className="heading mb-2 flex items-center text-sub">
              <span className="mr-auto">{heading}</span>
              {languages}
            </h2>
          ) : (
            <p className="mb-2 flex justify-end md:hidden">{languages}</p>
          )}
          {props.children(language)}
        </div>
        <div
          className={classNames(
            "min-w-0 xl:sticky xl:top-15 xl:h-[calc(100dvh-12rem)] xl:[&>section]:h-full",
            sections ? "md:col-span-2 xl:col-span-1" : null,
            !isPreviewed && "max-xl:hidden",
          )}
        >
          <PreviewPane {...preview} language={locale} />
        </div>
      </div>
      <p className="mt-3.5 flex flex-wrap gap-2.5 md:hidden">{draftActs}</p>
      <div className="sticky bottom-0 z-20 -mx-5 mt-4 -mb-5 flex flex-wrap items-center gap-2.5 border-t border-line-2 bg-surface px-5 py-2 max-md:bottom-15 max-md:-mx-3.5 max-md:-mb-3.5 max-md:px-3.5">
        <SaveState
          edit={edit}
          saved={read.saved}
          hasDraft={changes.length > 0}
          publishedOn={read.isOwn ? null : publishedOn}
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
      </div>
      <LeaveGuard unsaved={edit.dirty.length > 0} />
      {versions && (
        <VersionsPanel
          versions={versions}
          help={props.versionsHelp}
          preview={preview.path}
          closeHref={href}
          busy={acts.isBusy}
          onRestore={(id) => acts.ask({ what: "restore", id })}
        />
      )}
      <PublishDialog
        key={read.publishedAt}
        open={acts.asking?.what === "publish"}
        text={props.publishText}
        changes={changes}
        waits={edit.dirty.length > 0 || edit.isSaving}
        blocked={edit.broken.length > 0 || edit.met.length > 0 || edit.hasFailed}
        busy={acts.isBusy}
        onPublish={acts.publish}
        onClose={() => acts.ask(null)}
      >
        {props.missing}
      </PublishDialog>
      <Confirmations edit={edit} acts={acts} changes={changes.length} />
    </>
  );
}

type ConfirmationsProps = { edit: { isSaving: boolean }; acts: DraftActs; changes: number };

/** What is asked before a draft is thrown away or replaced. */
function Confirmations({ edit, acts, changes }: ConfirmationsProps) {
  const { t } = useText();
  const { asking } = acts;
  // the version that a save makes has to be known first
  const busy = acts.isBusy || edit.isSaving;
  const id = asking?.what === "restore" ? asking.id : "";
  const isToOwn = id === OWN_TEXT;
  const common = { cancelLabel: t("admin.cancel"), busy, onClose: () => acts.ask(null) };
  return (
    <>
      <ConfirmDialog
        {...common}
        open={asking?.what === "discard"}
        title={t("content-admin.discard.title")}
        confirmLabel={t("content-admin.discard.confirm", { count: changes })}
        onConfirm={acts.discard}
      >
        <p>{t("content-admin.discard.text")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        {...common}
        open={asking?.what === "restore"}
        title={t(isToOwn ? "content-pages.toOwn.title" : "content-admin.restore.title")}
        confirmLabel={t("content-admin.restore.confirm")}
        onConfirm={() => acts.restore(id)}
      >
        <p>
          {isToOwn
            ? t("content-pages.toOwn.text")
            : t(changes > 0 ? "content-admin.restore.textDraft" : "content-admin.restore.text")}
        </p>
        {isToOwn && changes > 0 && <p>{t("content-pages.toOwn.draft")}</p>}
      </ConfirmDialog>
    </>
  );
}
