import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { type Column, momentCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { formOf, payMethodOf } from "#src/modules/books/invoices/rules/payment-form.ts";
import {
  instantsOf,
  type ReceiptFilter,
  type ReceiptSums,
  refundOf,
  saleOf,
  sumsOf,
  type Taxed,
} from "#src/modules/books/invoices/rules/receipt-list.ts";
import type { ShownLine } from "#src/modules/books/invoices/schema.ts";
import { type ReceiptLineRow, receiptLines } from "#src/modules/books/invoices/store/receipts.server.ts";
import { folioText } from "#src/modules/books/receipts/rules/receipt.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readParts } from "#src/platform/in-portions.server.ts";
import { paidByText } from "#src/modules/books/receipts/rules/paid-by.ts";

/** A line with its tax, in its currency and in pesos. */
type TaxedLine = ReceiptLineRow & { own: Taxed; pesos: Taxed };

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
  const all = (await Array.fromAsync(linesOf(ctx, filter))).flat();
  return ok({ sums: sumsOf(all), lines: all.slice(0, SHOWN).map(lineView), count: all.length });
}

const lineView = (row: TaxedLine): ShownLine => ({
  id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  folio: folioOf(row),
  reference: row.reference,
  bookingId: row.purchase_kind === "booking" ? row.purchase_id : null,
  currency: row.currency,
  invoice: row.status,
  own: row.own,
});

const folioOf = ({ site_tag: site, test, folio }: ReceiptLineRow) => folioText({ site, test, folio });

/**
 * The receipts of a period in the reader's language, oldest first, with subtotal, IVA and total in their currency and in pesos; what
 * was given back is in columns of its own. Needs `payments.read`. Refusal: forbidden {missing}.
 */
export async function writeReceipts(ctx: Pick<Context, "db" | "actor" | "locale">, filter: ReceiptFilter) {
  if (!can(ctx.actor, "payments.read")) return forbidden();
  const { t } = await i18nFor(ctx.locale);
  return ok({ sheet: sheetOf(columns(t), linesOf(ctx, filter)) });
}

function columns(t: Text): Column<TaxedLine>[] {
  const amounts = (kind: ReceiptLineRow["kind"], headed: (head: string) => string = (head) => head) =>
    (["own", "pesos"] as const).flatMap((of) =>
      (["net", "tax", "total"] as const).map((part): Column<TaxedLine> => {
        const head = t(`invoices-admin.file.${part}`);
        return [
          headed(of === "own" ? head : t("invoices-admin.file.inPesos", { head })),
          (line) => (line.kind === kind ? moneyCell(line[of][part]) : null),
        ];
      }),
    );
  return [
    [t("invoices-admin.file.at"), ({ at }) => momentCell(at, HOME_ZONE)],
    [t("invoices-admin.file.kind"), ({ kind }) => t(`invoices-admin.line.${kind}`)],
    [t("invoices-admin.file.folio"), folioOf],
    [t("invoices-admin.booking"), ({ reference }) => reference],
    [t("invoices-admin.file.paidBy"), (line) => paidByText(line, t)],
    [t("invoices-admin.form"), ({ method }) => t(`invoices-admin.form.${formOf(method)}`)],
    [t("invoices-admin.payMethod"), ({ method }) => payMethodOf(formOf(method))],
    [t("invoices-admin.file.currency"), ({ currency }) => currency],
    ...amounts("sale"),
    ...amounts("refund", (head) => t("invoices-admin.file.back", { head })),
    [t("invoices-admin.invoice"), ({ status }) => t(`invoices-admin.line.${status ?? "global"}`)],
    [t("invoices-admin.uuid"), (line) => line.fiscal_uuid?.toUpperCase() ?? null],
  ];
}

/** The lines of a period with their tax, page by page. */
function linesOf({ db }: Pick<Context, "db">, { period, of, practice }: ReceiptFilter) {
  const scope = { ...instantsOf(period), practice, global: of === "global" };
  return readParts<TaxedLine>(PAGE, async (last) =>
    (await receiptLines(db, scope, { after: last?.id ?? null, limit: PAGE })).map((row) => ({
      ...row,
      ...(row.kind === "sale" ? saleOf(row) : refundOf(row, row.given_back, row.before)),
    })),
  );
}
