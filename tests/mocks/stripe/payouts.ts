import { newId } from "#tests/mocks/stripe/objects.ts";
import { type Sessions, within } from "#tests/mocks/stripe/sessions.ts";
import type { Range } from "#tests/mocks/stripe/parameters.ts";

type Book = { now: () => number; sessions: Sessions };
type Payout = {
  id: string;
  object: "payout";
  automatic: boolean;
  status: "in_transit" | "paid" | "failed" | "canceled";
  created: number;
  arrival_date: number;
};

const DAY = 86_400;

/** Payouts to the merchant's bank, by Stripe itself or by hand. */
export function openPayouts({ now, sessions }: Book) {
  const payouts = new Map<string, Payout & { intents: readonly string[] }>();
  return {
    /** Sends charges, by their intents, to the bank, where they arrive two days later. */
    paysOut: (intents: readonly string[], over: Partial<Pick<Payout, "automatic" | "status">> = {}): Payout => {
      const arrival_date = (Math.floor(now() / DAY) + 2) * DAY;
      const result = { id: newId("po"), object: "payout", automatic: true, status: "in_transit", ...over } as const;
      const payout = { ...result, created: now(), arrival_date, intents };
      payouts.set(payout.id, payout);
      return payout;
    },
    listPayouts: ({ created }: { created?: Range | undefined }): Payout[] =>
      Array.from(payouts.values())
        .toReversed()
        .filter((one) => within(one.created, created)),
    /** The balance transactions of a payout: itself, and what it is made of, expanded. */
    balanceOf: (id: string) => [
      { id: newId("txn"), object: "balance_transaction", type: "payout", source: payouts.get(id) ?? null },
      ...(payouts.get(id)?.intents ?? []).map((intent) => ({
        id: sessions.chargeOf(intent).id.replace(/^ch_/, "txn_"),
        object: "balance_transaction",
        type: "charge",
        source: sessions.chargeOf(intent),
      })),
    ],
  };
}
