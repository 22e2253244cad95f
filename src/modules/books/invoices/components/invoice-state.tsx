import { Download } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { dateInSentence } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import type { GuestsInvoice } from "#src/modules/books/invoices/schema.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";

type InvoiceStateProps = {
  invoice: GuestsInvoice;
  /** Where its files are, and where its details are corrected; null beside the form that corrects them. */
  hrefOf: ((what: "xml" | "pdf" | "correct") => string) | null;
  className?: string;
};

const TONES = { requested: "info", issued: "good", refused: "warning" } as const;

/** The state of a requested invoice: in progress, ready to download, or missing something. */
export function InvoiceState({ invoice, hrefOf, className = "" }: InvoiceStateProps) {
  const { t } = useText("payments-manage");
  const { status } = invoice;
  const line = useInvoiceLine(invoice);
  return (
    <Notice tone={TONES[status]} title={t(`payments-manage.invoice.${status}Title`)} className={className}>
      <p className="wrap-anywhere">{status === "refused" ? invoice.refusal : line}</p>
      {status === "issued" && hrefOf && (
        <p className="mt-3 flex flex-wrap gap-3 print:hidden">
          {(["pdf", "xml"] as const).map((kind) => (
            <a key={kind} href={hrefOf(kind)} download className={buttonClass({ kind: "secondary", small: true })}>
              <Download aria-hidden size={18} />
              {kind.toUpperCase()}
            </a>
          ))}
        </p>
      )}
      {status === "refused" && hrefOf && (
        <p className="mt-3 print:hidden">
          <Link to={hrefOf("correct")} className={buttonClass({ kind: "secondary", small: true })}>
            {t("payments-manage.invoice.correct")}
          </Link>
        </p>
      )}
    </Notice>
  );
}

/** How an invoice stands, in a sentence. */
export function useInvoiceLine(invoice: GuestsInvoice): string {
  const { t, locale } = useText("payments-manage");
  const day = (date: string) => dateInSentence(date, locale);
  return t(`payments-manage.invoice.${invoice.status}`, {
    ...invoice,
    date: day(invoice.date),
    due: day(invoice.due),
  });
}
