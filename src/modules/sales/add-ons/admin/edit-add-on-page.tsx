import { useState } from "react";
import { Form } from "react-router";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import { AddOnForm } from "#src/modules/sales/add-ons/admin/add-on-form.tsx";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { ConfirmedSubmit } from "#src/ui/admin/confirmed-submit.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Flash, useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/sales/+types/edit-add-on.ts";

/** An add-on: its form, whether it is offered, and its history. */
export default function EditAddOn({ loaderData, actionData }: Route.ComponentProps) {
  const { addOn, choices, mayChange, history, added } = loaderData;
  const { id, name, version, isActive, sold } = addOn;
  const { t } = useText();
  const [welcome] = useState<Flash | null>(() => (added ? { flash: "add-ons-admin.flash.added" } : null));
  useFlash(actionData ?? welcome);
  return (
    <>
      <PageHead
        title={name}
        tab={t("admin.tab", { page: name, brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/add-ons" name={t("admin.page.addOns")} />}
        meta={
          <>
            <Badge tone={isActive ? "done" : "none"}>
              {t(isActive ? "add-ons-admin.state.on" : "add-ons-admin.state.off")}
            </Badge>{" "}
            {t("add-ons-admin.soldCount", { count: sold })}
          </>
        }
        actions={
          mayChange && (
            <Form method="post" className="flex gap-2">
              {sold === 0 && !isActive && (
                <ConfirmedSubmit
                  intent="delete"
                  label={t("add-ons-admin.delete")}
                  title={t("add-ons-admin.deleteTitle", { name })}
                  cancelLabel={t("add-ons-admin.keep")}
                  dangerous
                >
                  {t("add-ons-admin.deleteText")}
                </ConfirmedSubmit>
              )}
              <AdminButton type="submit" name="intent" value={isActive ? "deactivate" : "activate"}>
                {t(isActive ? "add-ons-admin.deactivate" : "add-ons-admin.activate")}
              </AdminButton>
            </Form>
          )
        }
      />
      {!isActive && <p className="mb-3 text-text-2">{t("add-ons-admin.offNotice")}</p>}
      <div className="grid gap-4">
        <AddOnForm
          key={`${id} ${version}`}
          id={id}
          version={version}
          values={addOn.values}
          choices={choices}
          answer={actionData ?? null}
          readOnly={!mayChange}
        />
        <Panel title={t("audit.history")}>
          <RecordHistory entries={history} zone={HOME_ZONE} />
        </Panel>
      </div>
    </>
  );
}
