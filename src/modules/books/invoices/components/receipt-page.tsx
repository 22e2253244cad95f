import { ArrowLeft, Download } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import { InvoiceState } from "#src/modules/books/invoices/components/invoice-state.tsx";
import { MissingBooking } from "#src/modules/changes/manage/components/missing-booking.tsx";
import { ReceiptPaper } from "#src/modules/books/receipts/components/receipt-paper.tsx";
import { RefundsBeside } from "#src/modules/books/receipts/components/refunds-beside.tsx";
import { buttonClass, LINK } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";
import type { Route } from "#routes/public/confirmation/+types/receipt.ts";

export default function ReceiptView({ loaderData }: Route.ComponentProps) {
  const { t } = useText();
  return (
    <main id="main" tabIndex={-1}>
      <PageHead
        title={t(loaderData.found ? "receipts.title" : "payments-confirmation.missing.title")}
        description={t("receipts.description")}
        index={false}
      />
      {loaderData.found ? <Found {...loaderData} /> : <MissingBooking />}
    </main>
  );
}

type FoundData = Extract<Route.ComponentProps["loaderData"], { found: true }>;

function Found({ receipts, bookingPath, pdfPath, invoice, mayAsk, filePaths, invoicePath }: FoundData) {
  const { t } = useText();
  return (
    <div className="wrap pt-6 pb-(--section) md:pt-8 print:w-full print:pt-0">
      <Link to={bookingPath} className={`${LINK} inline-flex min-h-11 items-center gap-2 print:hidden`}>
        <ArrowLeft aria-hidden size={20} />
        {t("receipts.back")}
      </Link>
      {receipts.length === 0 ? (
        <NoReceipt />
      ) : (
        <div className="mt-4 grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] print:block">
          <h1 className="sr-only">{t("receipts.title")}</h1>
          <div className="grid min-w-0 gap-8">
            {receipts.map((receipt) => (
              <ReceiptPaper key={receipt.id} receipt={receipt} />
            ))}
          </div>
          <aside className="grid gap-7">
            <a href={pdfPath} className={`${buttonClass({})} justify-self-start print:hidden`}>
              <Download aria-hidden size={20} />
              {t("receipts.pdf")}
            </a>
            <RefundsBeside refunds={receipts.flatMap(({ refunds }) => refunds)} />
            {invoice ? (
              <InvoiceState invoice={invoice} hrefOf={(what) => (what === "correct" ? invoicePath : filePaths[what])} />
            ) : (
              <p className="text-text-2">
                {t("receipts.cfdi")}{" "}
                {mayAsk && (
                  <Link to={invoicePath} className={`${LINK} print:hidden`}>
                    {t("receipts.invoice")}
                  </Link>
                )}
              </p>
            )}
          </aside>
        </div>
      )}
    </div>
  );
}

function NoReceipt() {
  const { t } = useText();
  return (
    <section className="grid justify-items-start gap-4 py-12">
      <Flag motif="toast" className="w-18 text-brand" />
      <h1 className="text-h2">{t("receipts.none.title")}</h1>
      <p className="max-w-[34rem] text-lead text-text-2">{t("receipts.none.text")}</p>
    </section>
  );
}
