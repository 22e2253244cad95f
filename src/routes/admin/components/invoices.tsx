import { useText } from "#src/locales/use-text.ts";
import { InvoiceViews } from "#src/modules/invoices/admin/invoice-views.tsx";
import { Requests } from "#src/modules/invoices/admin/requests.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import type { Route } from "../+types/invoices";

/** Invoices that guests asked for. */
export default function Invoices({ loaderData }: Route.ComponentProps) {
  const { t } = useText("invoices-admin");
  const { list, filter } = loaderData;
  return (
    <>
      <PageHead
        title={t("invoices-admin.title")}
        tab={t("admin.tab", { page: t("invoices-admin.title"), brand: t("common.brand") })}
        meta={t("invoices-admin.meta", { count: list.counts.open })}
      />
      <InvoiceViews current={filter.view} counts={list.counts} q={filter.q} />
      <Requests {...loaderData} />
    </>
  );
}
