import { isUuid } from "#src/kernel/codes.ts";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { paysLater } from "#src/kernel/pay-method.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { storedSettings } from "#src/modules/base/settings/queries.server.ts";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { voidCredit } from "#src/modules/money/credits/void-credit.server.ts";
import { hasVoucher } from "#src/modules/money/payments/queries.server.ts";
import type { Described, LockedPurchase, Purchasable } from "#src/modules/money/payments/questions.ts";
import { giftCardBought } from "#src/modules/sales/gift-cards/events.ts";
import { endOf, giftCardRef, laterWaysOf } from "#src/modules/sales/gift-cards/rules/gift-card.ts";
import { sendOne } from "#src/modules/sales/gift-cards/send-gift-cards.server.ts";
import {
  type CardRow,
  cardById,
  forgetPeople,
  lockCard,
  markPaid,
  markVoid,
  storedCards,
} from "#src/modules/sales/gift-cards/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type LockedCard = LockedPurchase & { row: CardRow };

async function lock(tx: Tx, id: string): Promise<LockedCard> {
  const row = await lockCard(tx, id);
  if (!row) throw new Error(`gift card ${id} is gone`);
  return {
    of: giftCardRef(id),
    subject: ["gift_card", id],
    currency: row.currency,
    test: row.test,
    delivered: row.paid_at !== null,
    lapsed: row.state === "void",
    row,
  };
}

const languageOf = ({ language }: CardRow) => (language === "es" ? "es" : "en");

/**
 * A gift card as something that may be paid for: nothing of it is scarce. What is paid becomes credit, which is owed from then on, and
 * money that goes back takes what is left of it.
 */
export const giftCardForSale: Purchasable<Described, LockedCard> = {
  describe: async (ctx, { id }) => {
    const row = isUuid(id) ? await cardById(ctx.db, id) : undefined;
    return row ? describeCard(row) : null;
  },
  lock: (_, tx, { id }) => lock(tx, id),
  secure: async (ctx, { of: { id } }, how, meanwhile) => {
    if (how.for === "late" || how.for === "capture") return ok({ result: undefined });
    const settings = await storedSettings(ctx);
    return ctx.db.transaction().execute(async (tx) => {
      const locked = await lock(tx, id);
      if (locked.row.state !== "unpaid") return fail("not_payable");
      if (how.for === "payment" && paysLater(how.method)) {
        const ways: string[] = laterWaysOf(settings, { ...how.bill, send_at: locked.row.send_at }, ctx.now);
        // each is emailed, to an address that nobody has proved
        if (!ways.includes(how.method) || (await hasVoucher(tx, id))) return fail("provider_not_offered");
      }
      const until = new Date(ctx.now.getTime() + settings.holdLimitMinutes * 60_000);
      return ok({ result: await meanwhile?.(tx, { locked, until, price: locked.row.amount }) });
    });
  },
  deliver: async (ctx, tx, { row, delivered, lapsed }, { paymentId, letOff }) => {
    if (delivered) return "duplicate";
    const { id, currency, test, send_at: planned } = row;
    // nobody gives more credit than they were paid
    const amount = row.amount - (letOff?.amount ?? 0);
    if (lapsed || amount <= 0) return "given_up";
    const { giftCards } = await storedSettings({ db: ctx.db, tx });
    const sent = planned > ctx.now ? planned : ctx.now;
    await markPaid(tx, id, amount, ctx.now);
    await giveCredit(ctx, tx, {
      of: giftCardRef(id),
      paymentId,
      money: { amount, currency },
      test,
      code: "GC",
      until: endOf(sent, giftCards.months),
    });
    await audit(tx, ctx, {
      action: "gift_card.paid",
      subject: ["gift_card", id],
      changes: { state: [row.state, "live"], ...(letOff && { amount: [row.amount, amount] }) },
    });
    await ctx.publish(ctx, tx, giftCardBought({ giftCardId: id }));
    if (planned <= ctx.now) await sendOne(ctx, tx, id);
    return "delivered";
  },
  extend: (ctx, _tx, _locked, wait) => Promise.resolve(wait.by === "voucher" ? wait.until : ctx.now),
  giveUp: () => Promise.resolve(),
  lacks: () => Promise.resolve(fail("sold_out", { left: 0 })),
  lines: async (_, tx, { id }) => {
    const row = (await cardById(tx, id))!;
    const [en, es] = await Promise.all([i18nFor("en"), i18nFor("es")]);
    return {
      siteTag: row.site_tag,
      language: languageOf(row),
      timeZone: HOME_ZONE,
      reference: row.reference,
      title: en.t("gift-cards.name"),
      titleEs: es.t("gift-cards.name"),
      price: row.amount,
      credit: 0,
    };
  },
  takeBack: async (ctx, tx, { id }, { paymentId, amount, key }) => {
    const credit = await voidCredit(ctx, tx, { paymentId, atMost: amount, key });
    if (credit?.used === 0) await voidReturned(ctx, tx, id);
    return amount - (credit?.voided ?? 0);
  },
  returnable: async (tx, { id }) => (await cardById(tx, id))?.left ?? 0,
  stored: ({ db }, ids) => storedCards(db, ids),
  forget: forgetPeople,
};

/** A card of which nothing was used is void once all of its money has gone back. What was used may return to it yet. */
async function voidReturned(ctx: Context, tx: Tx, id: string): Promise<void> {
  const row = await lockCard(tx, id);
  if (row?.state !== "live" || row.left > 0) return;
  await markVoid(tx, id, ctx.now);
}

const describeCard = (row: CardRow): Described => {
  const { id, reference, amount, currency, buyer_email: email } = row;
  const language = languageOf(row);
  return {
    of: giftCardRef(id),
    reference,
    // a company's page has no catalogues of ours
    text: `${language === "es" ? "Tarjeta de regalo" : "Gift card"} · ${formatMoney({ amount, currency }, language)} · ${reference}`,
    language,
    email,
    path: localizedPath(`/gift-cards/${id}`, language),
    price: { amount_minor: amount, currency },
    open: row.state === "unpaid",
    startsAt: null,
    test: row.test,
    forgotten: row.forgotten_at !== null,
  };
};
