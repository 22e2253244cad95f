import type { Route } from "#routes/admin/office/+types/languages-import.ts";
import { useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ImportDone } from "#src/modules/office/translations/admin/import-done.tsx";
import { ImportPreview } from "#src/modules/office/translations/admin/import-preview.tsx";
import { MOST_FILE_BYTES } from "#src/modules/office/translations/rules/file.ts";
import { fileProblem, type ImportAnswer } from "#src/modules/office/translations/rules/import-answer.ts";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

/** A file of texts is shown first and then put in place: choosing, preview, outcome. */
function ImportTexts({ answer }: { answer: ImportAnswer | null }) {
  const { t, locale } = useText();
  return (
    <>
      <PageHead
        title={t("translations.import.title")}
        tab={t("admin.tab", { page: t("translations.import.title"), brand: t("common.brand") })}
        back={
          <Link to={localizedPath("/admin/languages", locale)} className={ADMIN_LINK}>
            {t("translations.import.back")}
          </Link>
        }
      />
      <div className="grid gap-4">
        {answer?.outcome && <ImportDone {...answer.outcome} />}
        {answer?.preview && <ImportPreview {...answer.preview} />}
        <ChooseFile answer={answer} />
      </div>
    </>
  );
}

function ChooseFile({ answer }: { answer: ImportAnswer | null }) {
  const { t } = useText();
  const isReading = useNavigation().formData?.get("intent") === "preview";
  // larger ones need not be sent to be refused
  const [isTooLarge, setTooLarge] = useState(false);
  const wrong = isTooLarge ? fileProblem("file_too_large") : answer?.fieldErrors?.[0];
  // a file that didn't reach the server is said at its field as well
  const problem = wrong ? t(wrong.message, wrong.values) : answer?.flash && t(answer.flash);
  return (
    <Panel {...(answer?.done ? { title: t("translations.import.other") } : {})}>
      <Form
        method="post"
        encType="multipart/form-data"
        className="grid max-w-[60ch] gap-3"
        onSubmit={(event) => isTooLarge && event.preventDefault()}
      >
        <input type="hidden" name="intent" value="preview" />
        <p className="text-text-2">
          {t("translations.import.lead")} {t("translations.import.empty")}
        </p>
        <AdminField
          id="file"
          label={t("translations.import.file")}
          help={t("translations.import.fileHelp")}
          changed={false}
          {...(problem ? { error: problem } : {})}
        >
          {(control) => (
            <AdminInput
              {...control}
              onChange={(event) => setTooLarge((event.currentTarget.files?.[0]?.size ?? 0) > MOST_FILE_BYTES)}
              type="file"
              name="file"
              accept=".csv,text/csv"
              className="h-auto py-2"
            />
          )}
        </AdminField>
        <AdminButton
          type="submit"
          kind={answer?.preview ? "plain" : "ink"}
          busy={isReading}
          className="justify-self-start"
        >
          {t("translations.import.read")}
        </AdminButton>
      </Form>
    </Panel>
  );
}

export default function LanguagesImportPage({ actionData }: Route.ComponentProps) {
  return <ImportTexts answer={actionData ?? null} />;
}
