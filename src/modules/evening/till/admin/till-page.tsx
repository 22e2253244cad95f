import { useText } from "#src/locales/use-text.ts";
import { OwnTill } from "#src/modules/evening/till/admin/own-till.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/+types/till.ts";

export default function TillPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("till");
  useFlash(actionData);
  const title = t("till.title");
  return (
    <>
      <PageHead title={title} tab={t("admin.tab", { page: title, brand: t("common.brand") })} />
      <OwnTill {...loaderData} answer={actionData} />
    </>
  );
}
