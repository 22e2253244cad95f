import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { Currency } from "#src/kernel/money.ts";
import { paysLater } from "#src/kernel/pay-method.ts";
import { fail, ok } from "#src/kernel/result.ts";
import type { Described, LockedPurchase, Purchasable } from "#src/modules/money/payments/questions.ts";
import { confirmBooking } from "#src/modules/sales/booking/confirm-booking.server.ts";
import { bankRefusedPlaces, keepForBank } from "#src/modules/sales/booking/keep-unpaid.server.ts";
import { keepForVoucher, voucherLapsed } from "#src/modules/sales/booking/keep-voucher.server.ts";
import { type LockedBooking, lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { lowerPrice } from "#src/modules/sales/booking/lower-price.server.ts";
import { mayPayLater } from "#src/modules/sales/booking/pay-later.server.ts";
import { bookingToPay, seatsLeft } from "#src/modules/sales/booking/queries.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import { bookingRef, inWordsOfMoney } from "#src/modules/sales/booking/rules/purchase.ts";
import { mayBecome } from "#src/modules/sales/booking/rules/states.ts";
import { addOnsOf } from "#src/modules/sales/booking/store/add-ons.server.ts";
import { lacksAddOns } from "#src/modules/sales/booking/take-add-ons.server.ts";
import type { BookingWithDeparture } from "#src/modules/sales/booking/store/booking.server.ts";

type DescribedBooking = Described & { row: BookingWithDeparture };
type LockedForSale = LockedPurchase & { row: LockedBooking };

const lockedForSale = (row: LockedBooking): LockedForSale => ({
  of: bookingRef(row.id),
  subject: ["booking", row.id],
  currency: row.currency as Currency,
  test: row.test,
  delivered: row.status === "confirmed",
  lapsed: row.status === "cancelled",
  row,
});

/** A booking as something that may be paid for: what secures it are its seats. */
export const bookingForSale: Purchasable<DescribedBooking, LockedForSale> = {
  describe: async (ctx, { id }) => {
    const found = await bookingToPay(ctx, id);
    if (!found) return null;
    const { booking, row } = found;
    const { language, reference, departure } = booking;
    return {
      of: bookingRef(id),
      reference,
      text: `${departure.crawl_title} · ${shortDate(departure.date, language)} · ${reference}`,
      language,
      email: row.email,
      path: localizedPath(`/booking-confirmation/${id}`, language),
      price: booking.total,
      open: true,
      startsAt: row.starts_at,
      test: row.test,
      forgotten: row.forgotten_at !== null,
      row,
    };
  },
  lock: async (_, tx, { id }) => lockedForSale(await lockBooking(tx, id)),
  secure: async (ctx, { of: { id }, row }, how, meanwhile) => {
    const secured = (locked: LockedBooking, until: Date) => ({
      locked: lockedForSale(locked),
      until,
      price: locked.total_price,
    });
    if (how.for === "capture") {
      const held = await retakeHold(ctx, id, { approved: true });
      return held.ok ? ok({ result: undefined }) : inWordsOfMoney(held);
    }
    if (how.for === "late") {
      // it competes for seats and add-ons with other lapsed baskets
      const addOns = row.has_add_ons ? { bookingId: id } : null;
      if (row.status === "cancelled") await freeLapsedHolds(ctx, row.scheduled_crawl_id, addOns);
      return ok({ result: undefined });
    }
    if (how.for !== "payment")
      return ctx.db.transaction().execute(async (tx) => {
        const locked = await lockBooking(tx, id);
        if (locked.status === "confirmed" || !mayBecome(locked, "confirmed")) return fail("not_payable");
        return ok({ result: await meanwhile?.(tx, secured(locked, ctx.now)) });
      });
    const { method, bill, code } = how;
    const voucher = paysLater(method);
    const held = await retakeHold(
      ctx,
      id,
      { paying: true, voucher, code },
      {
        row,
        meanwhile: async (tx, locked, until) => {
          if (voucher && !(await mayPayLater(ctx, tx, locked, { method, bill }))) return fail("provider_not_offered");
          return ok({ result: await meanwhile?.(tx, secured(locked, until)) });
        },
      },
    );
    return held.ok ? (held.result ?? ok({ result: undefined })) : inWordsOfMoney(held);
  },
  deliver: async (ctx, tx, { row }, { paid, letOff }) => {
    const placement = await confirmBooking(ctx, tx, row, paid);
    const isPlaced = placement === "in_time" || placement === "seats_free" || placement === "tolerance";
    if (letOff && isPlaced) await lowerPrice(ctx, tx, { bookingId: row.id, ...letOff });
    return placement;
  },
  extend: async (ctx, tx, { of: { id } }, wait) => {
    if (wait.by === "bank") return keepForBank(ctx, tx, id);
    return (await keepForVoucher(ctx, tx, id, wait.until)) ? wait.until : null;
  },
  giveUp: (ctx, tx, { of: { id } }, { by, until }) =>
    by === "bank" ? bankRefusedPlaces(tx, id, until ?? ctx.now) : voucherLapsed(ctx, tx, id, until),
  lacks: async (ctx, { of: { id: bookingId }, row }) => {
    const { scheduled_crawl_id: departureId, number_of_people: people } = row;
    const left = await seatsLeft(ctx, departureId);
    if (left < people) return fail("sold_out", { left });
    const lines = (await addOnsOf(ctx.db, [bookingId])).get(bookingId) ?? [];
    return (
      (await lacksAddOns(ctx.pool, { departureId, lines, practice: row.test }, ctx.now)) ??
      fail("sold_out", { left: 0 })
    );
  },
};
