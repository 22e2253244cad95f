import { z } from "zod";
import { id, kind } from "#src/modules/mail/notifications/kinds/kind.ts";

const giftCard = { payload: z.strictObject({ giftCardId: id }), owner: "address", to: "guests" } as const;

/** Emails about a gift card: to who bought it, and to who gets it. */
export const GIFT = {
  // without a name that was typed: nobody has proved yet that its address is the buyer's
  gift_card_voucher: kind({
    ...giftCard,
    payload: z.strictObject({ giftCardId: id, paymentId: id }),
    urgency: "at_once",
    texts: [
      ["subject", "emails.giftVoucher.subject", { may: ["amount", "until"] }],
      ["preview", "emails.giftVoucher.preview"],
      ["heading", "emails.giftVoucher.title"],
      ["text", "emails.giftVoucher.text", { may: ["date"] }],
      ["noteHeading", "emails.voucher.showTitle"],
      ["note", "emails.voucher.show"],
      ["noteHeading", "emails.voucher.payTitle"],
      ["note", "emails.voucher.pay", { must: ["amount"] }],
      ["noteHeading", "emails.giftVoucher.waitTitle"],
      ["note", "emails.giftVoucher.wait"],
      ["button", "emails.voucher.action"],
    ],
  }),
  gift_card_bought: kind({
    ...giftCard,
    urgency: "at_once",
    texts: [
      ["subject", "emails.giftBought.subject", { may: ["amount"] }],
      ["preview", "emails.giftBought.preview"],
      ["heading", "emails.giftBought.title"],
      ["text", "emails.giftBought.text", { must: ["name", "date"] }],
      ["text", "emails.giftBought.code"],
      ["button", "emails.giftBought.action"],
    ],
  }),
  // its code is money: staff send it again from the card's page, and can't read it
  gift_card_received: kind({
    ...giftCard,
    isPrivate: true,
    urgency: "at_once",
    texts: [
      ["subject", "emails.gift.subject", { may: ["name"] }],
      ["preview", "emails.gift.preview"],
      ["heading", "emails.gift.title", { must: ["amount"] }],
      ["text", "emails.gift.text", { may: ["name"] }],
      ["text", "emails.gift.how"],
      ["text", "emails.gift.keep"],
      ["button", "emails.gift.action"],
    ],
  }),
  gift_card_ending: kind({
    ...giftCard,
    isPrivate: true,
    urgency: "soon",
    texts: [
      ["subject", "emails.giftEnding.subject", { must: ["date"] }],
      ["preview", "emails.giftEnding.preview"],
      ["heading", "emails.giftEnding.title", { must: ["amount"] }],
      ["text", "emails.giftEnding.text", { must: ["date"] }],
      ["button", "emails.gift.action"],
    ],
  }),
};
