import type { Route } from "#routes/admin/office/+types/import-file.ts";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { DoneImport } from "#src/modules/office/importing/admin/done-import.tsx";
import { DraftImport } from "#src/modules/office/importing/admin/draft-import.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { FlaskConical } from "#src/ui/lucide/icons.ts";

/** One file that is, or was, imported: what its columns are, what it would bring, and later what it brought. */
export default function ImportFilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  useFlash(actionData);
  const { view } = loaderData;
  const title = t(`importing.page.${view.kind}`, { source: view.source });
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        meta={<span className="wrap-anywhere">{view.file}</span>}
        back={
          <Link to={localizedPath("/admin/import", locale)} className={ADMIN_LINK}>
            {t("importing.back")}
          </Link>
        }
      />
      <div className="grid gap-4">
        {view.isPractice && (
          <AdminNotice icon={<FlaskConical aria-hidden size={16} />}>{t("importing.practiceText")}</AdminNotice>
        )}
        {view.state === "draft" ? <DraftImport view={view} /> : <DoneImport view={view} />}
      </div>
    </>
  );
}
