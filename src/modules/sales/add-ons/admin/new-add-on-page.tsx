import { useText } from "#src/locales/use-text.ts";
import { AddOnForm } from "#src/modules/sales/add-ons/admin/add-on-form.tsx";
import { ADD_ON_FIELDS, type AddOnFormValues } from "#src/modules/sales/add-ons/schema.ts";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/sales/+types/new-add-on.ts";

const EMPTY = {
  ...Object.fromEntries(ADD_ON_FIELDS.map((field) => [field, ""])),
  currency: "MXN",
  stock_per: "night",
} as AddOnFormValues;

/** The form of a new add-on. */
export default function NewAddOn({ loaderData: { id, choices }, actionData }: Route.ComponentProps) {
  const { t } = useText();
  useFlash(actionData);
  return (
    <>
      <PageHead
        title={t("add-ons-admin.add")}
        tab={t("admin.tab", { page: t("add-ons-admin.add"), brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/add-ons" name={t("admin.page.addOns")} />}
      />
      <AddOnForm id={id} version={0} values={EMPTY} choices={choices} answer={actionData ?? null} readOnly={false} />
    </>
  );
}
