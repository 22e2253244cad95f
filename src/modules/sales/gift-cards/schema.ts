import { z } from "zod";
import { amountField } from "#src/locales/amount-field.ts";
import { isDay } from "#src/kernel/local-time.ts";
import { LOCALES } from "#src/kernel/localized.ts";
import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";
import { type CardState, hasLink } from "#src/modules/sales/gift-cards/rules/gift-card.ts";

type Whose = "receiver" | "buyer";
const nameOf = (whose: Whose) =>
  z
    .string({ error: `gift-cards.error.${whose}Name` })
    .overwrite(toOneLine)
    .min(1, `gift-cards.error.${whose}Name`)
    .max(80, "errors.tooLong");
const emailOf = (whose: Whose) => {
  const error = `gift-cards.error.${whose}Email`;
  return z.string({ error }).overwrite(toOneLine).max(254, error).pipe(z.email(error));
};
const message = z
  .string()
  .overwrite(toPlainText)
  .max(400, "errors.tooLong")
  .refine((text) => !hasLink(text), "gift-cards.error.link")
  .default("");
const day = z.union([z.literal(""), z.string().refine(isDay, "gift-cards.error.day")]).default("");
/** What is on every card, whoever issues it. */
const OnCard = {
  receiver_name: nameOf("receiver"),
  receiver_email: emailOf("receiver"),
  message,
  send_on: day,
  language: z.enum(LOCALES, "errors.language"),
};

/** A card as somebody orders it: a listed amount in pesos (`listed`, whole), one of their own, or a night for some people. */
export const OrderGiftCard = z.strictObject({
  key: z.uuid(),
  worth: z.enum(["listed", "own", "night"], "gift-cards.error.worth"),
  listed: z.coerce.number().int().nullable().catch(null),
  /** as it was typed */
  own: z.string().overwrite(toOneLine).max(20, "gift-cards.error.amount").default(""),
  currency: z.enum(CURRENCIES, "errors.currency"),
  crawl: z.union([z.literal(""), z.uuid()]).catch(""),
  people: z.coerce.number("errors.people").int("errors.people").min(1, "errors.people").max(100, "errors.people"),
  buyer_name: nameOf("buyer"),
  buyer_email: emailOf("buyer"),
  ...OnCard,
});
export type OrderGiftCard = z.infer<typeof OrderGiftCard>;

/** A card that staff issue without a payment, and why. */
export const IssueGiftCard = z.strictObject({
  key: z.uuid(),
  own: amountField,
  currency: z.enum(CURRENCIES, "errors.currency"),
  gesture: z
    .string({ error: "gift-cards.error.gesture" })
    .overwrite(toOneLine)
    .min(1, "gift-cards.error.gesture")
    .max(200, "errors.tooLong"),
  ...OnCard,
});
export type IssueGiftCard = z.infer<typeof IssueGiftCard>;

export const ReaddressGiftCard = z.strictObject({ id: z.uuid(), receiver_email: emailOf("receiver") });

/** What staff have confirmed to refund of a card (minor units). */
export const RefundGiftCard = z.object({ id: z.uuid(), amount: z.coerce.number().int().min(1), key: z.uuid() });
export type RefundGiftCard = z.infer<typeof RefundGiftCard>;

/** A card as its buyer's page shows it: never its code. Amounts are minor units. */
export type OwnGiftCard = {
  id: string;
  reference: string;
  state: CardState;
  amount: number;
  left: number;
  currency: Currency;
  /** the night that it says it is good for, in the reader's language */
  night: { people: number; crawl: string } | null;
  receiver: string;
  send_on: string;
  until: string | null;
  /** the ways of paying later in which it may be paid now */
  later: ("oxxo" | "spei")[];
  /** until when it can be given back (ISO); null where it can't */
  returnable: boolean;
  practice: boolean;
};

/** A card in the list of staff. */
export type ListedGiftCard = {
  id: string;
  reference: string;
  state: CardState;
  amount: number;
  left: number;
  currency: Currency;
  buyer: string;
  buyer_email: string;
  receiver: string;
  receiver_email: string;
  gesture: string | null;
  issued_by: string | null;
  created_at: string;
  send_at: string;
  sent_at: string | null;
  until: string | null;
  test: boolean;
};
