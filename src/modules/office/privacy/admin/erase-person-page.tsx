import { Form, Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ErasurePreview } from "#src/modules/office/privacy/admin/erasure-preview.tsx";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminNotice } from "#src/ui/admin/field.tsx";
import { FormRefusal } from "#src/ui/admin/form-refusal.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { Check } from "#src/ui/lucide/icons.ts";
import type { Route } from "#routes/admin/office/+types/erase-person.ts";

/** Erases a person on request: found by address, phone or booking, shown with all that follows, confirmed by a word. */
export default function ErasePerson({ loaderData: { erasure, done }, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const wrong = actionData?.fieldErrors?.[0];
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
        {actionData?.formError && <FormRefusal answer={actionData} />}
        {erasure && <ErasurePreview erasure={erasure} wrongWord={wrong?.id === "word"} />}
        <Panel title={t("privacy-admin.find")}>
          <FindForm error={wrong?.id === "who" ? { error: t(wrong.message) } : {}} />
        </Panel>
      </div>
    </div>
  );
}

function FindForm({ error }: { error: { error?: string } }) {
  const { t } = useText();
  return (
    <Form method="post" noValidate className="flex flex-wrap items-end gap-2">
      <input type="hidden" name="intent" value="find" />
      <AdminField id="who" label={t("privacy-admin.who")} className="min-w-0 grow basis-64" {...error}>
        {(control) => (
          <AdminInput {...control} name="who" autoComplete="off" autoCapitalize="none" spellCheck={false} />
        )}
      </AdminField>
      <AdminButton type="submit">{t("privacy-admin.search")}</AdminButton>
    </Form>
  );
}
