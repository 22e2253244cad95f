import { useText } from "#src/locales/use-text.ts";
import { DoorSaleForm } from "#src/modules/evening/till/admin/door-sale.tsx";
import { Sold } from "#src/modules/evening/till/admin/sale-result.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import type { Route } from "#routes/admin/evening/+types/door-sale.ts";

export default function DoorSalePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("till");
  const { offer, sale, given: handed, formKey, departure, me } = loaderData;
  const title = t("till.sale.title");
  return (
    <>
      <PageHead title={title} tab={t("admin.tab", { page: title, brand: t("common.brand") })} />
      {sale ? (
        <Sold sale={sale} cash={handed} answer={actionData} />
      ) : (
        <DoorSaleForm offer={offer} departureId={departure} formKey={formKey} me={me} answer={actionData} />
      )}
    </>
  );
}
