import { expect, test } from "vitest";
import { type Facts, leftOut, missing, stepStates } from "#src/modules/opening/rules/opening.ts";

const EMPTY: Facts = {
  company: { name: "", rfc: "", address: "" },
  money: { currencies: 5, ratesAge: 0 },
  cities: 0,
  crawls: 0,
  nights: 0,
  hasProvider: false,
  hasBooking: false,
  isOpen: false,
};
const company = { name: "Ronda SA", rfc: "", address: "Calle 1" };
const said = (facts: Facts) => Object.values(stepStates(facts)).join(" ");

// company money city crawl nights payments trial open
test.each<[string, Partial<Facts>, string]>([
  ["an empty one", {}, "next done ready later later ready later later"],
  ["one with its company", { company }, "done done next later later ready later later"],
  [
    "a name without an address",
    { company: { ...company, address: "" } },
    "next done ready later later ready later later",
  ],
  ["old rates", { company, money: { currencies: 5, ratesAge: 31 } }, "done next ready later later ready later later"],
  [
    "a currency that nobody charges",
    { money: { currencies: 0, ratesAge: 1 } },
    "next ready ready later later ready later later",
  ],
  ["a city", { company, cities: 1 }, "done done done next later ready later later"],
  ["a crawl", { company, cities: 1, crawls: 1 }, "done done done done next ready later later"],
  ["a night", { company, cities: 1, crawls: 1, nights: 1 }, "done done done done done next ready ready"],
  [
    "a night and keys",
    { company, cities: 1, crawls: 1, nights: 1, hasProvider: true },
    "done done done done done done next ready",
  ],
  [
    "all but open",
    { company, cities: 1, crawls: 1, nights: 1, hasProvider: true, hasBooking: true },
    "done done done done done done done next",
  ],
  ["only what is required", { cities: 1, crawls: 1, nights: 1 }, "next done done done done ready ready ready"],
  [
    "an open one whose nights are over",
    { company, cities: 1, crawls: 1, isOpen: true },
    "done done done done next ready later done",
  ],
])("the steps of %s", (_, facts, states) => expect(said({ ...EMPTY, ...facts })).toBe(states));

test.each<[Partial<Facts>, string[]]>([
  [{}, ["city", "crawl", "nights"]],
  [{ cities: 1 }, ["crawl", "nights"]],
  [{ cities: 1, crawls: 2 }, ["nights"]],
  [{ cities: 1, crawls: 2, nights: 3 }, []],
])("with %o, opening lacks %o", (facts, lacking) => expect(missing({ ...EMPTY, ...facts })).toEqual(lacking));

test("what is left out is said, and never what is required", () => {
  expect(leftOut(stepStates(EMPTY))).toEqual(["company", "payments", "trial"]);
  const facts = { ...EMPTY, company, cities: 1, crawls: 1, nights: 1, hasProvider: true, hasBooking: true };
  expect(leftOut(stepStates(facts))).toEqual([]);
});
