import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Column, momentCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { formOfReceipts } from "#src/modules/books/invoices/queries.server.ts";
import { stateOf } from "#src/modules/books/invoices/rules/due.ts";
import { payMethodOf } from "#src/modules/books/invoices/rules/payment-form.ts";
import { keptOfReceipt, sumTaxed, type Taxed } from "#src/modules/books/invoices/rules/receipt-list.ts";
import type { RequestFilter } from "#src/modules/books/invoices/rules/request-list.ts";
import { type RequestFileRow, requestPage } from "#src/modules/books/invoices/store.server.ts";
import { receiptsByBooking } from "#src/modules/books/receipts/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readParts } from "#src/platform/in-portions.server.ts";

const PAGE = 500;

/** A request with the form of its payments, and what stays of its sale, in its currency and in pesos. */
type FiledRequest = RequestFileRow & { form: ReturnType<typeof formOfReceipts>; own: Taxed; pesos: Taxed };

/**
 * The requests of a list in the reader's language, in the order in which they were made, with all that an invoice says: recipient,
 * form and method of payment in the tax authority's codes, and what stays of the sale with its tax. Needs `payments.read`. Refusal:
 * forbidden {missing}.
 */
export async function writeRequests(ctx: Pick<Context, "db" | "actor" | "now" | "locale">, filter: RequestFilter) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  const { t } = await i18nFor(ctx.locale);
  const requests = readParts<FiledRequest>(PAGE, async (last) =>
    withReceipts(ctx, await requestPage(ctx.db, filter, { after: last?.booking_id ?? null, limit: PAGE })),
  );
  return ok({ sheet: sheetOf(columns(t, ctx.now), requests) });
}

async function withReceipts(ctx: Pick<Context, "db">, rows: readonly RequestFileRow[]): Promise<FiledRequest[]> {
  const byBooking = await receiptsByBooking(
    ctx,
    rows.map((row) => row.booking_id),
  );
  return rows.map((row) => {
    const receipts = byBooking.get(row.booking_id) ?? [];
    const amounts = receipts.map(keptOfReceipt);
    const sumOf = (of: "own" | "pesos") => sumTaxed(amounts.map((part) => part[of]));
    return { ...row, form: formOfReceipts(receipts), own: sumOf("own"), pesos: sumOf("pesos") };
  });
}

function columns(t: Text, now: Date): Column<FiledRequest>[] {
  const amounts = (["own", "pesos"] as const).flatMap((of) =>
    (["net", "tax", "total"] as const).map((part): Column<FiledRequest> => {
      const head = t(`invoices-admin.file.${part}`);
      return [of === "own" ? head : t("invoices-admin.file.inPesos", { head }), (row) => moneyCell(row[of][part])];
    }),
  );
  return [
    [t("invoices-admin.asked"), (row) => momentCell(row.created_at, HOME_ZONE)],
    [t("invoices-admin.due"), (row) => momentCell(row.due_at, HOME_ZONE)],
    [t("invoices-admin.stateHead"), (row) => t(`invoices-admin.state.${stateOf(row, now)}`)],
    [t("invoices-admin.booking"), ({ reference }) => reference],
    [t("invoices-admin.practice"), ({ test }) => (test ? t("invoices-admin.practice") : null)],
    [t("payments-manage.invoice.rfc"), ({ rfc }) => rfc],
    [t("invoices-admin.legalName"), (row) => row.legal_name],
    [t("invoices-admin.regime"), (row) => row.tax_regime],
    [t("invoices-admin.postalCode"), (row) => row.postal_code],
    [t("invoices-admin.use"), (row) => row.cfdi_use],
    [t("invoices-admin.sendTo"), ({ email }) => email],
    [t("invoices-admin.payMethod"), ({ form }) => form && payMethodOf(form)],
    [t("invoices-admin.form"), ({ form }) => form && t(`invoices-admin.form.${form}`)],
    [t("invoices-admin.file.currency"), ({ currency }) => currency],
    ...amounts,
    [t("invoices-admin.uuid"), (row) => row.fiscal_uuid?.toUpperCase() ?? null],
    [t("invoices-admin.issuedAt"), (row) => momentCell(row.issued_at, HOME_ZONE)],
    [t("invoices-admin.refuse.why"), ({ refusal }) => refusal],
  ];
}
