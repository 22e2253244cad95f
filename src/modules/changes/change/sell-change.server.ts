import { isUuid } from "#src/kernel/codes.ts";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { Currency } from "#src/kernel/money.ts";
import { paysLater } from "#src/kernel/pay-method.ts";
import { fail, ok } from "#src/kernel/result.ts";
import type { Described, LockedPurchase, Purchasable, PurchaseRef } from "#src/modules/money/payments/questions.ts";
import { bankRefusedChange, keepChangeForBank } from "#src/modules/sales/booking/keep-unpaid.server.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { lowerPrice } from "#src/modules/sales/booking/lower-price.server.ts";
import { keepForPaying, makePaidChange } from "#src/modules/sales/booking/make-change.server.ts";
import { bookingToPay, changeAskedFor, openChange, seatsLeft } from "#src/modules/sales/booking/queries.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type DescribedChange = Described & { part: string; to: string | null; lapsed: boolean };
type LockedChange = LockedPurchase & { part: string; status: string };

const partOf = ({ part }: PurchaseRef): string => {
  if (part === null) throw new Error("a change is a part of a booking");
  return part;
};

async function lock(tx: Tx, of: PurchaseRef): Promise<LockedChange> {
  const { currency, test, status } = await lockBooking(tx, of.id);
  return {
    of,
    subject: ["booking", of.id],
    part: partOf(of),
    status,
    currency: currency as Currency,
    test,
    delivered: false,
    lapsed: false,
  };
}

/** A change of a confirmed booking as something that may be paid for: its difference, while it holds what it needs. */
export const changeForSale: Purchasable<DescribedChange, LockedChange> = {
  describe: async (ctx, of) => {
    const part = partOf(of);
    const found = isUuid(part) ? await bookingToPay(ctx, of.id) : null;
    if (!found) return null;
    const { booking, row } = found;
    const [waiting, change] = [await openChange(ctx, of.id), await changeAskedFor(ctx, part)];
    const open = waiting?.id === part ? waiting : null;
    const { language, reference, departure, total } = booking;
    const date = open?.quote.after.date ?? departure.date;
    return {
      of,
      part,
      to: change?.to_departure_id ?? null,
      lapsed: change?.drop_reason === "expired",
      reference,
      text: `${departure.crawl_title} · ${shortDate(date, language)} · ${reference}`,
      language,
      email: row.email,
      path: localizedPath(`/booking-confirmation/${of.id}`, language),
      price: open?.quote.difference ?? { amount_minor: 0, currency: total.currency },
      open: open !== null,
      startsAt: row.starts_at,
      test: row.test,
      forgotten: row.forgotten_at !== null,
    };
  },
  lock: (_, tx, of) => lock(tx, of),
  secure: async (ctx, { of, part, to, lapsed }, how, meanwhile) => {
    if (how.for === "late") {
      if (lapsed && to) await freeLapsedHolds(ctx, to, { bookingId: of.id });
      return ok({ result: undefined });
    }
    // it is due in minutes, and a voucher takes days
    if (how.for === "payment" && paysLater(how.method)) return fail("provider_not_offered");
    return ctx.db.transaction().execute(async (tx) => {
      const locked = await lock(tx, of);
      const held = await keepForPaying(ctx, tx, of.id, part);
      // cancelled, paid or dropped since it was read
      if (!held || locked.status !== "confirmed") return fail("not_payable");
      return ok({ result: await meanwhile?.(tx, { locked, until: held.hold_expires_at, price: held.difference }) });
    });
  },
  deliver: async (ctx, tx, { of, part }, { letOff }) => {
    const placement = await makePaidChange(ctx, tx, part);
    if (letOff && placement === "change_made") await lowerPrice(ctx, tx, { bookingId: of.id, ...letOff });
    return placement;
  },
  extend: (ctx: Context, tx, { part }, { by }) =>
    by === "bank" ? keepChangeForBank(ctx, tx, part) : Promise.resolve(null),
  giveUp: async (ctx, tx, { part }, { by, until }) => {
    if (by === "bank") await bankRefusedChange(tx, part, until ?? ctx.now);
  },
  lacks: async (ctx, { to }) => fail("sold_out", { left: to ? await seatsLeft(ctx, to) : 0 }),
};
