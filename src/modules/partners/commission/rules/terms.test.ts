import { describe, expect, test } from "vitest";
import { codeFromName } from "#src/modules/sales/affiliates/rules/partner-form.ts";
import {
  meaningOf,
  percentOf,
  readTermsForm,
  sameTerms,
  termsOn,
  termsToType,
} from "#src/modules/partners/commission/rules/terms.ts";
import { AddTerms } from "#src/modules/partners/commission/schema.ts";

const CRAWL = "0198a000-0000-7000-8000-000000000001";
const FORM = {
  kind: "percentage",
  value: "12.5",
  basis: "came",
  valid_from: "2026-11-15",
  tiers: [],
  exceptions: [],
} as ReturnType<typeof readTermsForm>;
const wrongIn = (over: Partial<typeof FORM>) => {
  const read = AddTerms.safeParse({ ...FORM, ...over });
  return read.success ? [] : read.error.issues.map(({ path }) => path[0]);
};

test.each([
  [1000, "10%"],
  [1250, "12.5%"],
  [1205, "12.05%"],
])("%i hundredths of a percent are written %s", (hundredths, text) => expect(percentOf(hundredths)).toBe(text));

test("a code is made of a name", () => {
  expect(codeFromName("Posada Ñandú & Café")).toBe("posada-nandu-cafe");
});

describe("the form of terms", () => {
  test("is read into hundredths, tiers in their order", () => {
    const tiers = [
      { from_people: "200", value: "15" },
      { from_people: "100", value: "13" },
    ];
    const exceptions = [{ crawl_id: CRAWL, kind: "fixed", value: "50" }];
    const terms = AddTerms.parse({ ...FORM, tiers, exceptions });
    expect(terms).toEqual({
      kind: "percentage",
      value: 1250,
      basis: "came",
      valid_from: "2026-11-15",
      tiers: [
        { from_people: 100, value: 1300 },
        { from_people: 200, value: 1500 },
      ],
      exceptions: [{ crawl_id: CRAWL, kind: "fixed", value: 5000 }],
    });
    expect(AddTerms.parse(termsToType(terms, terms.valid_from))).toEqual(terms);
  });

  test.each([
    [{ value: "101" }, ["value"]],
    [{ value: "100" }, []],
    [{ kind: "fixed", value: "101" }, []],
    [{ kind: "fixed", value: "10001" }, ["value"]],
    [{ kind: "none" }, ["kind"]],
    [{ basis: "all" }, ["basis"]],
    [{ valid_from: "2026-02-30" }, ["valid_from"]],
    [{ valid_from: "" }, ["valid_from"]],
    [{ tiers: [{ from_people: "1", value: "20" }] }, ["tiers"]],
    [{ tiers: [{ from_people: "100", value: "" }] }, ["tiers"]],
    [
      {
        tiers: [
          { from_people: "100", value: "12" },
          { from_people: "100", value: "13" },
        ],
      },
      ["tiers"],
    ],
    [{ exceptions: [{ crawl_id: "x", kind: "fixed", value: "5" }] }, ["exceptions"]],
    [{ exceptions: [{ crawl_id: CRAWL, kind: "percentage", value: "500" }] }, ["exceptions"]],
    [
      {
        exceptions: [
          { crawl_id: CRAWL, kind: "fixed", value: "5" },
          { crawl_id: CRAWL, kind: "fixed", value: "6" },
        ],
      },
      ["exceptions"],
    ],
    [{ value: "", basis: "" }, ["value", "basis"]],
  ] as [Partial<typeof FORM>, string[]][])("%o is wrong in %o", (over, fields) => {
    expect(wrongIn(over)).toEqual(fields);
  });

  test("rows that are empty are none", () => {
    const form = new FormData();
    for (const [name, value] of [
      ["tier_people", ""],
      ["tier_value", ""],
      ["tier_people", "50"],
      ["tier_value", "15"],
      ["exception_crawl", ""],
      ["exception_kind", "percentage"],
      ["exception_value", ""],
    ] as const)
      form.append(name, value);
    expect(readTermsForm(form)).toMatchObject({
      tiers: [{ from_people: "50", value: "15" }],
      exceptions: [],
      value: "",
    });
  });
});

test("the terms of a night are those that began last before it", () => {
  const all = [
    { valid_from: "2026-11-01", version: 1 },
    { valid_from: "2026-12-01", version: 2 },
    { valid_from: "2026-11-01", version: 3 },
  ];
  expect(["2026-10-31", "2026-11-30", "2026-12-01"].map((date) => termsOn(all, date)?.version)).toEqual([
    undefined,
    3,
    2,
  ]);
});

test.each([
  ["2026-11-15", "2026-11-20", true, ["midMonth", "back"]],
  ["2026-12-01", "2026-11-20", true, ["later"]],
  ["2026-11-20", "2026-11-20", true, ["midMonth"]],
  ["2026-11-01", "2026-11-20", false, ["first", "back"]],
])("from %s, said on %s, means %o", (from, today, hasEarlier, meaning) => {
  expect(meaningOf(from, today, hasEarlier)).toEqual(meaning);
});

test("the order of keys makes no other agreement", () => {
  const one = AddTerms.parse({ ...FORM, exceptions: [{ crawl_id: CRAWL, kind: "fixed", value: "5" }] });
  const stored = { ...one, exceptions: [{ kind: "fixed" as const, value: 500, crawl_id: CRAWL }] };
  expect(sameTerms(one, stored)).toBe(true);
  expect(sameTerms(one, { ...stored, value: 1300 })).toBe(false);
});
