import type { Money } from "#src/kernel/money.ts";
import type { Why } from "#src/locales/why.ts";
import type { SettledNight } from "#src/modules/evening/vouchers/schema.ts";

/** Why a bar is owed what it is for a month: its nights' vouchers, each at the price of its day. */
export const whySettlement = (nights: readonly SettledNight[], amount: Money): Why => ({
  amount,
  steps: nights.flatMap(({ date, redeemed, unpriced, amounts }) =>
    amounts
      .filter(({ currency }) => currency === amount.currency)
      .map(({ amount: adds }) => ({
        text: "why-admin.vouchers.night" as const,
        values: { count: redeemed - unpriced, day: { day: date } },
        adds,
      })),
  ),
});
