/** A gift card was paid for; it goes out at `sendAt`. */
export const giftCardBought = (payload: { giftCardId: string }) => ({ name: "gift_card.bought", payload }) as const;

/** A gift card is to be emailed to whoever receives it: for the first time, or again (`again` makes it another email). */
export const giftCardDue = (payload: { giftCardId: string; again: string | null }) =>
  ({ name: "gift_card.due", payload }) as const;

/** A gift card ends soon, and something is left on it. */
export const giftCardEnding = (payload: { giftCardId: string }) => ({ name: "gift_card.ending", payload }) as const;
