import { fail, ok } from "#src/kernel/result.ts";
import { canOpenBooking } from "#src/modules/sales/booking/queries.server.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { invoiceRequested } from "#src/modules/books/invoices/events.ts";
import { whyInvoiceRefused } from "#src/modules/books/invoices/queries.server.ts";
import { dueAt } from "#src/modules/books/invoices/rules/due.ts";
import { INVOICE_FIELDS } from "#src/modules/books/invoices/rules/invoice-form.ts";
import type { InvoiceRequest } from "#src/modules/books/invoices/schema.ts";
import { bookingSale, invoiceRequestOf, writeInvoiceRequest } from "#src/modules/books/invoices/store.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Limit, mayUse, secondsLeft } from "#src/platform/rate-limit.server.ts";

/** Each tells staff by email. */
const PER_BOOKING: Limit = { max: 10, seconds: 3600 };

/**
 * Requests an invoice for a paid booking, or for what was kept of a cancelled one, or corrects its data until it is issued, also after
 * the days for new requests; notifies staff once of each, ten times an hour at most, and the same data again changes nothing. A
 * corrected request keeps its deadline, unless it was refused. Requires access. Refusals: booking_not_found, invoice_issued,
 * too_many_attempts {retry_after}, and those of `whyNoInvoice`, of which invoice_too_late says its `days`.
 */
export async function requestInvoice(
  ctx: Context,
  input: InvoiceRequest & { booking_id: string; token: string | null },
) {
  const { booking_id: id, token, ...data } = input;
  if (!(await canOpenBooking(ctx, id, token))) return fail("booking_not_found");
  const request = await invoiceRequestOf(ctx.db, id);
  const isAgain = request !== undefined && !request.refused_at && isSame(request, data);
  if (!isAgain && !(await mayUse(ctx.pool, [`invoice:${id}`], PER_BOOKING, ctx.now)))
    return fail("too_many_attempts", { retry_after: secondsLeft(PER_BOOKING, ctx.now) });
  return ctx.db.transaction().execute(async (tx) => {
    await lockBooking(tx, id);
    const before = await invoiceRequestOf(tx, id);
    if (before?.status === "issued") return fail("invoice_issued");
    const { refused, days } = await whyInvoiceRefused({ ...ctx, db: tx }, id);
    if (refused) return refused === "invoice_too_late" ? fail(refused, { days }) : fail(refused);
    if (before && !before.refused_at && isSame(before, data)) return ok({});
    const soldAt = (await bookingSale(tx, id))?.confirmed_at ?? ctx.now;
    const { invoices } = await appSettings({ db: tx });
    const due_at = before && !before.refused_at ? before.due_at : dueAt(soldAt, ctx.now, invoices);
    await writeInvoiceRequest(tx, id, { ...data, due_at }, ctx.now);
    await audit(tx, ctx, { action: before ? "invoice.corrected" : "invoice.requested", subject: ["booking", id] });
    await ctx.publish(ctx, tx, invoiceRequested({ bookingId: id }));
    return ok({});
  });
}

type Stated = Record<(typeof INVOICE_FIELDS)[number], string>;
const isSame = (before: Stated, data: Stated) => INVOICE_FIELDS.every((field) => before[field] === data[field]);
