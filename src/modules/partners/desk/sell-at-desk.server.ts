import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { mailboxOf } from "#src/kernel/mailbox.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Credit, type Doubt, NO_CREDIT } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { payByCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";
import { creditIn } from "#src/modules/money/credits/queries.server.ts";
import { findCredit, leftForBill } from "#src/modules/money/credits/reserve-credit.server.ts";
import { placeSale } from "#src/modules/sales/booking/place-sale.server.ts";
import { holdLives } from "#src/modules/sales/booking/rules/states.ts";
import { lineOf } from "#src/modules/sales/booking/rules/unpaid.ts";
import { endSale } from "#src/modules/partners/desk/cancel-sale.server.ts";
import { standingOf } from "#src/modules/partners/desk/rules/device.ts";
import type { DeskSale } from "#src/modules/partners/desk/schema.ts";
import {
  addSale,
  limitOf,
  lockPartnerCash,
  noteCash,
  openCash,
  paidInCash,
  unpaidOfPartner,
} from "#src/modules/partners/commission/note-sale.server.ts";
import {
  type DeviceRow,
  holdInUse,
  saleById,
  saleByKey,
  type SaleRow,
} from "#src/modules/partners/desk/store.server.ts";
import { recordTaken } from "#src/modules/money/payments/take-payment.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { asDesk, type Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/**
 * Sells places at a partner's desk, as the site would: its prices in pesos, its closing of sales, its largest party; the desk is
 * nobody's staff (docs/decisions/114). `link` leaves a hold that the guest pays on their own phone; `cash` confirms at once what
 * the partner then owes, up to its limit. Idempotent by `key`: sent again, it goes on where it stopped, also in the other way; with
 * other content it is an idempotency_conflict. Sent again with an empty code, it is paid without the one that it has. A gift card or credit pays what it has (docs/decisions/212); the partner owes what it took
 * in cash, and earns by the price as ever. What is bought beside the places is taken with them, or nothing is sold (docs/decisions/213). Refusals: credit_changed {credit, where a code was named} (it pays another part than was shown), those of `leftForBill` and `payByCredit`, desk_closed, sale_ended, paid_online (in cash what the guest has paid
 * online: whatever was handed over is theirs), credit_limit {left: centavos, booking_id where the places are held}, free_not_here,
 * unpaid_sales {left: people}, and those of `placeBooking` and `recordTaken`.
 */
export async function sellAtDesk(requestCtx: Context, device: DeviceRow, input: DeskSale) {
  const ctx = asDesk(requestCtx);
  if (standingOf(device, ctx.now) !== "open") return fail("desk_closed");
  const { key, way, expected, credit_code: code = "", credit_pays: part = 0 } = input;
  // reception was shown the rest alone
  if (code === "" && part > 0) return fail("credit_changed");
  const begun = await saleByKey(ctx.db, key);
  if (begun && begun.device_id !== device.id) return fail("idempotency_conflict");
  const isSold = begun?.status === "confirmed";
  if (begun && !isSold && !holdLives(holdOf(begun), ctx.now)) return fail("sale_ended");
  if (!begun && expected === 0) return fail("free_not_here");
  if (!begun && way === "cash") {
    // before any place is taken; what counts is asked again under the lock
    const left = device.limit - (await openCash(ctx.db, device.partner_id, practises(ctx)));
    if (expected - part > left) return fail("credit_limit", { left });
  }
  const credit = code === "" || isSold ? null : await creditFor(ctx, input, begun);
  if (credit && !credit.ok) return credit;

  const placed = await placeSale(ctx, { ...input, currency: "MXN" }, `reception.${key}`, {
    seller: { kind: "desk" },
    credit: creditOf(device, input, ctx.now),
    unpaid: async (on) => {
      await lockPartnerCash(on, device.partner_id);
      return unpaidOfPartner(on, device.partner_id, ctx.now);
    },
    write: async (on, booking_id) => {
      const sale = { booking_id, sale_id: key, device_id: device.id, partner_id: device.partner_id };
      await addSale(on, { ...sale, way, created_at: ctx.now });
    },
  });
  if (!placed.ok) return placed;
  const { id: booking_id, total } = placed.booking;
  if (isSold) return way === "link" ? ok({ booking_id }) : inCash(ctx, begun);
  // a device of an earlier release names no code where it had none
  const isDropped = begun !== undefined && input.credit_code === "";
  const paid = credit || isDropped ? await payByCredit(ctx, booking_id, credit) : ok({ pays: 0 });
  // it was shown with what the code was to pay, and its device forgets it with this answer: as it is, it can't be sold
  if (!paid.ok && !begun && paid.reason.startsWith("credit_")) await endSale(ctx, booking_id);
  if (!paid.ok)
    return paid.reason === "credit_changed" ? fail("credit_changed", { credit: { code, left: paid.pays } }) : paid;
  const rest = { ...total, amount_minor: total.amount_minor - paid.pays };
  if (rest.amount_minor === 0) {
    const taking = { of: bookingRef(booking_id), way: "free" as const, expected: rest };
    const payment = await recordTaken(ctx, taking, `reception.${key}`);
    return payment.ok ? ok({ booking_id }) : payment;
  }
  if (way === "link") return ok({ booking_id });

  const due = { of: bookingRef(booking_id), way: "hostel" as const, expected: rest };
  const payment = await recordTaken(ctx, due, `reception.${key}`, (tx) =>
    oweCash(ctx, tx, device, { booking_id, cash: rest.amount_minor }),
  );
  if (payment.ok) return ok({ booking_id });
  // paid meanwhile, whatever stood in the way first
  const now = await saleById(ctx.db, booking_id);
  if (now?.status === "confirmed") return inCash(ctx, now);
  return payment.reason === "credit_limit" ? fail("credit_limit", { left: payment.left, booking_id }) : payment;
}

/**
 * What is left behind a code, if it pays as much of a sale as was shown: of one that was begun it may have paid its part. The caller has
 * checked that the desk is open.
 */
async function creditFor(
  ctx: Context,
  { credit_code: code = "", credit_pays: part = 0, expected }: DeskSale,
  begun?: SaleRow,
) {
  if (begun) {
    const again = await findCredit(ctx, code);
    return again.ok ? ok({ ...again, pays: part }) : again;
  }
  const found = await leftForBill(ctx, code, billOf(ctx, expected));
  if (!found.ok || found.pays === part) return found;
  return fail("credit_changed", { credit: { code, left: found.left } });
}

const billOf = (ctx: Context, total: number) =>
  ({ total, currency: "MXN", smallest: SMALLEST_CHARGE.MXN, test: practises(ctx) }) as const;

/**
 * What a code would pay of a total (centavos) that a desk shows; wrong codes are limited as for guests. Refusals: desk_closed, and those
 * of `leftForBill`.
 */
export async function checkCredit(
  requestCtx: Context,
  device: DeviceRow,
  { credit_code: code, expected }: { credit_code: string; expected: number },
) {
  const ctx = asDesk(requestCtx);
  if (standingOf(device, ctx.now) !== "open") return fail("desk_closed");
  const found = await leftForBill(ctx, code, billOf(ctx, expected));
  return found.ok ? ok({ credit: { code, left: found.left } }) : found;
}

/** A paid sale that was sent as one in cash. Where the guest paid online, what reception took is the guest's. */
async function inCash(ctx: Context, { id: booking_id, cash, total }: SaleRow) {
  const credit = (await creditIn(ctx, booking_id))?.amount ?? 0;
  return cash > 0 || credit === total ? ok({ booking_id }) : fail("paid_online");
}

const holdOf = ({ status, hold_expires_at }: { status: string; hold_expires_at: Date }) => ({
  status: status as "pending",
  hold_expires_at,
});

/** Writes down what the partner owes, in the transaction that confirms the booking; one sale of a partner after the other. */
async function oweCash(
  ctx: Context,
  tx: Tx,
  device: DeviceRow,
  { booking_id, cash }: { booking_id: string; cash: number },
) {
  if (!(await holdInUse(tx, device.id))) return fail("desk_closed");
  await lockPartnerCash(statementsOf(tx), device.partner_id);
  const sale = await saleById(tx, booking_id);
  if (!sale || !holdLives(holdOf(sale), ctx.now)) return fail("sale_ended");
  const left = (await limitOf(tx, device.partner_id)) - (await openCash(tx, device.partner_id, sale.test));
  if (cash > left) return fail("credit_limit", { left });
  await paidInCash(tx, booking_id);
  await noteCash(tx, { partnerId: device.partner_id, bookingId: booking_id, amount: cash, at: ctx.now });
  return null;
}

/** Browser and network are the partner's in any case; an address or a phone of theirs says that they booked for themselves. */
function creditOf(device: DeviceRow, { email, phone }: DeskSale, now: Date): Credit {
  const is: Partial<Record<Doubt, boolean>> = {
    email: email !== "" && device.partner_email !== "" && mailboxOf(email) === mailboxOf(device.partner_email),
    phone: phone !== "" && device.partner_phone !== "" && lineOf(phone) === lineOf(device.partner_phone),
  };
  const doubts = (["email", "phone"] as const).filter((doubt) => is[doubt]);
  return {
    ...NO_CREDIT,
    partnerId: device.partner_id,
    reason: "desk",
    at: now,
    doubts: doubts.length > 0 ? [...doubts] : null,
  };
}
