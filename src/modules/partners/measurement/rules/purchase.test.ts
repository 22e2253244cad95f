import { expect, test } from "vitest";
import {
  moneyOf,
  normalizedEmail,
  normalizedPhone,
  purchaseOf,
} from "#src/modules/partners/measurement/rules/purchase.ts";

test("a purchase says what was bought and when, and neither where nor by whom", () => {
  const at = new Date("2026-11-20T18:00:00.900Z");
  const total = { amount: 123_450, currency: "MXN" as const };
  const event = purchaseOf({ eventId: "purchase.x", at, origin: "https://ronda.example", total });
  expect(event).toEqual({
    event_name: "Purchase",
    event_time: 1_795_197_600,
    event_id: "purchase.x",
    action_source: "website",
    event_source_url: "https://ronda.example/",
    custom_data: { value: 1234.5, currency: "MXN" },
  });
  expect(moneyOf(event.custom_data)).toEqual(total);
  expect(moneyOf({ value: 1234.5, currency: "JPY" })).toBeNull();
});

test.each([
  [0, 0],
  [1, 0.01],
  [1999, 19.99],
  [100, 1],
])("%i minor units are %d", (amount, value) => {
  const event = purchaseOf({ eventId: "x", at: new Date(0), origin: "", total: { amount, currency: "USD" } });
  expect(event.custom_data.value).toBe(value);
});

test.each([
  [" John_Smith@Gmail.com ", "john_smith@gmail.com"],
  ["ana@guests.example", "ana@guests.example"],
])("the address %o is hashed as %o", (email, hashed) => expect(normalizedEmail(email)).toBe(hashed));

test.each([
  ["+1 (650) 555-1212", "16505551212"],
  ["+44 844 412 4653", "448444124653"],
  ["0052 55 1234 5678", "525512345678"],
  // without a country code it could be anybody's
  ["55 1234 5678", null],
  ["+12", null],
  ["", null],
])("the number %o is hashed as %o", (phone, hashed) => expect(normalizedPhone(phone)).toBe(hashed));
