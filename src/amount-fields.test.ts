import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { amountField, NO_AMOUNT, optionalAmountField } from "#src/locales/amount-field.ts";
import { termsToType } from "#src/modules/partners/commission/rules/terms.ts";
import { AddTerms } from "#src/modules/partners/commission/schema.ts";
import { NEW_COUPON } from "#src/modules/sales/coupons/rules/coupon-form.ts";
import { SaveCoupon } from "#src/modules/sales/coupons/schema.ts";

// One text is one amount, or is refused, on every form of the product.

const SAME: readonly (readonly [typed: string, amount: number | null])[] = [
  ["12,50", 1250],
  ["12.50", 1250],
  ["1,250.00", 125_000],
  ["1 250", 125_000],
  ["$250", 25_000],
  ["1.250,00", null],
  ["12.345", null],
  ["12500000", null],
  ["free", null],
];

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((file) => path.join("src", file).replaceAll("\\", "/"))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

const TAKES_AMOUNT = new Set<unknown>([amountField, optionalAmountField].map((field) => field.def.out));

/** The fields of a schema that take an amount, by their path. */
function amountsIn(schema: unknown, at: string, ids = new Set<unknown>()): [at: string, field: z.ZodType][] {
  if (!(schema instanceof z.ZodType) || ids.has(schema)) return [];
  ids.add(schema);
  if (schema instanceof z.ZodPipe && TAKES_AMOUNT.has(schema.def.out)) return [[at, schema]];
  return partsOf(schema).flatMap(([name, part]) => amountsIn(part, name ? `${at}.${name}` : at, ids));
}

function partsOf(schema: z.ZodType): [name: string, part: unknown][] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape);
  if (schema instanceof z.ZodUnion) return schema.options.map((part) => ["", part]);
  if (schema instanceof z.ZodRecord) return [["*", schema.valueType]];
  if (schema instanceof z.ZodArray) return [["*", schema.element]];
  if (schema instanceof z.ZodPipe)
    return [
      ["", schema.in],
      ["", schema.out],
    ];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return [["", schema.unwrap()]];
  return [];
}

const schemas = import.meta.glob<Record<string, unknown>>(
  ["./modules/*/*/schema.ts", "./modules/*/*/rules/*-acts.ts"],
  {
    eager: true,
  },
);
const found = Object.entries(schemas).flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, schema]) => amountsIn(schema, `${file.split("/")[3]!}: ${name}`)),
);

const amountOr = (read: z.ZodSafeParseResult<unknown>) =>
  read.success ? read.data : read.error.issues.map(({ message }) => message);

describe.each(found)("%s", (_, field) => {
  test.each(SAME)("takes %j for %j", (typed, amount) =>
    expect(amountOr(field.safeParse(typed))).toEqual(amount ?? [NO_AMOUNT]),
  );
});

const fixed = { ...NEW_COUPON, code: "SAME", discount_type: "fixed_amount", currency: "MXN", value: "1" };
const terms = { ...termsToType(null, "2026-12-01"), kind: "fixed" };

// what these take depends on another field
describe.each<[string, (typed: string) => z.ZodSafeParseResult<unknown>]>([
  ["a coupon's value", (value) => pick("value", SaveCoupon.safeParse({ ...fixed, value }))],
  ["its minimum", (typed) => pick("minimum_purchase", SaveCoupon.safeParse({ ...fixed, minimum_purchase: typed }))],
  ["its maximum", (typed) => pick("maximum_discount", SaveCoupon.safeParse({ ...fixed, maximum_discount: typed }))],
  ["a partner's terms", (value) => pick("value", AddTerms.safeParse({ ...terms, value }))],
])("%s", (_, read) => {
  test.each(SAME)("takes %j for %j", (typed, amount) => {
    const result = read(typed);
    expect(result.success ? result.data : null).toBe(amount);
  });
});

function pick<T extends object>(field: keyof T, read: z.ZodSafeParseResult<T>): z.ZodSafeParseResult<unknown> {
  return read.success ? { success: true, data: read.data[field] } : read;
}

test("every form with a decimal field is among them", () => {
  const modules = new Set(found.map(([at]) => at.split(":")[0]));
  const moduleOf = (file: string) => file.split("/")[3];
  const others = sources
    .filter((file) => /inputMode="decimal"/.test(readFileSync(file, "utf8")) && !modules.has(moduleOf(file)))
    .toSorted();
  expect(others).toEqual([
    "src/modules/office/options/admin/rate-row.tsx", // rates, which have more decimals
    "src/modules/partners/commission/admin/terms-form.tsx", // a partner's terms, which are tested above
  ]);
});

test("nobody else parses or writes decimals of hundredths", () => {
  const own = /\[\.,\]|\[,\.\]|replace\(",", "\."\)|replaceAll\(",", ""\)|\/ 100\)\.toFixed/;
  const others = sources.filter((file) => own.test(readFileSync(file, "utf8")));
  expect(others.toSorted()).toEqual(["src/kernel/amount.ts", "src/kernel/money.ts"]);
});
