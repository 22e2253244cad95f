import { isUuid } from "#src/kernel/codes.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { paysLater } from "#src/kernel/pay-method.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { groupDepositChanged } from "#src/modules/changes/groups/events.ts";
import { quotePath } from "#src/modules/changes/groups/queries.server.ts";
import { depositRef, returnableOf } from "#src/modules/changes/groups/rules/deposit.ts";
import { endOfDay } from "#src/modules/changes/groups/rules/quote.ts";
import {
  bookingOfDeposit,
  depositById,
  type DepositRow,
  forgetPayers,
  lockDeposit,
  markPaid,
  setDepositState,
  storedDeposits,
} from "#src/modules/changes/groups/store/deposits.server.ts";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { reserveCredit, takeOffCredit } from "#src/modules/money/credits/reserve-credit.server.ts";
import { undoKeeping, voidCredit } from "#src/modules/money/credits/void-credit.server.ts";
import type { Described, LockedPurchase, Purchasable } from "#src/modules/money/payments/questions.ts";
import { keepAgreed } from "#src/modules/sales/booking/keep-unpaid.server.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type LockedDeposit = LockedPurchase & { row: DepositRow };

/** The booking before its deposit: whoever settles, changes or ends it has locked it. */
async function lock(tx: Tx, id: string): Promise<LockedDeposit> {
  const bookingId = await bookingOfDeposit(tx, id);
  if (bookingId === undefined) throw new Error(`deposit ${id} is gone`);
  await lockBooking(tx, bookingId);
  const row = (await lockDeposit(tx, id))!;
  return {
    of: depositRef(id),
    subject: ["group_deposit", id],
    currency: row.currency,
    test: row.test,
    delivered: row.state !== "unpaid",
    lapsed: row.state === "unpaid" && row.booking_status !== "pending",
    row,
  };
}

/** By when a deposit is to be paid. */
const dueOf = ({ deposit_by, pay_by, time_zone }: DepositRow): Date => endOfDay(deposit_by ?? pay_by, time_zone);
/** By when the rest is: a deposit that comes later would be kept at once. */
const balanceDueOf = ({ pay_by, time_zone }: DepositRow): Date => endOfDay(pay_by, time_zone);
const later = (a: Date, b: Date): Date => (a > b ? a : b);
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/**
 * A group's deposit as something that may be paid for: what secures it are the places of its booking. What is paid becomes credit, which
 * the booking has at once and nobody else can use, and the booking is kept until the rest is due.
 */
export const depositForSale: Purchasable<Described, LockedDeposit> = {
  describe: async (ctx, { id }) => {
    const row = isUuid(id) ? await depositById(ctx.db, id) : undefined;
    return row ? describeDeposit(ctx, row) : null;
  },
  lock: (_, tx, { id }) => lock(tx, id),
  secure: async (ctx, { of: { id } }, how, meanwhile) => {
    if (how.for === "late") return ok({ result: undefined });
    // it is due in days, which a voucher takes
    if (how.for === "payment" && paysLater(how.method)) return fail("provider_not_offered");
    return ctx.db.transaction().execute(async (tx) => {
      const locked = await lock(tx, id);
      const { state, amount, booking_status: status, hold_expires_at: until } = locked.row;
      if (state !== "unpaid" || status !== "pending" || until === null) return fail("not_payable");
      // who approved it before its day was over has done their part
      if ((how.for === "capture" ? balanceDueOf(locked.row) : until) <= ctx.now) return fail("not_payable");
      return ok({ result: await meanwhile?.(tx, { locked, until, price: amount }) });
    });
  },
  deliver: async (ctx, tx, { row, delivered, lapsed }, { paymentId, letOff }) => {
    if (delivered) return "duplicate";
    const { id, booking_id: bookingId, currency, test, total_price: total } = row;
    // nobody gives more credit than they were paid
    const amount = row.amount - (letOff?.amount ?? 0);
    if (lapsed || amount <= 0 || balanceDueOf(row) <= ctx.now) return "given_up";
    await markPaid(tx, id, amount, ctx.now);
    const of = depositRef(id);
    const creditId = await giveCredit(ctx, tx, { of, paymentId, money: { amount, currency }, test, until: null });
    // it comes before what else was applied, which its guest may apply again to the rest
    await takeOffCredit(tx, bookingId, null);
    const bill = { total, currency, smallest: SMALLEST_CHARGE[currency], test };
    const reserved = await reserveCredit(ctx, tx, { creditId, of: bookingRef(bookingId), bill });
    if (!reserved.ok) throw new Error(`deposit ${id} pays for nothing: ${reserved.reason}`);
    await keepAgreed(ctx, tx, bookingId, balanceDueOf(row));
    await audit(tx, ctx, {
      action: "booking.deposit_paid",
      subject: ["booking", bookingId],
      changes: { amount: [null, amount] },
    });
    await ctx.publish(ctx, tx, groupDepositChanged({ depositId: id, quoteId: row.quote_id, became: "paid" }));
    return "delivered";
  },
  extend: async (ctx, tx, { row }, wait) => {
    // a bank that is still paying began in time
    const wished = later(dueOf(row), wait.by === "voucher" ? wait.until : new Date(ctx.now.getTime() + BANK_MS));
    const until = earlier(wished, balanceDueOf(row));
    return until > ctx.now && (await keepAgreed(ctx, tx, row.booking_id, until)) ? until : null;
  },
  giveUp: async (ctx, tx, { row, delivered, lapsed }, { by, until }) => {
    if (delivered || lapsed) return;
    await keepAgreed(ctx, tx, row.booking_id, earlier(later(dueOf(row), until ?? ctx.now), balanceDueOf(row)));
    // its page says that we write
    if (by === "bank")
      await ctx.publish(ctx, tx, groupDepositChanged({ depositId: row.id, quoteId: row.quote_id, became: "refused" }));
  },
  lacks: () => Promise.resolve(fail("sold_out", { left: 0 })),
  lines: async (_, tx, { id }) => {
    const row = (await depositById(tx, id))!;
    const [en, es] = await Promise.all([i18nFor("en"), i18nFor("es")]);
    return {
      siteTag: row.site_tag,
      language: languageOf(row),
      timeZone: row.time_zone,
      reference: row.reference,
      title: en.t("groups.deposit.name"),
      titleEs: es.t("groups.deposit.name"),
      price: row.amount,
      credit: 0,
    };
  },
  takeBack: async (ctx, tx, { id }, { paymentId, amount, key }) => {
    const reversal = await undoKeeping(ctx, tx, { paymentId, atMost: amount, key });
    const credit = await voidCredit(ctx, tx, { paymentId, atMost: amount - reversal, key });
    const row = await lockDeposit(tx, id);
    if (credit?.used === 0 && row?.credit?.rest === 0 && row.credit.expired === 0)
      await setDepositState(tx, id, "returned");
    return amount - reversal - (credit?.voided ?? 0);
  },
  returnable: async (tx, { id }) => {
    const row = await depositById(tx, id);
    return row ? returnableOf(row) : 0;
  },
  stored: ({ db }, ids) => storedDeposits(db, ids),
  forget: async (tx, ids, now) => void (await forgetPayers(tx, ids, now)),
};

/** So long is waited for a bank beyond a deposit's day, but not beyond that of the rest. */
const BANK_MS = 3 * 86_400_000;

const languageOf = ({ language }: DepositRow) => (language === "es" ? "es" : "en");

function describeDeposit(ctx: Pick<Context, "secret">, row: DepositRow): Described {
  const { id, reference, amount, currency, email } = row;
  const language = languageOf(row);
  return {
    of: depositRef(id),
    reference,
    // a company's page has no catalogues of ours
    text: `${language === "es" ? "Anticipo" : "Deposit"} · ${formatMoney({ amount, currency }, language)} · ${reference}`,
    language,
    email,
    path: quotePath(ctx, row.quote_id, language),
    price: { amount_minor: amount, currency },
    open: row.state === "unpaid" && row.booking_status === "pending",
    startsAt: null,
    test: row.test,
    forgotten: row.forgotten_at !== null,
  };
}
