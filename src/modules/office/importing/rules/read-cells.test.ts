import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  readAmount,
  readCountry,
  readCurrency,
  readDay,
  readLanguage,
  readName,
  readPaid,
  readPeople,
  readState,
  readTags,
} from "#src/modules/office/importing/rules/read-cells.ts";

describe("a day", () => {
  test.each([
    ["2027-03-05", "dmy", "2027-03-05"],
    ["2027-03-05T20:00:00Z", "dmy", "2027-03-05"],
    ["2027/3/5 20:00", "mdy", "2027-03-05"],
    ["05/03/2027", "dmy", "2027-03-05"],
    ["05/03/2027", "mdy", "2027-05-03"],
    ["5.3.27", "dmy", "2027-03-05"],
    ["5-3-2027 20:00", "dmy", "2027-03-05"],
    ["5 de marzo de 2027", "dmy", "2027-03-05"],
    ["viernes, 5 de marzo de 2027", "mdy", "2027-03-05"],
    ["martes 2 de marzo de 2027", "dmy", "2027-03-02"],
    ["mar 2 mar 2027", "dmy", "2027-03-02"],
    ["Mar 5, 2027", "dmy", "2027-03-05"],
    ["March 5, 2027", "dmy", "2027-03-05"],
    ["Fri, Mar 5th, 2027 8:00 PM", "dmy", "2027-03-05"],
    ["5-Mar-2027", "mdy", "2027-03-05"],
    ["1 Aug 2027", "dmy", "2027-08-01"],
    ["1 ago 2027", "dmy", "2027-08-01"],
    ["31/02/2027", "dmy", null],
    ["13/13/2027", "dmy", null],
    ["1899-01-01", "dmy", null],
    ["46086", "dmy", null],
    ["soon", "dmy", null],
    ["", "dmy", null],
  ] as const)("%s, read as %s, is %s", (cell, order, day) => expect(readDay(cell, order)).toBe(day));

  test("of this century is read back from any way of writing it", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 2001, max: 2098 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        fc.constantFrom("/", "-", "."),
        (year, month, day, sign) => {
          const iso = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
          expect(readDay([year, month, day].join(sign), "mdy")).toBe(iso);
          expect(readDay([day, month, year].join(sign), "dmy")).toBe(iso);
          expect(readDay([month, day, year].join(sign), "mdy")).toBe(iso);
        },
      ),
    ));
});

test.each([
  ["800", 80_000],
  ["$800.00", 80_000],
  ["MX$1,250.50", 125_050],
  ["1.250,50", 125_050],
  ["1250,5 MXN", 125_050],
  ["USD 40", 4000],
  ["€ 25", 2500],
  ["0", 0],
  ["-5", null],
  ["12.345", null],
  ["free", null],
  ["", null],
])("an amount of %s is %s", (cell, amount) => expect(readAmount(cell)).toBe(amount));

test.each([
  ["yes", 100, true],
  ["Sí", 100, true],
  ["PAGADO", 100, true],
  ["1", 100, true],
  ["no", 100, false],
  ["pendiente", 100, false],
  ["0.00", 100, false],
  ["1.00", 100, true],
  ["0.50", 100, "part"],
  ["2.00", 100, "part"],
  ["who knows", 100, null],
])("paid %s of %i is %s", (cell, total, paid) => expect(readPaid(cell, total)).toBe(paid));

test("people, currencies, languages, countries, names and states", () => {
  expect(["2", " 10 ", "3.0", "100", "0", "101", "two", ""].map(readPeople)).toEqual([
    2,
    10,
    3,
    100,
    null,
    null,
    null,
    null,
  ]);
  expect(["mxn", " USD", "BTC", ""].map(readCurrency)).toEqual(["MXN", "USD", null, null]);
  expect(["es", "Español", "es-MX", "English", "en_US", "de", ""].map(readLanguage)).toEqual([
    "es",
    "es",
    "es",
    "en",
    "en",
    null,
    null,
  ]);
  expect(["MX", "México", "mexico", "Alemania", "Germany", "USA", "Atlantis", ""].map(readCountry)).toEqual([
    "MX",
    "MX",
    "MX",
    "DE",
    "DE",
    "US",
    "OTHER",
    "",
  ]);
  expect(readName("Ana María Ruiz")).toEqual({ first_name: "Ana", last_name: "María Ruiz" });
  expect(readName("Ruiz, Ana")).toEqual({ first_name: "Ana", last_name: "Ruiz" });
  expect(readName("Cher")).toEqual({ first_name: "Cher", last_name: "" });
  expect(readTags("vip; regular, VIP |  ")).toEqual(["VIP", "regular"]);
});

test.each([
  ["Cancelled", "cancelled"],
  ["CANCELADA", "cancelled"],
  ["Refunded", "cancelled"],
  ["confirmed", "stands"],
  ["Pagada", "stands"],
  ["", "stands"],
  ["not cancelled", null],
  ["no cancelada", null],
  ["partially refunded", null],
  ["avoid late", null],
  ["pending", null],
])("the state %s is read as %s", (cell, state) => expect(readState(cell)).toBe(state));
