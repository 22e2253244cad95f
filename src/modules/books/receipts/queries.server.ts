import { dateIn } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { Currency } from "#src/kernel/money.ts";
import { brandOn } from "#src/modules/site/media/draw-logo.server.ts";
import { drawnPaper } from "#src/modules/site/media/keep-papers.server.ts";
import type { ReceiptSheets } from "#src/modules/books/receipts/draw-receipts.server.ts";
import { folioText, keptOf } from "#src/modules/books/receipts/rules/receipt.ts";
import { wordReceipt } from "#src/modules/books/receipts/rules/receipt-words.ts";
import { ReceiptLines, Seller, type ShownReceipt } from "#src/modules/books/receipts/schema.ts";
import {
  latestChange,
  lostRows,
  type ReceiptRow,
  receiptRows,
  refundRows,
} from "#src/modules/books/receipts/store.server.ts";
import { emailTextsFor } from "#src/modules/base/settings/read-texts.server.ts";
import type { File } from "#src/platform/stream-file.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The receipts of a booking, oldest first; empty if nothing was paid. The caller checks access. */
export const receiptsOf = async (ctx: Pick<Context, "db">, bookingId: string): Promise<ShownReceipt[]> =>
  (await receiptsByBooking(ctx, [bookingId])).get(bookingId) ?? [];

/** The receipts of each of several bookings, oldest first; of those without any there is nothing. The caller checks access. */
export async function receiptsByBooking(
  ctx: Pick<Context, "db">,
  bookingIds: readonly string[],
): Promise<Map<string, ShownReceipt[]>> {
  const rows = bookingIds.length === 0 ? [] : await receiptRows(ctx.db, bookingIds);
  if (rows.length === 0) return new Map();
  const refunds = Map.groupBy(await refundRows(ctx.db, bookingIds), (refund) => refund.payment_id);
  const lost = Map.groupBy(await lostRows(ctx.db, bookingIds), (dispute) => dispute.payment_id);
  const backOf = ({ payment_id: id }: ReceiptRow) => ({ refunds: refunds.get(id) ?? [], lost: lost.get(id) ?? [] });
  const byBooking = Map.groupBy(rows, (row) => row.booking_id);
  return new Map([...byBooking].map(([id, own]) => [id, own.map((row) => receiptView(row, backOf(row)))]));
}

type Back = { refunds: Awaited<ReturnType<typeof refundRows>>; lost: Awaited<ReturnType<typeof lostRows>> };

function receiptView(row: ReceiptRow, { refunds, lost }: Back): ShownReceipt {
  const lines = ReceiptLines.parse(row.lines);
  return {
    id: row.id,
    folio: folioText({ site: row.site_tag, test: row.test, folio: row.folio }),
    date: dateIn(row.issued_at, lines.time_zone),
    test: row.test,
    currency: row.currency as Currency,
    amount: row.amount,
    tax_percent: row.tax_percent,
    tax_amount: row.tax_amount,
    pesos_amount: row.pesos_amount,
    provider: row.provider,
    method: row.method,
    seller: Seller.parse(row.seller),
    lines,
    refunds: refunds.map(({ amount, currency, status, created_at, succeeded_at }) => ({
      amount,
      currency: currency as Currency,
      done: status === "succeeded",
      date: dateIn(succeeded_at ?? created_at, lines.time_zone),
    })),
    kept: keptOf(
      row,
      [...refunds, ...lost].map(({ amount }) => amount),
    ),
  };
}

/** The receipts of a booking as a PDF in a language, one page each; null if there is none. The caller checks access. */
export async function receiptsPdf(ctx: Context, bookingId: string, locale: Locale): Promise<File | null> {
  return pdfOf(ctx, await receiptsOf(ctx, bookingId), locale);
}

/**
 * The receipt to attach to an email about a booking, as a PDF: of the booking itself, or of its latest change if the email is
 * about one; null if nothing was paid for it. The caller checks access.
 */
export async function emailedReceipt(
  ctx: Context,
  { bookingId, ofChange, locale }: { bookingId: string; ofChange: boolean; locale: Locale },
): Promise<File | null> {
  const change = ofChange ? await latestChange(ctx.db, bookingId) : null;
  const row = (await receiptRows(ctx.db, [bookingId])).find(({ change_id }) => change_id === change);
  return pdfOf(ctx, row ? [receiptView(row, { refunds: [], lost: [] })] : [], locale);
}

async function pdfOf(ctx: Context, receipts: readonly ShownReceipt[], locale: Locale): Promise<File | null> {
  const [first] = receipts;
  if (!first) return null;
  const [{ t }, brand] = await Promise.all([emailTextsFor(ctx, locale), brandOn(ctx)]);
  const sheets: ReceiptSheets = {
    title: `${first.folio} · ${first.seller.name}`,
    brand,
    small: t("receipts.cfdi"),
    receipts: receipts.map((receipt) => ({
      ...wordReceipt(t, locale, receipt),
      test: receipt.test ? t("receipts.test") : null,
    })),
  };
  const content = await drawnPaper("receipts", sheets);
  return { filename: `receipt-${first.folio}.pdf`, contentType: "application/pdf", content };
}

/** The stored receipts of bookings, for a data export to their owner. Checks no access. */
export const storedReceipts = async (ctx: Pick<Context, "db">, bookingIds: readonly string[]) =>
  bookingIds.length === 0 ? [] : receiptRows(ctx.db, bookingIds);
