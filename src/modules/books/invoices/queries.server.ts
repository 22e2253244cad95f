import { isUuid } from "#src/kernel/codes.ts";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import type { Currency } from "#src/kernel/money.ts";
import { followsCheckDigit, GENERIC_RFCS } from "#src/kernel/rfc.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { stateOf, wasInGlobal } from "#src/modules/books/invoices/rules/due.ts";
import { formOf, mainForm, type PaymentForm } from "#src/modules/books/invoices/rules/payment-form.ts";
import { whyNoInvoice } from "#src/modules/books/invoices/rules/may-ask.ts";
import type { GuestsInvoice, ListedRequest, OpenRequest } from "#src/modules/books/invoices/schema.ts";
import type { RequestFilter } from "#src/modules/books/invoices/rules/request-list.ts";
import {
  bookingSale,
  countRequests,
  filesOfBooking,
  invoiceOfBooking,
  invoiceRequestOf,
  requestRow,
  type RequestRow,
  requestRows,
  storedRequests,
} from "#src/modules/books/invoices/store.server.ts";
import { receiptsOf } from "#src/modules/books/receipts/queries.server.ts";
import { keptOf } from "#src/modules/books/receipts/rules/receipt.ts";
import type { ShownReceipt } from "#src/modules/books/receipts/schema.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import type { File } from "#src/platform/stream-file.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** A guest's invoice request, how it stands, and the invoice that was issued; null if there is none. The caller checks access. */
export async function invoiceOf(ctx: Pick<Context, "db">, bookingId: string) {
  const row = await invoiceRequestOf(ctx.db, bookingId);
  if (!row) return null;
  const issued = row.status === "issued" ? await invoiceOfBooking(ctx.db, bookingId) : undefined;
  return { ...row, created_at: row.created_at.toISOString(), issued: issued ?? null };
}

/** What is stored of the invoices that somebody asked for, for a data export to their owner. Checks no access. */
export const storedInvoices = (ctx: Pick<Context, "db">, bookingIds: readonly string[]) =>
  storedRequests(ctx.db, bookingIds);

/**
 * Why an invoice of a booking can't be asked for, or what was asked for be corrected; null where it can. What was asked for in time is
 * corrected later too. `days`: how long one may ask; `kept`: what it would be of, where that is less than what was paid. The caller
 * checks access.
 */
export async function whyInvoiceRefused(ctx: Pick<Context, "db" | "now">, bookingId: string) {
  // one after the other: a transaction has one connection
  const sale = await bookingSale(ctx.db, bookingId);
  const receipts = await receiptsOf(ctx, bookingId);
  const requested = await invoiceRequestOf(ctx.db, bookingId);
  const { invoices } = await appSettings(ctx);
  const days = invoices.askDays;
  const why = sale ? whyNoInvoice({ ...sale, receipts }, { days, now: ctx.now }) : "not_confirmed";
  const [paid, remaining] = (["amount", "kept"] as const).map((of) => sumOf(receipts, of));
  return {
    refused: requested && why === "invoice_too_late" ? null : why,
    days,
    kept: remaining === paid ? null : { amount: remaining!, currency: receipts[0]!.currency },
  };
}

const sumOf = (receipts: readonly ShownReceipt[], of: "amount" | "kept"): number =>
  receipts.reduce((sum, receipt) => sum + receipt[of], 0);

type StoredInvoice = NonNullable<Awaited<ReturnType<typeof invoiceOf>>>;

/** A request as its guest sees it. */
export const guestsInvoice = (of: StoredInvoice, zone: string): GuestsInvoice => ({
  status: of.status === "requested" && of.refused_at ? "refused" : of.status,
  rfc: of.rfc,
  email: of.email,
  date: dateIn(new Date(of.created_at), zone),
  due: dateIn(of.due_at, zone),
  refusal: of.refusal ?? "",
});

export const INVOICE_FILES = ["xml", "pdf"] as const;
export type InvoiceFile = (typeof INVOICE_FILES)[number];
const TYPES: Record<InvoiceFile, string> = { xml: "application/xml", pdf: "application/pdf" };

/** A file of a booking's invoice, named by its folio fiscal; null while there is none. The caller checks access. */
export async function invoiceFile(
  ctx: Pick<Context, "db">,
  bookingId: string,
  kind: InvoiceFile,
): Promise<File | null> {
  const files = await filesOfBooking(ctx.db, bookingId);
  return files ? { filename: `${files.fiscal_uuid}.${kind}`, contentType: TYPES[kind], content: files[kind] } : null;
}

/** A file of a booking's invoice for staff. Refusals: forbidden {missing}, file_not_found. */
export async function openInvoiceFile(ctx: Context, bookingId: string, kind: string) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" });
  const fileKind = INVOICE_FILES.find((one) => one === kind);
  const file = fileKind && isUuid(bookingId) ? await invoiceFile(ctx, bookingId, fileKind) : null;
  return file ? ok({ file }) : fail("file_not_found");
}

const PAGE = 50;

/** A page of requests with their numbers by state. Refusal: forbidden {missing}. */
export async function listRequests(ctx: Context, filter: RequestFilter) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" });
  const [rows, counts] = await Promise.all([requestRows(ctx.db, filter, PAGE), countRequests(ctx.db, filter.q)]);
  return ok({
    requests: rows.map((row) => listed(row, ctx.now)),
    counts,
    total: counts[filter.view],
    pageSize: PAGE,
    mayChange: can(ctx.actor, "payments.change"),
  });
}

const listed = (row: RequestRow, now: Date): ListedRequest => ({
  id: row.booking_id,
  reference: row.reference,
  rfc: row.rfc,
  legalName: row.legal_name,
  state: stateOf(row, now),
  practice: row.test,
  amount: row.amount ?? 0,
  currency: row.currency as Currency | null,
  dueAt: row.due_at.toISOString(),
  askedAt: row.created_at.toISOString(),
});

/** A request with its receipts and its invoice. Refusals: forbidden {missing}, request_not_found. */
export async function openRequest(ctx: Context, bookingId: string) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" });
  const row = isUuid(bookingId) ? await requestRow(ctx.db, bookingId) : undefined;
  if (!row) return fail("request_not_found");
  const [receipts, issued, { invoices }] = await Promise.all([
    receiptsOf(ctx, bookingId),
    invoiceOfBooking(ctx.db, bookingId),
    appSettings(ctx),
  ]);
  const [first] = receipts;
  const soldAt = first ? new Date(`${first.date}T12:00:00Z`) : row.created_at;
  const request: OpenRequest = {
    ...listed(row, ctx.now),
    regime: row.tax_regime,
    use: row.cfdi_use,
    postalCode: row.postal_code,
    email: row.email,
    language: row.language === "es" ? "es" : "en",
    refusal: row.refusal,
    oddRfc: !followsCheckDigit(row.rfc),
    generic: GENERIC_RFCS.includes(row.rfc),
    inGlobal: wasInGlobal(soldAt, row.created_at, invoices) ? dateIn(soldAt, HOME_ZONE).slice(0, 7) : null,
    issued: issued
      ? { uuid: issued.fiscal_uuid, total: issued.total, currency: issued.currency, at: issued.issued_at.toISOString() }
      : null,
    receipts: receipts.map(({ id, folio, date, amount, tax_amount: tax, currency }) => ({
      id,
      folio,
      date,
      net: amount - tax,
      tax,
      total: amount,
      currency,
    })),
    refunds: receipts.flatMap(({ refunds }) => refunds.map(({ amount, currency }) => ({ amount, currency }))),
    form: formOfReceipts(receipts),
    lost: receipts.reduce((sum, receipt) => sum + lostOf(receipt), 0),
  };
  return ok({ request });
}

/** How most of what stays of receipts was paid; null without any. */
export const formOfReceipts = (receipts: readonly ShownReceipt[]): PaymentForm | null =>
  mainForm(receipts.map(({ method, kept: remaining }) => ({ form: formOf(method), amount: remaining })));

/** What a bank took of a receipt for good: what neither stays nor was given back. */
const lostOf = ({ amount, kept: remaining, refunds }: ShownReceipt): number =>
  Math.max(
    0,
    keptOf(
      { amount },
      refunds.map((refund) => refund.amount),
    ) - remaining,
  );
