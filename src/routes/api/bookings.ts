import { bookingRef, changeRef, inWordsOfBookings } from "#src/modules/sales/booking/rules/purchase.ts";
import { z } from "zod";
import { fail, ok } from "#src/kernel/result.ts";
import { sourcesOf } from "#src/modules/office/booking-admin/queries.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { canOpenBooking, findBooking, listBookings } from "#src/modules/sales/booking/queries.server.ts";
import {
  AskedChange,
  BookingFilter,
  BookingPageShape,
  BookingShape,
  CancelBooking,
  CancelledBooking,
  ChangeOutcomeShape,
  CreateBooking,
  PlacedBooking,
} from "#src/modules/sales/booking/schema.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { payByHand } from "#src/modules/sales/booking/pay-by-hand.server.ts";
import { byHandWays, paymentStateOf } from "#src/modules/money/payments/queries.server.ts";
import {
  ByHandState,
  PayByHand,
  PaymentState,
  StartedPayment,
  StartPayment,
} from "#src/modules/money/payments/schema.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { placeOf } from "#src/modules/evening/tickets/rules/ticket.ts";
import { TicketShape } from "#src/modules/evening/tickets/schema.ts";
import type { Context } from "#src/platform/context.server.ts";
import { endpoint } from "#src/api/endpoint.ts";
import { CHANGE_REFUSALS, CHOICE_REFUSALS } from "#src/api/refusals.ts";
import { uuidOf } from "#src/api/uuid-of.ts";

// the API calls the departure `night`
const { departure: night, ...shape } = BookingShape.shape;
const Booking = z
  .object({
    ...shape,
    night,
    payment: PaymentState,
    tickets: z.array(TicketShape).nullable().describe("one per person once confirmed; null without access"),
  })
  .meta({ id: "Booking" });

const id = { id: "id of the booking" };

const place = endpoint({
  method: "post",
  path: "/api/bookings",
  summary: "Book: take places and hold them until they are paid",
  description:
    "The server prices everything; `displayed_total` is only compared. When too many unpaid places are held, from the same network or overall, the answer is `email_code_needed`: six digits were emailed to `customer.email`; send the same request again with them as `email_code`. Where no code is needed it is ignored. While a bank is still making a payment that the guest has made (`payment_at_bank`), another one is started only with `second`. `partner_code`, typed by the guest, credits the booking to that partner and is refused where no active partner has it; `referral` is only a hint and never refused for whom it names. Neither changes the price. Sending the same Idempotency-Key with the same body again gives the first answer, whatever `referral` says by then. Keep `access_token` like a password.",
  body: CreateBooking,
  takesKey: true,
  personal: true,
  status: 201,
  answer: PlacedBooking,
  refusals: [
    ...CHOICE_REFUSALS,
    "price_changed",
    "partner_code_unknown",
    "sold_out",
    "add_on_sold_out",
    "already_paid",
    "provider_unavailable",
    "unpaid_places",
    "unpaid_shared",
    "email_code_needed",
    "email_code_wrong",
    "idempotency_conflict",
    "busy",
  ],
  handle: async (ctx, { body, key }) => {
    const result = await placeBooking(ctx, body, key);
    return result.ok ? ok({ answer: result.booking }) : result;
  },
});

const read = endpoint({
  method: "get",
  path: "/api/bookings/{id}",
  summary: "Read a booking",
  description:
    "Anyone with the id sees its status; those with access also see whose it is. To a key, a booking that it may not read is as good as none.",
  params: id,
  takesToken: true,
  personal: true,
  status: 200,
  answer: Booking,
  refusals: ["booking_not_found"],
  handle: async (ctx, { params, token }) => {
    const booking = await findBooking(ctx, params["id"] ?? "", token);
    // to a key, one that it may not read is none
    if (!booking || (ctx.actor.key && !booking.private)) return fail("booking_not_found");
    const [payment, tickets] = await Promise.all([
      paymentStateOf(ctx, booking.id),
      booking.private && ticketsForDoor(ctx, booking.id),
    ]);
    const { departure, ...details } = booking;
    return ok({ answer: { ...details, night: departure, payment, tickets } });
  },
});

/** Tickets without QR drawings: a program draws its own. */
const ticketsForDoor = async (ctx: Context, bookingId: string) =>
  (await ticketsOf(ctx, bookingId)).map(({ id: ticketId, guest_name, code, status, entered_at, token, ...at }) => ({
    id: ticketId,
    position: placeOf(at),
    guest_name,
    code,
    status,
    entered_at,
    token,
  }));

const list = endpoint({
  method: "get",
  path: "/api/bookings",
  summary: "List bookings, the newest first",
  description:
    "For a key of the house: all bookings of its cities and sites, a page at a time. Follow `next_cursor` until it is null; bookings that are placed meanwhile don't move the pages. To keep a copy up to date, ask for `updated_since` with the time at which you asked for the first page the last time: what changed within a minute before that comes once more.",
  query: BookingFilter,
  personal: true,
  status: 200,
  answer: BookingPageShape,
  refusals: ["forbidden", "cursor_unknown"],
  handle: async (ctx, { query }) => {
    const result = await listBookings(ctx, query);
    if (!result.ok) return result;
    const { bookings: page, next_cursor } = result;
    const sources = await sourcesOf(
      ctx,
      page.map(({ id: bookingId }) => bookingId),
    );
    const bookings = page.map((booking) => ({ ...booking, source: sources.get(booking.id) ?? booking.source }));
    return ok({ answer: { bookings, next_cursor } });
  },
});

const change = endpoint({
  method: "post",
  path: "/api/bookings/{id}/changes",
  summary: "Change a confirmed booking: another night, more or fewer people, other add-ons",
  description:
    "Without `accept` it only answers with a quote. Sent again with the `version` and the `difference` of that quote as `accept`, the change is made: at once where nothing is left to pay, and any difference is refunded; otherwise (`to_pay`) its places are held for a while, and the difference is paid by `POST /api/bookings/{id}/payments` with `change_id`, or by the person on the page of their booking. Where the price has moved meanwhile the answer is `quote_changed`: ask for a new quote.",
  params: id,
  body: AskedChange,
  takesKey: true,
  personal: true,
  status: 200,
  answer: ChangeOutcomeShape,
  refusals: [
    ...CHOICE_REFUSALS,
    ...CHANGE_REFUSALS,
    "booking_not_found",
    "already_paid",
    "provider_unavailable",
    "idempotency_conflict",
    "unpaid_places",
    "forbidden",
    "busy",
  ],
  handle: async (ctx, { params, body, key }) => {
    const wish = { booking_id: params["id"] ?? "", token: null, change: body.change };
    const { accept } = body;
    if (!accept) {
      const priced = await priceChange(ctx, wish);
      if (!priced.ok) return priced;
      const { version, before, after, difference, refund_until } = priced.quote;
      const quote = { version, before, after, difference, refund_until };
      return ok({ answer: { state: "quoted" as const, change_id: null, quote } });
    }
    const { amount_minor: difference_minor, currency } = accept.difference;
    const expected = { version: accept.version, difference_minor, currency };
    const result = await changeBooking(ctx, { ...wish, expected }, uuidOf(key));
    if (!result.ok) return result.reason === "quote_changed" ? fail("quote_changed") : result;
    const change_id = result.state === "to_pay" ? result.change_id : null;
    return ok({ answer: { state: result.state, change_id, quote: null } });
  },
});

const Payment = StartPayment.extend({
  change_id: z.uuid("errors.invalid").optional().describe("a change of the booking that is to be paid (`to_pay`)"),
}).meta({ id: "StartPayment" });

const pay = endpoint({
  method: "post",
  path: "/api/bookings/{id}/payments",
  summary: "Start paying a booking, or a change of one",
  description:
    "Secures the places, opens an attempt with the provider and says where to send the guest. The amount and the currency are the booking's, less its credit; `displayed_total` is only compared. To pay in another currency, book again. With `change_id` the difference of a change is paid (`to_pay`), and the change is made once that is settled; `displayed_total` doesn't count there. While too many unpaid places are held, a payment that needs them longer is answered with `email_code_needed`: six digits were emailed to the booking's address; send the same request again with them as `email_code`. Where no code is needed it is ignored.",
  params: id,
  body: Payment,
  takesKey: true,
  personal: true,
  status: 201,
  answer: StartedPayment,
  refusals: [
    "booking_not_found",
    "not_payable",
    "provider_not_offered",
    "provider_unavailable",
    "payment_at_bank",
    "sold_out",
    "add_on_sold_out",
    "coupon_used_up",
    "coupon_used_by_guest",
    "renewals_used",
    "unpaid_places",
    "unpaid_nearby",
    "unpaid_shared",
    "email_code_needed",
    "email_code_wrong",
    "too_many_attempts",
    "price_changed",
    "departure_past",
    "departure_cancelled",
    "idempotency_conflict",
    "busy",
  ],
  handle: async (ctx, { params, body: { change_id, ...wish }, key }) => {
    const booking = params["id"] ?? "";
    const of = change_id === undefined ? bookingRef(booking) : changeRef(booking, change_id);
    if (ctx.actor.key && !(await canOpenBooking(ctx, booking, null))) return fail("booking_not_found");
    const result = await startPayment(ctx, { ...wish, of }, key);
    if (result.ok) return ok({ answer: { payment_id: result.payment_id, redirect_url: result.redirect_url } });
    return inWordsOfBookings(result);
  },
});

const byHand = endpoint({
  method: "post",
  path: "/api/bookings/{id}/by-hand",
  summary: "Keep a booking whose guest pays us directly",
  description:
    "Where no payment company takes money online, guests pay at the meeting point or by transfer: this keeps the places for that and emails how to pay, once. The answer says until when, and which ways there are. Doing it again changes nothing. It is refused with `provider_not_offered` where the booking can be paid online, costs nothing, or nobody takes money by hand. `email_code_needed` as with paying.",
  params: id,
  body: PayByHand,
  personal: true,
  status: 200,
  answer: ByHandState,
  refusals: [
    "booking_not_found",
    "not_payable",
    "provider_not_offered",
    "sold_out",
    "add_on_sold_out",
    "coupon_used_up",
    "coupon_used_by_guest",
    "renewals_used",
    "unpaid_places",
    "unpaid_nearby",
    "unpaid_shared",
    "email_code_needed",
    "email_code_wrong",
    "too_many_attempts",
    "departure_past",
    "departure_cancelled",
    "busy",
  ],
  handle: async (ctx, { params, body }) => {
    const booking_id = params["id"] ?? "";
    const result = await payByHand(ctx, { ...body, booking_id });
    if (!result.ok) return result;
    const [booking, ways] = await Promise.all([findBooking(ctx, booking_id, null), byHandWays(ctx)]);
    if (!booking) return fail("booking_not_found");
    const { id: uuid, hold_expires_at: kept_until } = booking;
    const answer = { id: uuid, kept_until, at_door: ways?.door ?? false, transfer_to: ways?.transfer || null };
    return ok({ answer });
  },
});

const cancel = endpoint({
  method: "post",
  path: "/api/bookings/{id}/cancel",
  summary: "Cancel a booking",
  description:
    "A confirmed booking is cancelled only when `expected_refund` matches what would be refunded now; and `expected_credit`, if it is named, what would come back as credit; otherwise the answer is `quote_changed` with these figures and nothing happens. Cancelling again is `already_cancelled`.",
  params: id,
  body: CancelBooking,
  takesToken: true,
  personal: true,
  status: 200,
  answer: CancelledBooking,
  refusals: [
    "booking_not_found",
    "already_cancelled",
    "booking_changed",
    "departure_past",
    "quote_changed",
    "provider_unavailable",
  ],
  handle: async (ctx, { params, body, token }) => {
    const booking_id = params["id"] ?? "";
    const result = await cancelBooking(ctx, { ...body, booking_id, token });
    if (!result.ok) return result;
    return ok({
      answer: { id: booking_id, status: "cancelled" as const, refund: result.refund, credit: result.credit },
    });
  },
});

export const bookings = [place, list, read, pay, byHand, change, cancel];
