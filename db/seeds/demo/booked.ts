import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { Tables } from "#db/tables.ts";
import { codeOf, FIRST_TICKET } from "#db/seeds/demo/codes.ts";
import { RATES } from "#db/seeds/rates.ts";
import { receiptsOf } from "#db/seeds/demo/receipts.ts";
import { type Departure, priceOf } from "#db/seeds/demo/calendar.ts";
import type { Guest } from "#db/seeds/demo/guests.ts";
import type { Currency } from "#src/kernel/money.ts";
import { entriesOf } from "#src/modules/base/ledger/post-entries.server.ts";
import { captured, promised, refunded } from "#src/modules/money/payments/rules/books.ts";
import type { Tx } from "#src/platform/db.server.ts";

const MINUTE = 60 * 1000;

type Row<Table extends keyof Tables> = Insertable<Tables[Table]>;
type Booking = Omit<Row<"bookings">, "reference"> & {
  id: string;
  status: string;
  total_price: number;
  currency: Currency;
};
type Payment = Row<"payments"> & { id: string; external_id: string; currency: Currency; settled_at: Date };

/** A booking with everything its state implies. Its reference is assigned on insert. */
export type Booked = {
  departure: Departure;
  booking: Booking;
  guests: number;
  payment?: Payment;
  refund?: Row<"refunds"> & { id: string; external_id: string; created_at: Date };
  redemption?: Row<"coupon_redemptions">;
};

export type Wish = {
  guest: Guest;
  userId?: string;
  currency: "MXN" | "USD";
  departure: Departure;
  people: number;
  createdAt: Date;
  coupon?: { id: string; percent: number };
};

/** How a booking ended: still open, confirmed, or the reason it was cancelled. */
type End = "pending" | "confirmed" | "expired" | "payment_cancelled" | "customer" | "departure_cancelled";

const after = (time: Date, minutes: number) => new Date(time.getTime() + minutes * MINUTE);

/** A booking as requested and ended so. Only a paid one has a payment and tickets. */
export function booked(wish: Wish, end: End): Booked {
  const paid = end !== "pending" && end !== "expired" && end !== "payment_cancelled";
  const cancelled = end !== "pending" && end !== "confirmed";
  const confirmedAt = paid ? after(wish.createdAt, 4) : null;
  const cancelledAt = cancelled ? after(wish.createdAt, paid ? 12 * 60 : 31) : null;
  const booking: Booking = {
    ...pendingBooking(wish),
    ...(end === "confirmed" ? { status: end } : {}),
    ...(cancelled ? { status: "cancelled", cancel_reason: end } : {}),
    confirmed_at: confirmedAt,
    cancelled_at: cancelledAt,
  };
  const payment = confirmedAt ? paymentOf(booking, confirmedAt) : undefined;
  const state = cancelled ? "released" : paid ? "used" : "reserved";
  return {
    departure: wish.departure,
    booking,
    guests: paid ? wish.people : 0,
    ...(payment ? { payment } : {}),
    ...(payment && cancelledAt ? { refund: refundOf(payment, end, cancelledAt) } : {}),
    ...(wish.coupon ? { redemption: redemptionOf(wish.coupon, booking.id, state) } : {}),
  };
}

function redemptionOf({ id, percent: value }: { id: string; percent: number }, bookingId: string, state: string) {
  const terms = { discount_type: "percentage", value, currency: "USD", maximum_discount: null };
  return { coupon_id: id, booking_id: bookingId, state, terms: JSON.stringify(terms) };
}

function pendingBooking({ guest, userId, currency, departure, people, createdAt, coupon }: Wish): Booking {
  const unitPrice = priceOf(departure, currency);
  const subtotal = unitPrice * people;
  const discount = Math.round((subtotal * (coupon?.percent ?? 0)) / 100);
  return {
    id: randomUUID(),
    scheduled_crawl_id: departure.id,
    crawl_id: departure.crawl.id,
    site_tag: "cdmx",
    language: guest.language,
    status: "pending",
    hold_expires_at: after(createdAt, 31),
    first_name: guest.firstName,
    last_name: guest.lastName,
    email: guest.email,
    phone: guest.phone,
    country: guest.country,
    number_of_people: people,
    currency,
    unit_price: unitPrice,
    subtotal,
    discount,
    total_price: subtotal - discount,
    base_currency: departure.crawl.currency,
    rate: currency === "MXN" ? RATES.MXN : 1,
    peso_rate: currency === "MXN" ? null : priceOf(departure, "MXN") / unitPrice,
    rate_date: createdAt.toISOString().slice(0, 10),
    refund_rule: "full_until_24h",
    refund_rule_version: "2025-05-21",
    coupon_id: coupon?.id ?? null,
    user_id: userId ?? null,
    test: true,
    created_at: createdAt,
  };
}

function paymentOf(booking: Booking, settledAt: Date): Payment {
  const free = booking.total_price === 0;
  const id = randomUUID();
  return {
    id,
    purchase_id: booking.id,
    attempt: 1,
    provider: free ? "free" : "sandbox",
    method: free ? "free" : "card",
    mode: "sandbox",
    external_id: `demo_${id}`,
    status: "succeeded",
    amount: booking.total_price,
    currency: booking.currency,
    charged_amount: booking.total_price,
    charged_currency: booking.currency,
    placement: "in_time",
    expires_at: booking.hold_expires_at,
    created_at: settledAt,
    settled_at: settledAt,
  };
}

const refundOf = (
  { id, purchase_id, amount, currency }: Payment,
  reason: End,
  at: Date,
): NonNullable<Booked["refund"]> => ({
  id: randomUUID(),
  payment_id: id,
  purchase_id,
  amount,
  // every demo refund reverses a sale
  taken_back: amount,
  currency,
  reason,
  status: "succeeded",
  idempotency_key: `demo:${id}`,
  external_id: `demo_refund_${id}`,
  attempts: 1,
  due_at: at,
  created_at: at,
  updated_at: at,
});

// PostgreSQL limits the number of values in a statement
const AT_ONCE = 400;

/**
 * Inserts bookings and related rows; `receiptsBefore` says how many receipts there are already. The sandbox gets their payments, so
 * that it can refund them.
 */
export async function insertBookings(tx: Tx, all: Booked[], receiptsBefore: number): Promise<void> {
  const rows = all.map(({ booking }, n) => ({ ...booking, reference: `RND-${codeOf(n)}` }));
  for (const part of inParts(rows)) await tx.insertInto("bookings").values(part).execute();
  const payments = all.flatMap(({ payment }) => payment ?? []);
  for (const part of inParts(payments)) await tx.insertInto("payments").values(part).execute();
  const receipts = receiptsOf(
    all.map((one, n) => ({ ...one, booking: rows[n]! })),
    receiptsBefore,
  );
  for (const part of inParts(receipts)) await tx.insertInto("receipts").values(part).execute();
  const counter = { site_tag: "cdmx", test: true, last_folio: receiptsBefore + receipts.length };
  await tx.insertInto("receipt_counters").values(counter).execute();
  const sessions = all.flatMap(sessionOf);
  for (const part of inParts(sessions)) await tx.insertInto("sandbox_sessions").values(part).execute();
  const tickets = all.flatMap(ticketsOf).map((ticket, n) => ({ ...ticket, code: codeOf(FIRST_TICKET + n) }));
  for (const part of inParts(tickets)) await tx.insertInto("tickets").values(part).execute();
  await insertRefunds(tx, all);
  for (const part of inParts(all.flatMap(entriesIn))) await tx.insertInto("ledger_entries").values(part).execute();
  const redemptions = all.flatMap(({ redemption }) => redemption ?? []);
  await tx.insertInto("coupon_redemptions").values(redemptions).execute();
}

async function insertRefunds(tx: Tx, all: Booked[]): Promise<void> {
  for (const { payment, refund } of all) {
    if (!payment || !refund) continue;
    await tx.insertInto("refunds").values(refund).execute();
    const { external_id: id, idempotency_key, amount, currency } = refund;
    const remote = { id, session_id: payment.external_id, idempotency_key, amount, currency, state: "succeeded" };
    await tx.insertInto("sandbox_refunds").values(remote).execute();
  }
}

/** A booking's ledger entries: what was sold, paid and refunded. */
function entriesIn({ booking, payment, refund }: Booked) {
  if (!payment) return [];
  const { id: bookingId, total_price: amount } = booking;
  const { settled_at: at, currency } = payment;
  const about = { purchaseId: bookingId, provider: payment.provider, test: true };
  const sold = { key: `booking:${bookingId}:sold`, kind: "sold", amount, currency } as const;
  const came = entriesOf(at, { ...about, paymentId: payment.id }, [sold, captured(payment.id, { amount, currency })]);
  if (!refund) return came;
  const back = { id: refund.id, attempts: 1, amount, currency };
  const moves = [...promised(back, amount), refunded(back)];
  return [...came, ...entriesOf(refund.created_at, { ...about, paymentId: payment.id, refundId: refund.id }, moves)];
}

function sessionOf({ booking, payment }: Booked): Row<"sandbox_sessions">[] {
  if (payment?.provider !== "sandbox") return [];
  return [
    {
      id: payment.external_id,
      idempotency_key: payment.id,
      state: "paid",
      method: "card",
      client_reference: booking.id,
      amount: payment.amount,
      charged_amount: payment.amount,
      currency: payment.currency,
      description: "Demo",
      customer_email: booking.email,
      language: booking.language,
      success_url: `/booking-confirmation/${booking.id}`,
      cancel_url: `/booking-confirmation/${booking.id}`,
      expires_at: payment.expires_at,
    },
  ];
}

const ticketsOf = ({ booking, guests }: Booked): Omit<Row<"tickets">, "code">[] =>
  Array.from({ length: guests }, (_, index) => ({
    booking_id: booking.id,
    position: index + 1,
    guest_name: index === 0 ? `${booking.first_name} ${booking.last_name}` : "",
    status: booking.status === "cancelled" ? "void" : "valid",
  }));

const inParts = <T>(rows: T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, n) => rows.slice(n * AT_ONCE, (n + 1) * AT_ONCE));
