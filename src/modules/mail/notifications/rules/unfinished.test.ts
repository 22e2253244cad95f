import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { lapsedBetween, QUESTION_VERSION, whyNotLedBack } from "#src/modules/mail/notifications/rules/unfinished.ts";

test("the question has a version for every text that it had", async () => {
  const texts = await Promise.all(
    (["en", "es"] as const).map(async (locale) => (await i18nFor(locale)).t("booking-checkout.remind")),
  );
  expect({ [QUESTION_VERSION]: texts }).toEqual({
    1: [
      "Email me once if I don’t finish this booking (optional)",
      "Mándenme un solo correo si no termino esta reserva (opcional)",
    ],
  });
});

test("an hour after the hold has lapsed, for a day", () => {
  expect(lapsedBetween(60, new Date("2026-11-20T18:00:00Z"))).toEqual({
    from: new Date("2026-11-19T17:00:00Z"),
    to: new Date("2026-11-20T17:00:00Z"),
    agreedAfter: new Date("2026-11-11T17:00:00Z"),
  });
});

const free = { left: 2, people: 2, isPaid: false, isBooked: false, isHeld: false, isOn: true };

test.each([
  [{}, null],
  [{ left: 1 }, "the places are gone"],
  [{ left: 0 }, "the places are gone"],
  [{ left: null }, "the sale is closed"],
  [{ isBooked: true }, "the night is booked already"],
  [{ isHeld: true }, "the night is held already"],
  [{ isPaid: true, isBooked: true }, "the payment is in"],
  [{ isOn: false, left: null }, "it is switched off"],
])("with %j: %s", (over, why) => expect(whyNotLedBack({ ...free, ...over })).toBe(why));
