import { dateIn, dayAndYear, HOME_ZONE } from "#src/kernel/local-time.ts";
import { inLocale, type Locale, localizedPath } from "#src/kernel/localized.ts";
import { momentInside, money } from "#src/modules/mail/notifications/kinds/booking-words.server.ts";
import { sending } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { daysAfter, exampleMoney, NO_CODE, NOBODY } from "#src/modules/mail/notifications/make-example.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { linesOf } from "#src/modules/mail/notifications/rules/delivery.ts";
import { type MoneyAbout, moneyOf } from "#src/modules/mail/notifications/store.server.ts";
import { giftCardPdf, giftCardToMail, type MailedGiftCard } from "#src/modules/sales/gift-cards/queries.server.ts";
import { lastDayOf } from "#src/modules/sales/gift-cards/rules/gift-card.ts";
import type { Context, Handler, Handlers } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type About = { card: MailedGiftCard | undefined };

const OF_A_CARD = {
  read: async (ctx: Context, { payload }: { payload: { giftCardId: string } }): Promise<About> => ({
    card: await giftCardToMail(ctx, payload.giftCardId),
  }),
  practice: ({ card }: About) => (card?.test ? ("booking" as const) : null),
  example: (now: Date): About => ({ card: exampleCard(now) }),
};

/** Why a card's code must not be sent: there is nothing left to spend. */
function unlessUsable({ card }: About): string | null {
  if (!card) return "the card is gone";
  return card.standing === "live" || card.standing === "waiting" ? null : `the card is ${card.standing}`;
}

function requireCard({ card }: About): MailedGiftCard {
  if (!card) throw new Error("no email about a gift card that is gone");
  return card;
}

const dayOf = (at: Date, locale: Locale) => dayAndYear(dateIn(at, HOME_ZONE), locale);
const lastDay = (end: Date, locale: Locale) => dayAndYear(lastDayOf(end), locale);

type AboutVoucher = About & { payment: MoneyAbout["payment"] };

export const GIFT_SENDINGS = {
  gift_card_voucher: sending("gift_card_voucher", {
    practice: OF_A_CARD.practice,
    read: async (ctx: Context, { payload }: { payload: { giftCardId: string; paymentId: string } }) => ({
      card: await giftCardToMail(ctx, payload.giftCardId),
      payment: (await moneyOf(ctx.db, payload.giftCardId, { paymentId: payload.paymentId })).payment,
    }),
    example: (now: Date): AboutVoucher => ({ card: exampleCard(now), payment: exampleMoney(now).payment }),
    whyWithheld({ card, payment }: AboutVoucher) {
      if (!card) return "the card is gone";
      if (card.state !== "unpaid") return `the card is ${card.state}`;
      return payment?.status === "pending" ? null : `the payment is ${payment?.status ?? "gone"}`;
    },
    words(context, about: AboutVoucher, { base }) {
      const { t, locale } = context;
      const { id, reference, amount: worth, currency, send_at: planned } = requireCard(about);
      const { payment } = about;
      const amount = money(worth, currency, locale);
      const until = payment?.voucher_until ? momentInside(context, payment.voucher_until, HOME_ZONE) : "";
      const way = payment?.method === "spei" ? "transfer" : "voucher";
      return {
        subject: t("emails.giftVoucher.subject", { amount, until }),
        preview: t("emails.giftVoucher.preview"),
        title: t("emails.giftVoucher.title"),
        paragraphs: [t("emails.giftVoucher.text", { date: dayOf(planned, locale) })],
        facts: [
          [t("emails.giftBought.reference"), reference],
          [t(`emails.${way}.amount`), amount],
          [t("emails.voucher.until"), t("emails.giftVoucher.until", { until })],
        ],
        points: [
          [t(`emails.${way}.showTitle`), t(`emails.${way}.show`)],
          [t(`emails.${way}.payTitle`), t(`emails.${way}.pay`, { amount })],
          [t("emails.giftVoucher.waitTitle"), t("emails.giftVoucher.wait")],
        ],
        action: {
          href: payment?.redirect_url ?? `${base}${localizedPath(`/gift-cards/${id}`, locale)}`,
          label: t(`emails.${way}.action`),
        },
        reason: t("emails.giftVoucher.reason"),
      };
    },
  }),
  /** Without the code: that goes to who gets the card, which may be somebody else. */
  gift_card_bought: sending("gift_card_bought", {
    ...OF_A_CARD,
    whyWithheld: ({ card }) =>
      card ? (card.state === "live" ? null : `the card is ${card.state}`) : "the card is gone",
    words({ t, locale }, about, { base }) {
      const {
        id,
        reference,
        amount,
        currency,
        receiver_name: name,
        receiver_email: email,
        send_at: planned,
        paid_at: paid,
      } = requireCard(about);
      // a card that is paid after its day is sent at once
      const at = paid && paid > planned ? paid : planned;
      const values = { amount: money(amount, currency, locale), name, date: dayOf(at, locale) };
      return {
        subject: t("emails.giftBought.subject", { amount: values.amount }),
        preview: t("emails.giftBought.preview"),
        title: t("emails.giftBought.title"),
        paragraphs: [t("emails.giftBought.text", values), t("emails.giftBought.code")],
        facts: [
          [t("emails.giftBought.reference"), reference],
          [t("emails.giftBought.amount"), values.amount],
          [t("emails.giftBought.to"), email],
        ],
        action: {
          href: `${base}${localizedPath(`/gift-cards/${id}`, locale)}`,
          label: t("emails.giftBought.action"),
        },
        reason: t("emails.giftBought.reason"),
      };
    },
  }),
  gift_card_received: sending("gift_card_received", {
    ...OF_A_CARD,
    whyWithheld: unlessUsable,
    words({ t, locale }, about, { base, ctx }) {
      const card = requireCard(about);
      const { buyer_name: name, message, people, crawl, crawl_es: spanish, expires_at: end } = card;
      const amount = money(card.left, card.currency, locale);
      return {
        subject: t("emails.gift.subject", { name }),
        preview: t("emails.gift.preview"),
        title: t("emails.gift.title", { amount }),
        paragraphs: [t("emails.gift.text", { name }), t("emails.gift.how"), t("emails.gift.keep")],
        facts: [
          // its code is money: a preview shows none
          [t("emails.credit.code"), (ctx && card.code) ?? NO_CODE],
          [t("emails.credit.amount"), amount],
          ...(people === null
            ? []
            : [
                [
                  t("emails.gift.goodFor"),
                  t("gift-cards.card.night", { people, crawl: inLocale(locale, crawl ?? "", spanish ?? "") }),
                ] as const,
              ]),
          ...(end ? [[t("emails.credit.until"), lastDay(end, locale)] as const] : []),
        ],
        points: message === "" ? [] : [[t("emails.gift.message", { name }), linesOf(message).join(" ")]],
        action: { href: `${base}${localizedPath("/#booking", locale)}`, label: t("emails.gift.action") },
        reason: t("emails.gift.reason"),
      };
    },
    files: async (ctx, { card }, locale) => [card ? await giftCardPdf(ctx, card.id, locale) : null],
  }),
  gift_card_ending: sending("gift_card_ending", {
    ...OF_A_CARD,
    whyWithheld: unlessUsable,
    words({ t, locale }, about, { base, ctx }) {
      const card = requireCard(about);
      const amount = money(card.left, card.currency, locale);
      const date = card.expires_at ? lastDay(card.expires_at, locale) : "";
      return {
        subject: t("emails.giftEnding.subject", { date }),
        preview: t("emails.giftEnding.preview"),
        title: t("emails.giftEnding.title", { amount }),
        paragraphs: [t("emails.giftEnding.text", { date })],
        facts: [
          [t("emails.credit.code"), (ctx && card.code) ?? NO_CODE],
          [t("emails.credit.amount"), amount],
          [t("emails.credit.until"), date],
        ],
        action: { href: `${base}${localizedPath("/#booking", locale)}`, label: t("emails.gift.action") },
        reason: t("emails.gift.reason"),
      };
    },
  }),
};

function exampleCard(now: Date): MailedGiftCard {
  return {
    id: NOBODY,
    reference: "GFT-EXAMPL",
    state: "live",
    standing: "live",
    amount: 100_000,
    left: 100_000,
    currency: "MXN",
    people: 2,
    crawl: "Centro Histórico Crawl",
    crawl_es: "Recorrido del Centro Histórico",
    site_tag: "cdmx",
    language: "en",
    buyer_name: "Sofía",
    buyer_email: "sofia@example.com",
    receiver_name: "Diego",
    receiver_email: "diego@example.com",
    message: "Happy birthday!",
    send_at: now,
    sent_at: now,
    gesture: null,
    issued_by: null,
    test: false,
    created_at: now,
    paid_at: now,
    forgotten_at: null,
    expires_at: daysAfter(now, 730),
    code: NO_CODE,
  };
}

async function queueAbout(
  ctx: Context,
  tx: Tx,
  giftCardId: string,
  {
    kind,
    key,
    to,
  }: {
    kind: Exclude<keyof typeof GIFT_SENDINGS, "gift_card_voucher">;
    key: string;
    to: "buyer_email" | "receiver_email";
  },
): Promise<void> {
  const card = await giftCardToMail({ ...ctx, db: tx }, giftCardId);
  if (!card) throw new Error(`no gift card ${giftCardId} to write about`);
  if (card[to] === "") return;
  await queueEmail(ctx, tx, {
    kind,
    payload: { giftCardId },
    bookingId: null,
    dedupeKey: `gift_card.${giftCardId}.${key}`,
    language: card.language === "es" ? "es" : "en",
    recipient: card[to],
  });
}

/**
 * Tells the buyer of a card what to pay in cash or by transfer, and until when. Once a day at most: who has opened several pages of a
 * company gets a voucher from each.
 */
export const queueGiftVoucher: Handler<"payment.voucher_issued"> = async (
  ctx,
  tx,
  { purchaseId: giftCardId, paymentId },
) => {
  const card = await giftCardToMail({ ...ctx, db: tx }, giftCardId);
  if (!card || card.buyer_email === "") return;
  await queueEmail(ctx, tx, {
    kind: "gift_card_voucher",
    payload: { giftCardId, paymentId },
    bookingId: null,
    dedupeKey: `gift_card.${giftCardId}.voucher.${dateIn(ctx.now, HOME_ZONE)}`,
    language: card.language === "es" ? "es" : "en",
    recipient: card.buyer_email,
  });
};

export const GIFT_ANSWERS = {
  "gift_card.bought": [
    (ctx, tx, { giftCardId }) =>
      queueAbout(ctx, tx, giftCardId, { kind: "gift_card_bought", key: "bought", to: "buyer_email" }),
  ],
  // once, and once more each time that staff send it again
  "gift_card.due": [
    (ctx, tx, { giftCardId, again }) =>
      queueAbout(ctx, tx, giftCardId, {
        kind: "gift_card_received",
        key: again === null ? "received" : `received.${again}`,
        to: "receiver_email",
      }),
  ],
  "gift_card.ending": [
    (ctx, tx, { giftCardId }) =>
      queueAbout(ctx, tx, giftCardId, { kind: "gift_card_ending", key: "ending", to: "receiver_email" }),
  ],
} satisfies Partial<Handlers>;
