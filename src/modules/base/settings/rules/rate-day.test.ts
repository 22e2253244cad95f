import { expect, test } from "vitest";
import { CURRENCIES } from "#src/kernel/money.ts";
import { rateDay } from "#src/modules/base/settings/rules/rate-day.ts";

const days = { MXN: "2026-11-19", EUR: "2026-10-02", USD: "2026-01-01" };

test.each([
  [["MXN", "USD"], "2026-11-19"],
  [["MXN", "EUR"], "2026-10-02"],
  [["USD", "USD"], "2026-01-01"],
  [CURRENCIES, "2026-10-02"],
] as const)("rates between %j are of %s", (currencies, day) => expect(rateDay(days, currencies)).toBe(day));

test("without a rate there is no day", () => expect(rateDay({}, CURRENCIES)).toBe("1970-01-01"));
