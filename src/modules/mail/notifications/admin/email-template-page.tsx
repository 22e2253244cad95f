import type { Route } from "#routes/admin/mail/+types/email-template.ts";
import { ArrowLeft, Eye, History } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { sayKind } from "#src/modules/mail/notifications/admin/email-words.tsx";
import { TemplateField } from "#src/modules/mail/notifications/admin/template-field.tsx";
import { StateBadge, useSayPublished } from "#src/modules/mail/notifications/admin/template-list.tsx";
import { type Look, TemplatePreview } from "#src/modules/mail/notifications/admin/template-preview.tsx";
import { TemplateVersions } from "#src/modules/mail/notifications/admin/template-versions.tsx";
import { sayProblem } from "#src/modules/mail/notifications/admin/template-words.ts";
import { labelsOf } from "#src/modules/mail/notifications/rules/template-labels.ts";
import { useTemplateForm } from "#src/modules/mail/notifications/admin/use-template-form.ts";
import type { OpenTemplate, TemplateVersion } from "#src/modules/mail/notifications/rules/template-answer.ts";
import { textsOf } from "#src/modules/mail/notifications/rules/template-texts.ts";
import { stateOf } from "#src/modules/mail/notifications/rules/wording.ts";
import { ADMIN_LINK, AdminButton, adminButtonClass, AdminLink } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { EditorForm } from "#src/ui/admin/editor-form.tsx";
import { LanguageHeads } from "#src/ui/admin/bilingual.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

type TemplateEditorProps = {
  template: OpenTemplate;
  /** null while they aren't looked at */
  versions: readonly TemplateVersion[] | null;
};

/** The texts of a kind of email in both languages, and beside them the email as it looks. */
function TemplateEditor({ template, versions }: TemplateEditorProps) {
  const { t, locale } = useText();
  const { pathname } = useLocation();
  const { kind, ronda, at, by } = template;
  const form = useTemplateForm(template);
  const sayPublished = useSayPublished();
  const [look, setLook] = useState<Look>({ language: locale, at: "" });
  // the version to bring back; 1 is Ronda's
  const [version, setVersion] = useState<number | null>(null);
  const texts = textsOf(kind);
  const labels = labelsOf(texts, t);
  const state = stateOf(template.texts);
  const title = sayKind(kind, t);
  const nameOf = (id: string, language: string) => `${labels.get(id) ?? id} · ${language.toUpperCase()}`;
  const errors = (form.answer?.problems ?? []).map(({ language, id, error }) => ({
    id: language === "en" ? id : `${id}_es`,
    message: `${nameOf(id, language)}: ${sayProblem(
      error,
      texts.find((text) => text.id === id)!,
      t,
    )}`,
  }));
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={
          <Link
            to={localizedPath("/admin/emails/templates", locale)}
            className={`${ADMIN_LINK} inline-flex items-center gap-1`}
          >
            <ArrowLeft aria-hidden size={14} />
            {t("notifications-templates.back")}
          </Link>
        }
        actions={
          <>
            {state !== "ronda" && (
              <AdminButton kind="quiet" disabled={form.isBusy} onClick={() => setVersion(1)}>
                {t("notifications-templates.reset")}
              </AdminButton>
            )}
            <a href="#preview" className={`${adminButtonClass({})} lg:hidden!`}>
              <Eye aria-hidden size={15} />
              {t("notifications-templates.preview")}
            </a>
            <AdminLink to={`${pathname}?versions=1`} preventScrollReset icon={<History aria-hidden size={15} />}>
              {t("notifications-templates.versions")}
            </AdminLink>
          </>
        }
      />
      <p className="mb-3 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-text-2">
        {/* as high as the longest, so that nothing moves where a font breaks a line later than the one before it */}
        <span className="max-md:min-h-[2lh]">{t(`email-kinds.sent.${kind}`)}.</span>
        <StateBadge state={state} />
        {(state === "en" || state === "es") && <span>{t(`notifications-templates.then.${state}`)}</span>}
        {at && <span className="text-text-3">{sayPublished(at, by)}</span>}
      </p>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]">
        <EditorForm
          edit={form}
          errors={errors}
          name={({ id, language }) => nameOf(id, language)}
          value={({ id, language }, of) => of[language][id] || (ronda[language][id] ?? "")}
          saving={form.isBusy}
          onSave={form.save}
          bar={{
            leaveText: t("notifications-templates.leave"),
            unsaved: t("notifications-templates.unsaved", { count: form.changed.length }),
            actions: (
              <AdminButton kind="brand" type="submit" busy={form.isBusy} data-save>
                {t("notifications-templates.publish")}
              </AdminButton>
            ),
          }}
        >
          <Panel>
            <LanguageHeads toTranslate={null} />
            <div className="grid gap-3.5 md:mt-3">
              {texts.map((text) => (
                <TemplateField
                  key={text.id}
                  text={text}
                  label={labels.get(text.id) ?? text.id}
                  form={form}
                  ronda={ronda}
                  onLook={(language, { when }) => setLook({ language, at: when ?? look.at })}
                />
              ))}
            </div>
            <p className="mt-2 text-fine text-text-3">{t("notifications-templates.facts")}</p>
          </Panel>
        </EditorForm>
        <div id="preview" className="min-w-0 scroll-mt-16 lg:sticky lg:top-16">
          <Panel title={t("notifications-templates.preview")}>
            <TemplatePreview kind={kind} texts={form.own} look={look} onLook={setLook} />
          </Panel>
        </div>
      </div>
      {versions && (
        <TemplateVersions
          versions={versions}
          labels={labels}
          closeHref={pathname}
          busy={form.isBusy}
          onRestore={setVersion}
        />
      )}
      <ConfirmDialog
        open={version !== null}
        title={t(version === 1 ? "notifications-templates.reset.title" : "notifications-templates.restore.title")}
        confirmLabel={t(
          version === 1 ? "notifications-templates.reset.confirm" : "notifications-templates.restore.confirm",
        )}
        cancelLabel={t("admin.cancel")}
        busy={form.isBusy}
        onConfirm={() => {
          if (version !== null) form.restore(version);
          setVersion(null);
        }}
        onClose={() => setVersion(null)}
      >
        <p>{t(version === 1 ? "notifications-templates.reset.text" : "notifications-templates.restore.text")}</p>
      </ConfirmDialog>
    </>
  );
}

export default function EmailTemplate({ loaderData }: Route.ComponentProps) {
  return <TemplateEditor key={loaderData.template.kind} {...loaderData} />;
}
