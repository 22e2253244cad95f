import { expect, test } from "vitest";
import {
  daysSince,
  isSameRate,
  movesIn,
  rateErrors,
  ratesIn,
  rateTexts,
} from "#src/modules/office/options/rules/rates.ts";

const stored = rateTexts([
  { currency: "MXN", per_usd: 20, date: "2026-11-19" },
  { currency: "EUR", per_usd: 0.9216, date: "2026-10-02" },
  { currency: "USD", per_usd: 1, date: "2026-01-01" },
]);
const typed = (rate: string, date = "2026-11-20") => ({ ...stored, MXN: { rate, date } });

test("stored rates read as they were entered, and a currency without one is empty", () => {
  expect(stored).toEqual({
    MXN: { rate: "20", date: "2026-11-19" },
    EUR: { rate: "0.9216", date: "2026-10-02" },
    GBP: { rate: "", date: "" },
    CAD: { rate: "", date: "" },
  });
});

test.each([
  ["16", []],
  ["24", []],
  ["15.99", [-20]],
  ["24.01", [20]],
  ["2", [-90]],
  ["200", [900]],
])("from 20 to %s asks again about %j", (rate, percents) => {
  expect(movesIn(["MXN"], typed(rate), stored).map(({ percent }) => percent)).toEqual(percents);
});

test("a first rate is no move", () => {
  const first = { ...stored, GBP: { rate: "0.78", date: "2026-11-20" } };
  expect(movesIn(["GBP"], first, stored)).toEqual([]);
  expect(rateErrors(first, stored, "2026-11-20")).toEqual([]);
});

test.each([
  ["20,5", "2026-11-20", ["options.error.rate"]],
  ["1000000", "2026-11-20", ["options.error.rate"]],
  ["0", "2026-11-20", ["options.error.rateZero"]],
  ["", "2026-11-20", ["options.error.rateNeeded"]],
  ["20.5", "", ["options.error.day"]],
  ["20.5", "2026-02-30", ["options.error.day"]],
  ["20.5", "2026-11-21", ["options.error.dayToCome"]],
  ["20.5", "2026-11-20", []],
])("%j of %j gives %j", (rate, date, messages) => {
  expect(rateErrors(typed(rate, date), stored, "2026-11-20").map(({ message }) => message)).toEqual(messages);
});

test("a rate is the same however it is written", () => {
  expect(isSameRate({ rate: "20.0", date: "2026-11-19" }, stored.MXN)).toBe(true);
  expect(isSameRate({ rate: "20,0", date: "2026-11-19" }, stored.MXN)).toBe(true);
  expect(isSameRate({ rate: "20", date: "2026-11-20" }, stored.MXN)).toBe(false);
  expect(isSameRate({ rate: "", date: "" }, { rate: "0", date: "" })).toBe(false);
});

test.each([
  ["0,784", "0.784"],
  ["18,250", "18.250"],
  ["1,250.5", "1250.5"],
])("a rate of %j is %s: one comma is a decimal comma", (written, rate) => {
  const form = new FormData();
  form.set("rate_MXN", written);
  expect(ratesIn(form).MXN.rate).toBe(rate);
  expect(isSameRate({ rate: written, date: "" }, { rate, date: "" })).toBe(true);
});

test("posted rates are read by their fields' names", () => {
  const form = new FormData();
  form.set("was.rate_MXN", " 20 ");
  form.set("was.date_MXN", "2026-11-19");
  form.set("rate_EUR", "0,92");
  expect(ratesIn(form, "was.").MXN).toEqual({ rate: "20", date: "2026-11-19" });
  expect(ratesIn(form).MXN).toEqual({ rate: "", date: "" });
  expect(ratesIn(form).EUR.rate).toBe("0.92");
});

test.each([
  ["2026-11-20", 0],
  ["2026-11-19", 1],
  ["2026-10-02", 49],
  ["2026-12-24", 0],
])("a rate of %s is %d days old", (date, days) => expect(daysSince(date, "2026-11-20")).toBe(days));
