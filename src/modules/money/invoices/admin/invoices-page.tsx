import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { InvoiceViews } from "#src/modules/money/invoices/admin/invoice-views.tsx";
import { Requests } from "#src/modules/money/invoices/admin/requests.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { listHref } from "#src/ui/admin/list-href.ts";
import { Download } from "#src/ui/lucide/icons.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import type { Route } from "#routes/admin/+types/invoices.ts";

/** Invoices that guests asked for. */
export default function Invoices({ loaderData }: Route.ComponentProps) {
  const { t, locale } = useText("invoices-admin");
  const { list, filter } = loaderData;
  return (
    <>
      <PageHead
        title={t("invoices-admin.title")}
        tab={t("admin.tab", { page: t("invoices-admin.title"), brand: t("common.brand") })}
        meta={t("invoices-admin.meta", { count: list.counts.open })}
        actions={
          <AdminLink
            to={listHref(localizedPath("/admin/invoices/requests.csv", locale), { view: filter.view, q: filter.q })}
            reloadDocument
            download
            icon={<Download aria-hidden size={15} />}
          >
            {t("invoices-admin.receipts.csv")}
          </AdminLink>
        }
      />
      <InvoiceViews current={filter.view} counts={list.counts} q={filter.q} />
      <Requests {...loaderData} />
    </>
  );
}
