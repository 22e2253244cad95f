import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatMoney } from "#src/kernel/money.ts";
import { emailI18nFor, i18nFor } from "#src/locales/i18n.ts";
import { beforeIn, takeInTurn, wayBack, wayBackValues } from "#src/modules/money/payments/rules/paid-before.ts";

const card = (left: number) => ({ method: "card", left });
const before = (left: number) => ({ method: "before", left });

test.each([
  ["of the newest first", [card(400), before(800)], 300, [["card", 300]], 0, "own"],
  [
    "of the next where that is not enough",
    [card(400), before(800)],
    1000,
    [
      ["card", 400],
      ["before", 600],
    ],
    600,
    "both",
  ],
  ["of what another system took alone", [before(800)], 800, [["before", 800]], 800, "before"],
  ["of no payment that has nothing left", [card(0), before(800)], 200, [["before", 200]], 200, "before"],
  ["up to all there is", [card(400)], 900, [["card", 400]], 0, "own"],
  ["nothing", [card(400), before(800)], 0, [], 0, "own"],
] as const)("takes %s", (_, parts, amount, refunds, ofBefore, way) => {
  const inTurn = takeInTurn<{ method: string; left: number }>(parts, amount);
  expect(inTurn.map((part) => [part.method, part.amount])).toEqual(refunds);
  expect(beforeIn(inTurn)).toBe(ofBefore);
  expect(wayBack(amount, ofBefore)).toBe(way);
});

test("takes no more than is left of a part, nor less than is due", () => {
  const parts = fc.array(fc.nat(100_000).map(card));
  fc.assert(
    fc.property(parts, fc.nat(500_000), (all, amount) => {
      const inTurn = takeInTurn(all, amount);
      expect(inTurn.every((part) => part.amount > 0 && part.amount <= part.left)).toBe(true);
      const most = all.reduce((sum, { left }) => sum + left, 0);
      expect(inTurn.reduce((sum, part) => sum + part.amount, 0)).toBe(Math.min(amount, most));
    }),
  );
});

describe.each(["en", "es"] as const)("in %s", (locale) => {
  const seller = { en: /whoever sold/, es: /quien te (la )?vendió/ }[locale];
  const ours = { en: /the way you paid/, es: /forma de pago/ }[locale];
  const say = (amount: number) => formatMoney({ amount, currency: "MXN" }, locale);

  // what a guest reads about money that goes back names whoever gives it back, and how much of it each does
  test.each([
    ["payments-manage.cancel.rule", { money: "refund", date: "1", time: "2" }],
    ["payments-manage.quote.happens.back", {}],
    ["payments-confirmation.choice.refundText", {}],
    ["payments-confirmation.choice.price.cheaper", {}],
    ["payments-confirmation.text.choosing", { date: "1", time: "2", city: "3" }],
    ["emails.changed.backWay", {}],
  ] as const)("%s", async (id, more) => {
    const { t } = await (id.startsWith("emails.") ? emailI18nFor(locale) : i18nFor(locale));
    const sentence = (own: number, fromSeller: number) =>
      t(id, { ...more, amount: say(own + fromSeller), ...wayBackValues(own + fromSeller, fromSeller, say) });
    expect(sentence(40_000, 0)).toMatch(ours);
    expect(sentence(40_000, 0)).not.toMatch(seller);
    expect(sentence(0, 80_000)).toMatch(seller);
    expect(sentence(0, 80_000)).not.toMatch(ours);
    const both = sentence(40_000, 80_000);
    for (const part of [ours, seller, say(40_000), say(80_000)]) expect(both).toMatch(part);
  });
});
