import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { gapOf, sayWhy } from "#src/locales/why.ts";
import { whyBack } from "#src/modules/changes/cancellation/rules/why-preview.ts";
import type { CancelPreview } from "#src/modules/changes/cancellation/rules/cancel-preview.ts";

test("what cancelling gives back is told by the way it was paid, an account by its company's name", async () => {
  const pesos = (amount: number) => ({ amount, currency: "MXN" as const });
  const backBy = [
    { way: "card", money: pesos(80_000), payments: 1 },
    { way: "paypal", money: pesos(40_000), payments: 2 },
    { way: "card", money: { amount: 4000, currency: "USD" as const }, payments: 1 },
  ];
  const one = { money: pesos(120_000), payments: 3, ways: ["card", "paypal"] };
  const why = whyBack({ backBy } as CancelPreview, one);
  expect(gapOf(why)).toBe(0);
  const i18n = await i18nFor("en");
  expect(sayWhy(i18n, "Back", why, "staff").steps).toEqual([
    { text: "What’s left of 1 payment: Card", amount: "MX$800" },
    { text: "What’s left of 2 payments: PayPal", amount: "MX$400" },
  ]);
});
