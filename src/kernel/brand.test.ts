import { expect, test } from "vitest";
import { tabTitle } from "#src/kernel/brand.ts";

test.each([
  ["My Bookings", "Noche", "My Bookings · Noche"],
  ["My Bookings · Noche", "Noche", "My Bookings · Noche"],
  ["About Noche", "Noche", "About Noche · Noche"],
  ["Taste · Ronda", "Noche", "Taste · Ronda · Noche"],
])("%s by %s is titled %s", (title, brand, whole) => {
  expect(tabTitle(title, brand)).toBe(whole);
});
