import { useText } from "#src/locales/use-text.ts";
import { EndpointForm } from "#src/modules/programs/webhooks/admin/endpoint-form.tsx";
import { Breadcrumb } from "#src/modules/site/catalog/admin/breadcrumb.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/programs/+types/new-webhook.ts";

const EMPTY = { url: "", description: "", types: [], partner_id: "", cities: [] };

/** The form of a new endpoint. */
export default function NewWebhook({ loaderData: { id, choices }, actionData }: Route.ComponentProps) {
  const { t } = useText();
  useFlash(actionData);
  return (
    <>
      <PageHead
        title={t("webhooks-admin.add")}
        tab={t("admin.tab", { page: t("webhooks-admin.add"), brand: t("common.brand") })}
        back={<Breadcrumb to="/admin/webhooks" name={t("admin.page.webhooks")} />}
      />
      <EndpointForm id={id} version={0} values={EMPTY} choices={choices} answer={actionData ?? null} />
    </>
  );
}
