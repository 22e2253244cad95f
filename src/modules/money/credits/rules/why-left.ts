import type { Currency } from "#src/kernel/money.ts";
import type { Why } from "#src/locales/why.ts";

/** Why so much of a credit is left: what was given less what other nights were paid with. */
export const whyCreditLeft = ({
  amount,
  left,
  currency,
}: {
  amount: number;
  left: number;
  currency: Currency;
}): Why => ({
  amount: { amount: left, currency },
  steps: [
    { text: "why.credit.given", adds: amount },
    ...(left < amount ? [{ text: "why.credit.used", adds: left - amount } as const] : []),
  ],
});
