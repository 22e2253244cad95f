import { z } from "zod";
import { id, kind } from "#src/modules/mail/notifications/kinds/kind.ts";

const giftCard = { payload: z.strictObject({ giftCardId: id }), owner: "address", to: "guests" } as const;

/** Emails about a gift card: to who bought it, and to who gets it. */
export const GIFT = {
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
