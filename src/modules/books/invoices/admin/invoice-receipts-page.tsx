import { Download } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { InvoiceViews } from "#src/modules/books/invoices/admin/invoice-views.tsx";
import { ReceiptList } from "#src/modules/books/invoices/admin/receipt-list.tsx";
import { receiptsHref } from "#src/modules/books/invoices/rules/receipt-list.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import type { Route } from "#routes/admin/money/+types/invoice-receipts.ts";

/** Receipts with their tax, for the global invoice and the books. */
export default function InvoiceReceipts({ loaderData }: Route.ComponentProps) {
  const { t, locale } = useText("invoices-admin");
  const { filter } = loaderData;
  const file = localizedPath("/admin/invoices/receipts.csv", locale);
  return (
    <>
      <PageHead
        title={t("invoices-admin.title")}
        tab={t("admin.tab", { page: t("invoices-admin.view.receipts"), brand: t("common.brand") })}
        meta={t("invoices-admin.view.receipts")}
        actions={
          <AdminLink to={receiptsHref(file, filter)} reloadDocument download icon={<Download aria-hidden size={15} />}>
            {t("invoices-admin.receipts.csv")}
          </AdminLink>
        }
      />
      <InvoiceViews current="receipts" />
      <ReceiptList {...loaderData} />
    </>
  );
}
