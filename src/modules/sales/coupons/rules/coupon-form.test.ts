import fs from "node:fs";
import { describe, expect, test } from "vitest";
import {
  instantsOf,
  isFreeForAll,
  lastDay,
  NEW_COUPON,
  formValuesOf,
} from "#src/modules/sales/coupons/rules/coupon-form.ts";
import { SaveCoupon } from "#src/modules/sales/coupons/schema.ts";

const en = JSON.parse(fs.readFileSync("src/locales/en/admin/coupons.json", "utf8")) as Record<string, string>;

const WHOLE = { ...NEW_COUPON, code: "HOSTAL10", value: "10" };

const fieldErrorsOf = (over: Partial<typeof WHOLE>) => {
  const read = SaveCoupon.safeParse({ ...WHOLE, ...over });
  return read.success ? [] : read.error.issues.map(({ path, message }) => [path[0], en[message]]);
};

test.each([
  [{ value: "100" }, true],
  [{ value: " 100 " }, true],
  [{ value: "99" }, false],
  [{ value: "100", usage_limit: "5" }, false],
  [{ value: "100", maximum_discount: "300", currency: "MXN" }, false],
  [{ value: "100", discount_type: "fixed_amount" }, false],
])("a coupon of %o makes everything free for anyone: %s", (over, free) => {
  expect(isFreeForAll({ ...WHOLE, ...over })).toBe(free);
});

describe("the coupon form", () => {
  test.each([
    [{ code: "NY" }, [["code", "Coupon code must be at least 3 characters long."]]],
    [{ code: "  NY " }, [["code", "Coupon code must be at least 3 characters long."]]],
    [{ code: "NEW YEAR" }, [["code", en["coupons.error.code"]]]],
    [{ discount_type: "" }, [["discount_type", "Please select a discount type."]]],
    [{ value: "" }, [["value", "Discount value must be positive."]]],
    [{ value: "0" }, [["value", "Discount value must be positive."]]],
    [{ value: "-5" }, [["value", "Discount value must be positive."]]],
    [{ value: "101" }, [["value", "Percentage discount cannot exceed 100%."]]],
    [{ value: "12.5" }, [["value", en["coupons.error.wholePercent"]]]],
    [
      { discount_type: "fixed_amount", value: "100" },
      [["currency", "Currency is required for fixed amount discounts."]],
    ],
    [{ minimum_purchase: "800" }, [["currency", en["coupons.error.currencyOfAmounts"]]]],
    [{ usage_limit: "0" }, [["usage_limit", en["coupons.error.limit"]]]],
    [{ place: "city:" }, [["place", en["coupons.error.place"]]]],
    [{ place: "crawl:mexico-city" }, [["place", en["coupons.error.place"]]]],
    [{ place: "city:mexico-city" }, []],
    [{ start_date: "2026-02-30" }, [["start_date", en["coupons.error.date"]]]],
    [
      { start_date: "2026-12-31", expiry_date: "2026-12-30" },
      [["expiry_date", "Expiry date must be after start date."]],
    ],
    [
      { start_date: "2026-12-31", expiry_date: "2026-12-31" },
      [["expiry_date", "Expiry date must be after start date."]],
    ],
    [{ value: "100", usage_limit: "", start_date: "2026-12-30", expiry_date: "2026-12-31" }, []],
    [{ discount_type: "fixed_amount", value: "1,250.50", currency: "MXN" }, []],
  ])("%o says %o", (over, fieldErrors) => {
    expect(fieldErrorsOf(over)).toEqual(fieldErrors);
  });

  test("says everything that is wrong at once, in the order of the page", () => {
    const all = fieldErrorsOf({
      code: "NY",
      discount_type: "fixed_amount",
      value: "0.00",
      start_date: "2026-12-31",
      expiry_date: "2026-12-30",
    });
    expect(all.map(([field]) => field)).toEqual(["code", "value", "currency", "expiry_date"]);
  });

  test("reads amounts as minor units, a percentage as it is, and nothing as no limit", () => {
    const formValues = { ...WHOLE, minimum_purchase: "800.5", maximum_discount: "200", currency: "MXN" };
    expect(SaveCoupon.parse(formValues)).toMatchObject({
      value: 10,
      minimum_purchase: 80_050,
      maximum_discount: 20_000,
      currency: "MXN",
      usage_limit: null,
      start_date: null,
    });
  });

  test("shows a stored coupon as it can be saved again", () => {
    const formValues = {
      ...WHOLE,
      minimum_purchase: "800.50",
      currency: "MXN",
      usage_limit: "40",
      expiry_date: "2026-12-31",
    };
    const { start_date, expiry_date, ...read } = SaveCoupon.parse(formValues);
    expect(formValuesOf({ ...read, ...instantsOf({ start_date, expiry_date }) })).toEqual(formValues);
  });
});

describe("the days of a coupon", () => {
  test("begin and end with the city's days, the last one included", () => {
    expect(instantsOf({ start_date: "2026-11-01", expiry_date: "2026-11-30" })).toEqual({
      start_date: new Date("2026-11-01T06:00:00Z"),
      expiry_date: new Date("2026-12-01T06:00:00Z"),
    });
    expect(lastDay(new Date("2026-12-01T06:00:00Z"))).toBe("2026-11-30");
  });

  test("keep an instant that was stored otherwise while its day stays", () => {
    const stored = { start_date: null, expiry_date: new Date("2026-11-20T18:30:00Z") };
    expect(instantsOf({ start_date: null, expiry_date: "2026-11-20" }, stored)).toEqual(stored);
    expect(instantsOf({ start_date: null, expiry_date: null }, stored)).toEqual({
      start_date: null,
      expiry_date: null,
    });
  });
});
