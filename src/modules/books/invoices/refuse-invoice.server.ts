import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { invoiceRefused } from "#src/modules/books/invoices/events.ts";
import type { RefuseInvoice } from "#src/modules/books/invoices/schema.ts";
import { invoiceRequestOf, setRequestState } from "#src/modules/books/invoices/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Says why an invoice can't be issued as it was asked for; the guest is told and may correct it. Requires `payments.change`.
 * Refusals: forbidden {missing}, request_not_found, not_requested (it is issued, or refused already).
 */
export async function refuseInvoice(ctx: Context, { booking_id: id, refusal }: RefuseInvoice) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" });
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await invoiceRequestOf(tx, id))) return fail("request_not_found");
    await lockBooking(tx, id);
    const request = await invoiceRequestOf(tx, id);
    if (!request) return fail("request_not_found");
    if (request.status === "issued" || request.refused_at) return fail("not_requested");
    await setRequestState(tx, id, { status: "requested", refused_at: ctx.now, refusal });
    // the reason stays on the request: it may name people, and the audit log can't be erased
    await audit(tx, ctx, { action: "invoice.refused", subject: ["booking", id] });
    await ctx.publish(ctx, tx, invoiceRefused({ bookingId: id, at: ctx.now.toISOString() }));
    return ok({});
  });
}
