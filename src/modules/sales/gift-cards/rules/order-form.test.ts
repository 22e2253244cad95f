import { expect, test } from "vitest";
import { FIELDS, readFormValues } from "#src/modules/sales/gift-cards/rules/order-form.ts";
import { OrderGiftCard } from "#src/modules/sales/gift-cards/schema.ts";

test("each field that was left empty has a sentence of its own, as the summary has nothing else of it", () => {
  const form = {
    ...readFormValues(new FormData()),
    key: crypto.randomUUID(),
    worth: "own",
    currency: "MXN",
    people: 2,
  };
  const { error } = OrderGiftCard.safeParse({ ...form, language: "en" });
  const messages = error!.issues.map(({ path, message }) => [path[0], message]);
  expect(messages).toEqual([
    ["buyer_name", "gift-cards.error.buyerName"],
    ["buyer_email", "gift-cards.error.buyerEmail"],
    ["receiver_name", "gift-cards.error.receiverName"],
    ["receiver_email", "gift-cards.error.receiverEmail"],
  ]);
  expect(FIELDS).toEqual(expect.arrayContaining(messages.map(([field]) => field)));
});

test("a listed amount is read from the button that has it", () => {
  const form = new FormData();
  form.set("worth", "listed:500");
  expect(readFormValues(form)).toMatchObject({ worth: "listed", listed: "500" });
});
