import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { type Cell, momentCell, moneyCell, type Row, type Sheet } from "#src/kernel/sheet.ts";
import type { Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { formOf, payMethodOf } from "#src/modules/money/invoices/rules/payment-form.ts";
import {
  instantsOf,
  type ReceiptFilter,
  type ReceiptSums,
  refundOf,
  saleOf,
  sumsOf,
  type Taxed,
} from "#src/modules/money/invoices/rules/receipt-list.ts";
import type { ShownLine } from "#src/modules/money/invoices/schema.ts";
import { type ReceiptLineRow, receiptLines } from "#src/modules/money/invoices/store/receipts.server.ts";
import { folioText } from "#src/modules/money/receipts/rules/receipt.ts";
import type { Context } from "#src/platform/context.server.ts";

type Forbidden = Failure<"forbidden"> & { missing: "payments.read" };
const forbidden = (): Forbidden => fail("forbidden", { missing: "payments.read" as const });

/** Lines that the page shows; the file has all. */
const SHOWN = 200;
const PAGE = 1000;

/** What receipts of a period come to by currency, and the first of them. Needs `payments.read`. Refusal: forbidden. */
export async function listReceipts(
  ctx: Pick<Context, "db" | "actor">,
  filter: ReceiptFilter,
): Promise<Ok<{ sums: ReceiptSums[]; lines: ShownLine[]; count: number }> | Forbidden> {
  if (!can(ctx.actor, "payments.read")) return forbidden();
  const all: (ReceiptLineRow & { own: Taxed; pesos: Taxed })[] = [];
  for await (const page of pagesOf(ctx, filter)) all.push(...page);
  return ok({ sums: sumsOf(all), lines: all.slice(0, SHOWN).map(shown), count: all.length });
}

const shown = (row: ReceiptLineRow & { own: Taxed }): ShownLine => ({
  id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  folio: folioOf(row),
  reference: row.reference,
  bookingId: row.booking_id,
  currency: row.currency,
  invoice: row.status,
  own: row.own,
});

const folioOf = ({ site_tag: site, test, folio }: ReceiptLineRow) => folioText({ site, test, folio });

/**
 * The receipts of a period in the reader's language, oldest first, with subtotal, IVA and total in their currency and in pesos; what
 * was given back is in columns of its own. Needs `payments.read`. Refusal: forbidden.
 */
export function writeReceipts(
  ctx: Pick<Context, "db" | "actor">,
  filter: ReceiptFilter,
  t: Text,
): Ok<{ sheet: Sheet }> | Forbidden {
  if (!can(ctx.actor, "payments.read")) return forbidden();
  return ok({ sheet: { head: headOf(t), parts: partsOf(ctx, filter, t) } });
}

function headOf(t: Text): string[] {
  const amounts = [t("invoices-admin.file.net"), t("invoices-admin.file.tax"), t("invoices-admin.file.total")];
  const pesos = amounts.map((head) => t("invoices-admin.file.inPesos", { head }));
  const back = (heads: string[]) => heads.map((head) => t("invoices-admin.file.back", { head }));
  return [
    t("invoices-admin.file.at"),
    t("invoices-admin.file.kind"),
    t("invoices-admin.file.folio"),
    t("invoices-admin.booking"),
    t("invoices-admin.file.paidBy"),
    t("invoices-admin.form"),
    t("invoices-admin.payMethod"),
    t("invoices-admin.file.currency"),
    ...amounts,
    ...pesos,
    ...back(amounts),
    ...back(pesos),
    t("invoices-admin.invoice"),
    t("invoices-admin.uuid"),
  ];
}

async function* partsOf(ctx: Pick<Context, "db">, filter: ReceiptFilter, t: Text): AsyncGenerator<Row[]> {
  for await (const page of pagesOf(ctx, filter)) yield page.map((row) => rowOf(row, t));
}

const NONE = [null, null, null];
const cellsOf = ({ net, tax, total }: Taxed): Cell[] => [net, tax, total].map(moneyCell);

function rowOf(row: ReceiptLineRow & { own: Taxed; pesos: Taxed }, t: Text): Row {
  const amounts = [...cellsOf(row.own), ...cellsOf(row.pesos)];
  const isSale = row.kind === "sale";
  return [
    momentCell(row.at, HOME_ZONE),
    t(`invoices-admin.line.${row.kind}`),
    folioOf(row),
    row.reference,
    t("receipts.paidBy", { method: row.method, provider: row.provider }),
    t(`invoices-admin.form.${formOf(row.method)}`),
    payMethodOf(formOf(row.method)),
    row.currency,
    ...(isSale ? amounts : [...NONE, ...NONE]),
    ...(isSale ? [...NONE, ...NONE] : amounts),
    t(`invoices-admin.line.${row.status ?? "global"}`),
    row.fiscal_uuid?.toUpperCase() ?? null,
  ];
}

/** The lines of a period with their tax, page by page. */
async function* pagesOf({ db }: Pick<Context, "db">, { period, of, practice }: ReceiptFilter) {
  const wanted = { ...instantsOf(period), practice, global: of === "global" };
  let after: string | null | undefined = null;
  while (after !== undefined) {
    const rows: ReceiptLineRow[] = await receiptLines(db, wanted, { after, limit: PAGE });
    yield rows.map((row) => ({
      ...row,
      ...(row.kind === "sale" ? saleOf(row) : refundOf(row, row.given_back, row.before)),
    }));
    after = rows.length === PAGE ? rows.at(-1)!.id : undefined;
  }
}
