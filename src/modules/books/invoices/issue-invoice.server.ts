import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { invoiceIssued } from "#src/modules/books/invoices/events.ts";
import { type Expected, problemOf, readCfdi } from "#src/modules/books/invoices/rules/cfdi-xml.ts";
import { keptOfReceipt } from "#src/modules/books/invoices/rules/receipt-list.ts";
import {
  bookingSale,
  filesOfBooking,
  invoiceRequestOf,
  setRequestState,
  writeInvoice,
} from "#src/modules/books/invoices/store.server.ts";
import { receiptsOf } from "#src/modules/books/receipts/queries.server.ts";
import type { ShownReceipt } from "#src/modules/books/receipts/schema.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const MOST_XML_BYTES = 512 * 1024;
const MOST_PDF_BYTES = 4 * 1024 * 1024;

type Issued = {
  booking_id: string;
  xml: Uint8Array<ArrayBuffer>;
  pdf: Uint8Array<ArrayBuffer>;
  /** staff have seen that its total is another one */
  any_total: boolean;
};

/**
 * Issues the invoice that was asked for: keeps its two files, which its guest is sent, once they are found to be that invoice. Doing it
 * again replaces them. Requires `payments.change`. Refusals: forbidden {missing}, request_not_found, invoice_elsewhere (another
 * booking has it), file_too_large, not_pdf, and what `problemOf` finds in the XML.
 */
export async function issueInvoice(ctx: Context, { booking_id: id, xml, pdf, any_total }: Issued) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" });
  if (xml.byteLength > MOST_XML_BYTES || pdf.byteLength > MOST_PDF_BYTES) return fail("file_too_large");
  if (!isPdf(pdf)) return fail("not_pdf");
  const cfdi = readCfdi(textOf(xml));
  return ctx.db
    .transaction()
    .execute(async (tx) => {
      if (!(await invoiceRequestOf(tx, id))) return fail("request_not_found");
      await lockBooking(tx, id);
      const request = await invoiceRequestOf(tx, id);
      if (!request) return fail("request_not_found");
      const { operator } = await appSettings({ db: tx });
      const cancelled = (await bookingSale(tx, id))?.cancelled_at;
      const isOfKept = !!cancelled && cancelled <= request.created_at;
      const totals = totalsOf(await receiptsOf({ db: tx }, id), isOfKept);
      const problem = problemOf(cfdi, { rfc: request.rfc, issuer: operator.rfc.toUpperCase(), totals });
      if (problem && !(problem === "other_total" && any_total && cfdi?.total !== null)) return fail(problem);
      const { uuid, total, currency } = cfdi!;
      const before = await filesOfBooking(tx, id);
      // the same form sent twice
      if (request.status === "issued" && before && before.xml.equals(xml) && before.pdf.equals(pdf)) return ok({});
      const files = { xml: Buffer.from(xml), pdf: Buffer.from(pdf) };
      const stated = { fiscal_uuid: uuid!, total: total!, currency, issued_at: ctx.now };
      const invoice = await writeInvoice(tx, { booking_id: id, ...stated, ...files }, ctx.now);
      // an error rolls back what was written; the answer is returned
      if (!invoice) throw new InvoiceElsewhere();
      await setRequestState(tx, id, { status: "issued", refused_at: null, refusal: null });
      await audit(tx, ctx, {
        action: "invoice.issued",
        subject: ["booking", id],
        changes: { fiscal_uuid: [before?.fiscal_uuid ?? null, uuid] },
      });
      await ctx.publish(ctx, tx, invoiceIssued({ bookingId: id, invoiceId: invoice.id, at: ctx.now.toISOString() }));
      return ok({});
    })
    .catch((error: unknown) => {
      if (error instanceof InvoiceElsewhere) return fail("invoice_elsewhere");
      throw error;
    });
}

class InvoiceElsewhere extends Error {}

const isPdf = (file: Uint8Array): boolean => new TextDecoder("latin1").decode(file.slice(0, 5)) === "%PDF-";

/** A file as text; an empty one where it isn't UTF-8, which invoices are. */
function textOf(file: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return "";
  }
}

/**
 * What an invoice of these receipts may come to, in their currency or in pesos: what stays of them, or all that was paid, unless it was
 * asked for once the booking was cancelled (`isOfKept`).
 */
function totalsOf(receipts: readonly ShownReceipt[], isOfKept: boolean): Expected["totals"] {
  const [first] = receipts;
  if (!first) return [];
  const sum = (of: (receipt: ShownReceipt) => number) => receipts.reduce((total, receipt) => total + of(receipt), 0);
  const { currency } = first;
  const totals = [
    { amount: sum((receipt) => keptOfReceipt(receipt).own.total), currency },
    { amount: sum((receipt) => keptOfReceipt(receipt).pesos.total), currency: "MXN" },
  ];
  if (isOfKept) return totals;
  return [
    { amount: sum(({ amount }) => amount), currency },
    { amount: sum(({ pesos_amount: amount }) => amount), currency: "MXN" },
    ...totals,
  ];
}
