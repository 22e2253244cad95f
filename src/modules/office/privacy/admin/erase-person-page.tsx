import { Form, Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ErasurePreview } from "#src/modules/office/privacy/admin/erasure-preview.tsx";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminNotice } from "#src/ui/admin/field.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { Check, CircleAlert } from "#src/ui/lucide/icons.ts";
import type { Route } from "#routes/admin/+types/erase-person.ts";

/** Erases a person on request: found by address, phone or booking, shown with all that follows, confirmed by a word. */
export default function ErasePerson({ loaderData: { erasure, done }, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  return (
    <div className="max-w-[60rem]">
      <PageHead
        title={t("privacy-admin.title")}
        tab={t("admin.tab", { page: t("privacy-admin.title"), brand: t("common.brand") })}
        back={
          <Link to={localizedPath("/admin/customers", locale)} className={ADMIN_LINK}>
            {t("privacy-admin.back")}
          </Link>
        }
      />
      <div className="grid gap-3">
        <p className="max-w-[70ch] text-text-2">{t("privacy-admin.lead")}</p>
        {done && (
          <div role="status">
            <AdminNotice tone="done" icon={<Check aria-hidden size={16} />}>
              {t("privacy-admin.done")}
            </AdminNotice>
          </div>
        )}
        {actionData?.refused && (
          <div role="alert">
            <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
              {t(actionData.refused)}
            </AdminNotice>
          </div>
        )}
        {erasure && <ErasurePreview erasure={erasure} wrongWord={actionData?.wrongWord ?? false} />}
        <Panel title={t("privacy-admin.find")}>
          <FindForm nobody={actionData?.nobody ?? null} />
        </Panel>
      </div>
    </div>
  );
}

function FindForm({ nobody }: { nobody: "missing" | "nobody" | null }) {
  const { t } = useText();
  return (
    <Form method="post" noValidate className="flex flex-wrap items-end gap-2">
      <input type="hidden" name="act" value="find" />
      <AdminField
        id="who"
        label={t("privacy-admin.who")}
        className="min-w-0 grow basis-64"
        {...(nobody ? { error: t(`privacy-admin.${nobody}`) } : {})}
      >
        {(control) => (
          <AdminInput {...control} name="who" autoComplete="off" autoCapitalize="none" spellCheck={false} />
        )}
      </AdminField>
      <AdminButton type="submit">{t("privacy-admin.search")}</AdminButton>
    </Form>
  );
}
