import { randomUUID } from "node:crypto";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { issueGiftCard } from "#src/modules/sales/gift-cards/issue-gift-card.server.ts";
import { readdressGiftCard } from "#src/modules/sales/gift-cards/readdress-gift-card.server.ts";
import { refundGiftCard } from "#src/modules/sales/gift-cards/refund-gift-card.server.ts";
import { giftCardRef } from "#src/modules/sales/gift-cards/rules/gift-card.ts";
import { voidGiftCard } from "#src/modules/sales/gift-cards/void-gift-card.server.ts";
import { NOON } from "#tests/database.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

/** Acts on gift cards. */
export function giftCardRows(stage: StaffStage): Row[] {
  const needs = ["payments.read", "payments.change"] as const;
  const wish = () => ({
    key: randomUUID(),
    own: 50_000,
    currency: "MXN" as const,
    gesture: "Rain",
    receiver_name: "Diego",
    receiver_email: "diego@example.test",
    message: "",
    send_on: "",
    language: "es" as const,
  });
  const cardOf = async (key: string) =>
    (await stage.db().selectFrom("gift_cards").select("id").where("order_key", "=", key).executeTakeFirstOrThrow()).id;
  const issued = async () => {
    const input = wish();
    granted(await issueGiftCard(stage.as("admin"), input));
    return cardOf(input.key);
  };
  const sold = async () => {
    const now = NOON;
    const { id } = await stage
      .db()
      .insertInto("gift_cards")
      .values({
        order_key: randomUUID(),
        reference: `GFT-${randomUUID()}`,
        currency: "MXN",
        amount: 50_000,
        site_tag: "cdmx",
        language: "es",
        buyer_name: "Sofía",
        buyer_email: "sofia@example.test",
        receiver_name: "Diego",
        receiver_email: "diego@example.test",
        send_at: now,
        test: true,
        created_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const way = { of: giftCardRef(id), provider: "sandbox", method: "card" } as const;
    const { payment_id: payment } = granted(await startPayment(stage.at(0), way, randomUUID()));
    stage.provider.pays(`sandbox_${payment}`);
    await stage.webhook(`sandbox_${payment}`, 1);
    return id;
  };
  return [
    {
      act: "give a gift card",
      of: ["sales/gift-cards/issue-gift-card"],
      needs,
      leaves: "gift_card.issued",
      along: ["credit.given"],
      again: "done",
      prepare: () => {
        const input = wish();
        return Promise.resolve(
          does(
            (ctx) => issueGiftCard(ctx, input),
            ({ id }) => ["gift_card", id],
          ),
        );
      },
    },
    {
      act: "void a gift card",
      of: ["sales/gift-cards/void-gift-card"],
      needs,
      leaves: "gift_card.voided",
      along: ["credit.voided"],
      again: "done",
      prepare: async () => {
        const id = await issued();
        return does((ctx) => voidGiftCard(ctx, { id }), ["gift_card", id]);
      },
    },
    {
      act: "refund what is left of a gift card",
      of: ["sales/gift-cards/refund-gift-card", "money/payments/refund-part"],
      needs: [...needs, "bookings.change"],
      leaves: "refund.requested",
      along: ["credit.voided"],
      again: "done",
      prepare: async () => {
        const id = await sold();
        const rest = { id, amount: 50_000, key: randomUUID() };
        return does((ctx) => refundGiftCard(ctx, rest), ["gift_card", id]);
      },
    },
    {
      act: "send a gift card again",
      of: ["sales/gift-cards/readdress-gift-card"],
      needs,
      leaves: "gift_card.sent_again",
      again: "another act",
      prepare: async () => {
        const id = await issued();
        return does((ctx) => readdressGiftCard(ctx, { id, receiver_email: "diego@example.test" }), ["gift_card", id]);
      },
    },
    {
      act: "send a gift card to another address",
      of: ["sales/gift-cards/readdress-gift-card"],
      needs,
      leaves: "gift_card.readdressed",
      again: "another act",
      prepare: async () => {
        const id = await issued();
        return does((ctx) => readdressGiftCard(ctx, { id, receiver_email: "eva@example.test" }), ["gift_card", id]);
      },
    },
  ];
}
