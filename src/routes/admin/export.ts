import { data, type LoaderFunctionArgs } from "react-router";
import { type ExportPath, POSTED } from "#src/exports.ts";
import { dateIn, HOME_ZONE, isMonth } from "#src/kernel/local-time.ts";
import { fail, type Failure, type Ok, ok } from "#src/kernel/result.ts";
import type { Sheet } from "#src/kernel/sheet.ts";
import { ACCESS_LIST } from "#src/modules/base/audit/rules/access-log.ts";
import { AUDIT_LIST } from "#src/modules/base/audit/rules/audit-log.ts";
import { writeAccessLog, writeAuditLog } from "#src/modules/office/audit-log/write-csv.server.ts";
import { staffStatementFile } from "#src/modules/partners/commission/read-statement-file.server.ts";
import { partnerQueryOf } from "#src/modules/partners/commission/rules/partner-list.ts";
import { payoutsSheet } from "#src/modules/partners/commission/write-csv.server.ts";
import { partnersSheet } from "#src/modules/partners/commission/write-partners.server.ts";
import { RULE_LIST } from "#src/modules/sales/price-rules/rules/rule-list.ts";
import { priceRulesSheet } from "#src/modules/sales/price-rules/write-csv.server.ts";
import { COUPON_LIST } from "#src/modules/sales/coupons/rules/coupon-list.ts";
import { soldAddOnsSheet } from "#src/modules/sales/booking/write-add-ons.server.ts";
import { couponsSheet } from "#src/modules/sales/coupons/write-csv.server.ts";
import { monthIn } from "#src/modules/evening/guides/rules/month.ts";
import { writeMonth } from "#src/modules/evening/guides/write-month.server.ts";
import { writeReceipts } from "#src/modules/books/invoices/list-receipts.server.ts";
import { writeRequests } from "#src/modules/books/invoices/list-requests.server.ts";
import { type InvoiceFile, openInvoiceFile } from "#src/modules/books/invoices/queries.server.ts";
import { receiptFilterOf } from "#src/modules/books/invoices/rules/receipt-list.ts";
import { REQUEST_LIST } from "#src/modules/books/invoices/rules/request-list.ts";
import { ledgerSheet } from "#src/modules/books/reconciliation/write-ledger.server.ts";
import { CONSENT_LIST } from "#src/modules/partners/measurement/rules/consent-log.ts";
import { consentsSheet } from "#src/modules/partners/measurement/write-csv.server.ts";
import { exportBookings, type Format } from "#src/modules/office/booking-admin/export-bookings.server.ts";
import { bookingQueryIn } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { Chosen } from "#src/modules/office/booking-admin/schema.ts";
import { errorSheet, templateSheet } from "#src/modules/office/importing/queries.server.ts";
import type { ImportKind } from "#src/modules/office/importing/rules/fields.ts";
import { printList, writeList } from "#src/modules/office/night/write-list.server.ts";
import { emailValuesIn } from "#src/modules/mail/notifications/rules/email-log.ts";
import { writeEmailLog } from "#src/modules/mail/notifications/write-email-log.server.ts";
import { MONEY_LIST } from "#src/modules/books/reconciliation/rules/money-list.ts";
import { writeMoneyList } from "#src/modules/books/reconciliation/write-money-list.server.ts";
import { writeMoved } from "#src/modules/books/reconciliation/write-moved.server.ts";
import { REPORT_ADDRESS } from "#src/modules/office/reports/rules/address.ts";
import { EARNINGS_ADDRESS } from "#src/modules/office/reports/rules/earnings.ts";
import { earningsSheet } from "#src/modules/office/reports/read-earnings.server.ts";
import { partnersNights } from "#src/modules/office/reports/queries.server.ts";
import { writeChart } from "#src/modules/office/reports/write-chart.server.ts";
import { scheduleSheet } from "#src/modules/sales/schedule/queries.server.ts";
import { TILL_LIST } from "#src/modules/evening/till/rules/till-list.ts";
import { tillsSheet } from "#src/modules/evening/till/write-csv.server.ts";
import { officeSheet } from "#src/modules/evening/till/write-office.server.ts";
import { BOARD_LIST } from "#src/modules/office/translations/rules/board.ts";
import { textsSheet } from "#src/modules/office/translations/write-csv.server.ts";
import { monthOf } from "#src/modules/evening/vouchers/rules/settlement.ts";
import { settlementSheet } from "#src/modules/evening/vouchers/write-csv.server.ts";
import { settlementPdf } from "#src/modules/evening/vouchers/write-settlement.server.ts";
import { requestsSheet } from "#src/modules/changes/groups/queries.server.ts";
import { giftCardsSheet } from "#src/modules/sales/gift-cards/queries.server.ts";
import { listSheet } from "#src/modules/sales/waiting/queries.server.ts";
import { fromReplica, type RequestContext } from "#src/platform/context.server.ts";
import { sentFile, streamedFile } from "#src/platform/stream-file.server.ts";
import { XLSX_TYPE, xlsx } from "#src/platform/write-xlsx.server.ts";
import { pageOfPattern } from "#src/route-pattern.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";

type ExportRequest = {
  ctx: RequestContext;
  /** Reads from the replica, where there is one: for what nobody acts by at once. */
  replica: RequestContext;
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  /** What was posted; empty where the address is only read. */
  form: FormData;
  today: string;
};
type File = { name: string } & ({ sheet: Sheet; title?: string } | { content: Uint8Array; type?: string });
type Answer = Ok<File> | (Failure<"forbidden"> & { missing: string }) | Failure;

/** What is in each file. Whoever reads checks access a second time: `guard-pages.server.ts` has done so by the address. */
const FILES: Record<ExportPath, (request: ExportRequest) => Promise<Answer> | Answer> = {
  "/admin/access/log.csv": ({ replica, search, today }) =>
    named(`access-${today}.csv`, writeAccessLog(replica, ACCESS_LIST.read(search))),
  "/admin/add-ons/sold.csv": ({ replica }) => named("add-ons.csv", soldAddOnsSheet(replica)),
  "/admin/affiliates/partners.csv": ({ replica, search, today }) =>
    named("partners.csv", partnersSheet(replica, partnerQueryOf(search, today), partnersNights)),
  "/admin/affiliates/statements/:partnerId/:month/statement.csv": statementAs("csv"),
  "/admin/affiliates/statements/:partnerId/:month/statement.pdf": statementAs("pdf"),
  // with `until` as the page showed it whose statements were agreed until then
  "/admin/affiliates/statements/payouts.csv": ({ ctx, search, today }) =>
    named(`payouts-${today}.csv`, payoutsSheet(ctx, { until: instantOf(search.get("until")) })),
  "/admin/audit/log.csv": ({ replica, search, today }) =>
    named(`audit-${today}.csv`, writeAuditLog(replica, AUDIT_LIST.read(search))),
  "/admin/bars/:id/settlement.csv": settlementAs("csv"),
  "/admin/bars/:id/settlement.pdf": settlementAs("pdf"),
  "/admin/bookings/export.csv": bookingsAs("csv"),
  "/admin/bookings/export.xlsx": bookingsAs("xlsx"),
  "/admin/consents/log.csv": ({ replica, search, today }) =>
    named(`consents-${today}.csv`, consentsSheet(replica, CONSENT_LIST.read(search))),
  "/admin/coupons/coupons.csv": ({ replica, search }) =>
    named("coupons.csv", couponsSheet(replica, COUPON_LIST.read(search))),
  "/admin/price-rules/price-rules.csv": ({ replica, search }) =>
    named("price-rules.csv", priceRulesSheet(replica, RULE_LIST.read(search))),
  "/admin/dashboard/chart.csv": ({ replica, search }) => {
    const { chart, ...query } = REPORT_ADDRESS.read(search);
    return chart ? writeChart(replica, chart, query) : UNREADABLE;
  },
  "/admin/earnings/earnings.csv": earningsAs("csv"),
  "/admin/earnings/earnings.xlsx": earningsAs("xlsx"),
  "/admin/emails/log.csv": ({ replica, search, today }) =>
    named(`emails-${today}.csv`, writeEmailLog(replica, emailValuesIn(search))),
  "/admin/groups/requests.csv": ({ replica, today }) => named(`groups-${today}.csv`, requestsSheet(replica)),
  "/admin/guides/month.csv": ({ replica, search, today }) => writeMonth(replica, monthIn(search.get("month"), today)),
  "/admin/import/:id/errors.csv": ({ ctx, params: { id = "" } }) => named("import-errors.csv", errorSheet(ctx, id)),
  "/admin/import/bookings.csv": templateAs("bookings"),
  "/admin/import/customers.csv": templateAs("customers"),
  "/admin/invoices/:bookingId/cfdi.pdf": invoiceAs("pdf"),
  "/admin/invoices/:bookingId/cfdi.xml": invoiceAs("xml"),
  "/admin/invoices/receipts.csv": ({ replica, search }) => {
    const filter = receiptFilterOf(search, replica.now);
    return named(`receipts-${filter.of}-${filter.period}.csv`, writeReceipts(replica, filter));
  },
  "/admin/invoices/requests.csv": ({ replica, search }) => {
    const filter = REQUEST_LIST.read(search);
    return named(`invoices-${filter.view}.csv`, writeRequests(replica, filter));
  },
  "/admin/languages/texts.csv": ({ ctx, search, today }) =>
    named(`texts-${today}.csv`, textsSheet(ctx, BOARD_LIST.read(search))),
  "/admin/nights/:id/list.csv": ({ ctx, params: { id = "" } }) => writeList(ctx, id),
  "/admin/nights/:id/list.pdf": ({ ctx, params: { id = "" } }) => printList(ctx, id),
  "/admin/nights/:id/waiting-list.csv": ({ ctx, params: { id = "" } }) => listSheet(ctx, id),
  "/admin/gift-cards/cards.csv": ({ replica, today }) => named(`gift-cards-${today}.csv`, giftCardsSheet(replica)),
  "/admin/payments/all.csv": ({ replica, search, today }) =>
    named(`payments-${today}.csv`, writeMoneyList(replica, MONEY_LIST.read(search))),
  "/admin/payments/ledger.csv": ofMonth("ledger", async (ctx, month) => ok({ sheet: await ledgerSheet(ctx, month) })),
  "/admin/payments/moved.csv": ofMonth("money-moved", writeMoved),
  "/admin/schedule/departures.csv": ({ ctx, search }) => scheduleSheet(ctx, search),
  "/admin/tills/office.csv": ({ replica, today }) => named(`office-cash-${today}.csv`, officeSheet(replica)),
  "/admin/tills/tills.csv": ({ replica, search, today }) =>
    named(`tills-${today}.csv`, tillsSheet(replica, TILL_LIST.read(search))),
};

/** A file of the admin by its address (`src/exports.ts`): a list as CSV or XLSX, or a paper. */
export const loader = sentFor("GET");

/** The same for a form. */
export const action = sentFor("POST");

function sentFor(method: "GET" | "POST") {
  return async ({ context, params, pattern, request }: LoaderFunctionArgs) => {
    const ctx = await staffContext(context);
    const path = pageOfPattern(pattern) as ExportPath;
    const allow = POSTED.includes(path) ? "POST" : "GET";
    if (allow !== method) throw data(null, { status: 405, headers: { allow } });
    const { searchParams: search } = new URL(request.url);
    const form = method === "POST" ? await request.formData() : new FormData();
    const today = dateIn(ctx.now, HOME_ZONE);
    return sent(ctx, await FILES[path]({ ctx, replica: fromReplica(ctx), params, search, form, today }));
  };
}

async function sent(ctx: RequestContext, file: Answer): Promise<Response> {
  if (!file.ok) throw "missing" in file ? refused(file) : data(null, { status: file === UNREADABLE ? 400 : 404 });
  if ("sheet" in file)
    return file.title === undefined
      ? sentSheet(ctx, file.sheet, file.name)
      : streamedFile(xlsx(file.title, file.sheet), { name: file.name, type: XLSX_TYPE });
  const { content, name, type = "application/pdf" } = file;
  return sentFile(new Uint8Array(content), { name, type });
}

const UNREADABLE = fail("unreadable");

/** What a use case makes, as a file of that name. */
async function named<Made extends { ok: boolean }>(name: string, making: Promise<Made>) {
  return { ...(await making), name };
}

/** The instant that an address names, if it does. */
function instantOf(text: string | null): Date | null {
  const at = new Date(text ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Bookings: those that are chosen, or all of a view of their list. A workbook has a title. */
function bookingsAs(format: Format) {
  return async ({ ctx, form, today }: ExportRequest): Promise<Answer> => {
    const posted = Chosen.safeParse(Object.fromEntries(form));
    if (!posted.success) return UNREADABLE;
    const { ids, all, query } = posted.data;
    const result = await exportBookings(ctx, all ? { query: bookingQueryIn(query) } : { ids }, format);
    if (!result.ok) return result;
    const { sheet, title } = result;
    return ok({ name: `bookings-${today}.${format}`, sheet, ...(format === "xlsx" && { title }) });
  };
}

/** What places earned per channel. */
function earningsAs(format: Format) {
  return async ({ replica, search }: ExportRequest): Promise<Answer> => {
    const result = await earningsSheet(replica, EARNINGS_ADDRESS.read(search));
    if (!result.ok) return result;
    const { name, sheet, title } = result;
    return ok({ name: `${name}.${format}`, sheet, ...(format === "xlsx" && { title }) });
  };
}

/** A partner's statement of a month, as CSV or PDF in the partner's language. */
function statementAs(format: "csv" | "pdf") {
  return ({ ctx, params: { partnerId = "", month = "" } }: ExportRequest) =>
    named(`statement-${month}.${format}`, staffStatementFile(ctx, { partnerId, month, format }));
}

/** What a bar redeemed in a month. */
function settlementAs(format: "csv" | "pdf") {
  return ({ ctx, params: { id = "" }, search, today }: ExportRequest) => {
    const month = monthOf(search.get("month"), today);
    return named<Awaited<ReturnType<typeof settlementSheet | typeof settlementPdf>>>(
      `bar-${month}.${format}`,
      (format === "csv" ? settlementSheet : settlementPdf)(ctx, id, month),
    );
  };
}

/** A file to fill in with what is to be imported. */
function templateAs(kind: ImportKind) {
  return ({ ctx }: ExportRequest) => named(`${kind}.csv`, Promise.resolve(templateSheet(ctx, kind)));
}

/** A file of an issued invoice. */
function invoiceAs(kind: InvoiceFile) {
  return async ({ ctx, params: { bookingId = "" } }: ExportRequest): Promise<Answer> => {
    const opened = await openInvoiceFile(ctx, bookingId, kind);
    if (!opened.ok) return opened;
    const { filename: name, contentType: type, content } = opened.file;
    return ok({ name, type, content });
  };
}

/** A list of a month, which the address must name: `?month=2026-11`. */
function ofMonth(name: string, write: (ctx: RequestContext, month: string) => Promise<Ok<{ sheet: Sheet }> | Failure>) {
  return ({ replica, search }: ExportRequest) => {
    const month = search.get("month") ?? "";
    return isMonth(month) ? named(`${name}-${month}.csv`, write(replica, month)) : UNREADABLE;
  };
}
