import fs from "node:fs";
import { expect, test } from "vitest";
import { STOPS_REFUSALS } from "#src/modules/evening/stops/rules/refusals.ts";
import { BarFields } from "#src/modules/evening/stops/schema.ts";

test("every text of a refusal is said for one: without its line staff would read that the server wasn't reached", () => {
  const texts = JSON.parse(fs.readFileSync("src/locales/en/admin/stops-admin.json", "utf8")) as Record<string, string>;
  const refusals = Object.keys(texts).filter((id) => id.startsWith("stops-admin.refused."));
  expect(new Set(Object.values(STOPS_REFUSALS))).toEqual(new Set(refusals));
});

test.each([
  ["100000", true],
  ["100000.01", false],
])("a voucher of %s may be typed: %s, as the table's constraint has it", (voucher_price, isFine) => {
  expect(BarFields.shape.voucher_price.safeParse(voucher_price).success).toBe(isFine);
});
