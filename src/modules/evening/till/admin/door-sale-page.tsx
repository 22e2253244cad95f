import { useText } from "#src/locales/use-text.ts";
import { DoorSaleForm } from "#src/modules/evening/till/admin/door-sale.tsx";
import { Sold } from "#src/modules/evening/till/admin/sold.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import type { Route } from "#routes/admin/+types/door-sale.ts";

export default function DoorSalePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("till");
  const { offer, sale, given, formKey, departure, me } = loaderData;
  const title = t("till.sale.title");
  return (
    <>
      <PageHead title={title} tab={t("admin.tab", { page: title, brand: t("common.brand") })} />
      {sale ? (
        <Sold sale={sale} given={given} answer={actionData} />
      ) : (
        <DoorSaleForm offer={offer} asked={departure} formKey={formKey} me={me} answer={actionData} />
      )}
    </>
  );
}
