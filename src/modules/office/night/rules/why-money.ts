import type { Why } from "#src/locales/why.ts";
import type { NightMoney } from "#src/modules/office/night/schema.ts";

/** Why a night's money comes to what is left of it: what was paid, less what went back and what banks took. */
export function whyNightMoney({ currency, paid, refunded, disputed, shares }: NightMoney): Why {
  const amount = shares.reduce((sum, share) => sum + share.amount, 0);
  return {
    amount: { amount, currency },
    steps: [
      { text: "night.money.paid", adds: paid },
      ...(refunded === 0 ? [] : [{ text: "night.money.refunded", adds: -refunded } as const]),
      ...(disputed === 0 ? [] : [{ text: "night.money.disputed", adds: -disputed } as const]),
      { text: "why-admin.books" },
    ],
  };
}

/** Why guests of a night owe what they do: the books say it of each booking. */
export const whyNightOwed = ({ currency, owed }: NightMoney): Why => ({
  amount: { amount: owed, currency },
  steps: [{ text: "why-admin.night.owed" }],
});
