import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { momentCell, moneyCell, type Row, type Sheet } from "#src/kernel/sheet.ts";
import type { Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { formOfReceipts } from "#src/modules/money/invoices/queries.server.ts";
import { stateOf } from "#src/modules/money/invoices/rules/due.ts";
import { payMethodOf } from "#src/modules/money/invoices/rules/payment-form.ts";
import { keptOfReceipt, sumTaxed } from "#src/modules/money/invoices/rules/receipt-list.ts";
import type { RequestFilter } from "#src/modules/money/invoices/schema.ts";
import { type RequestFileRow, requestPage } from "#src/modules/money/invoices/store.server.ts";
import { receiptsByBooking } from "#src/modules/money/receipts/queries.server.ts";
import type { ShownReceipt } from "#src/modules/money/receipts/schema.ts";
import type { Context } from "#src/platform/context.server.ts";

const PAGE = 500;

/**
 * The requests of a list in the reader's language, in the order in which they were made, with all that an invoice says: recipient,
 * form and method of payment in the tax authority's codes, and what stays of the sale with its tax. Needs `payments.read`. Refusal:
 * forbidden.
 */
export function writeRequests(
  ctx: Pick<Context, "db" | "actor" | "now">,
  filter: RequestFilter,
  t: Text,
): Ok<{ sheet: Sheet }> | (Failure<"forbidden"> & { missing: "payments.read" }) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  return ok({ sheet: { head: headOf(t), parts: partsOf(ctx, filter, t) } });
}

function headOf(t: Text): string[] {
  const amounts = [t("invoices-admin.file.net"), t("invoices-admin.file.tax"), t("invoices-admin.file.total")];
  return [
    t("invoices-admin.asked"),
    t("invoices-admin.due"),
    t("invoices-admin.stateHead"),
    t("invoices-admin.booking"),
    t("invoices-admin.practice"),
    t("payments-manage.invoice.rfc"),
    t("invoices-admin.legalName"),
    t("invoices-admin.regime"),
    t("invoices-admin.postalCode"),
    t("invoices-admin.use"),
    t("invoices-admin.sendTo"),
    t("invoices-admin.payMethod"),
    t("invoices-admin.form"),
    t("invoices-admin.file.currency"),
    ...amounts,
    ...amounts.map((head) => t("invoices-admin.file.inPesos", { head })),
    t("invoices-admin.uuid"),
    t("invoices-admin.issuedAt"),
    t("invoices-admin.refuse.why"),
  ];
}

async function* partsOf(ctx: Pick<Context, "db" | "now">, filter: RequestFilter, t: Text): AsyncGenerator<Row[]> {
  for (let after: string | null | undefined = null; after !== undefined;) {
    const rows: RequestFileRow[] = await requestPage(ctx.db, filter, { after, limit: PAGE });
    const ids = rows.map((row) => row.booking_id);
    const receipts = await receiptsByBooking(ctx, ids);
    yield rows.map((row) => rowOf(row, receipts.get(row.booking_id) ?? [], { t, now: ctx.now }));
    after = rows.length === PAGE ? ids.at(-1)! : undefined;
  }
}

function rowOf(row: RequestFileRow, receipts: readonly ShownReceipt[], { t, now }: { t: Text; now: Date }): Row {
  const kept = receipts.map(keptOfReceipt);
  const amounts = (["own", "pesos"] as const).map((of) => sumTaxed(kept.map((part) => part[of])));
  const form = formOfReceipts(receipts);
  return [
    momentCell(row.created_at, HOME_ZONE),
    momentCell(row.due_at, HOME_ZONE),
    t(`invoices-admin.state.${stateOf(row, now)}`),
    row.reference,
    row.test ? t("invoices-admin.practice") : null,
    row.rfc,
    row.legal_name,
    row.tax_regime,
    row.postal_code,
    row.cfdi_use,
    row.email,
    form && payMethodOf(form),
    form && t(`invoices-admin.form.${form}`),
    row.currency,
    ...amounts.flatMap(({ net, tax, total }) => [net, tax, total].map(moneyCell)),
    row.fiscal_uuid?.toUpperCase() ?? null,
    momentCell(row.issued_at, HOME_ZONE),
    row.refusal,
  ];
}
