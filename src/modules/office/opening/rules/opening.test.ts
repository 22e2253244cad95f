import { expect, test } from "vitest";
import {
  type Facts,
  fitsShippedText,
  isOwnSender,
  leftOut,
  missing,
  stepStates,
} from "#src/modules/office/opening/rules/opening.ts";

const EMPTY: Facts = {
  brand: { shipped: 3 },
  company: { name: "", rfc: "", address: "" },
  money: { currencies: 5, ratesAge: 0 },
  cities: 0,
  crawls: 0,
  nights: 0,
  home: { fits: false },
  mail: { server: false, own: false, tried: false },
  hasProvider: false,
  hasBooking: false,
  isOpen: false,
};
const company = { name: "Ronda SA", rfc: "", address: "Calle 1" };
const named = { brand: { shipped: 0 }, company };
const there = { cities: 1, crawls: 1, nights: 1 };
const mail = { server: true, own: true, tried: true };
const textOf = (facts: Facts) => Object.values(stepStates(facts)).join(" ");

// brand company money city crawl nights home mail payments trial open
test.each<[string, Partial<Facts>, string]>([
  ["an empty one", {}, "next ready done ready later later ready ready ready later later"],
  ["one with its brand", { brand: { shipped: 0 } }, "done next done ready later later ready ready ready later later"],
  ["one with its company", named, "done done done next later later ready ready ready later later"],
  [
    "a name without an address",
    { ...named, company: { ...company, address: "" } },
    "done next done ready later later ready ready ready later later",
  ],
  [
    "old rates",
    { ...named, money: { currencies: 5, ratesAge: 31 } },
    "done done next ready later later ready ready ready later later",
  ],
  [
    "a currency that nobody charges",
    { money: { currencies: 0, ratesAge: 1 } },
    "next ready ready ready later later ready ready ready later later",
  ],
  ["a city", { ...named, cities: 1 }, "done done done done next later ready ready ready later later"],
  ["a crawl", { ...named, cities: 1, crawls: 1 }, "done done done done done next ready ready ready later later"],
  ["a night", { ...named, ...there }, "done done done done done done next ready ready ready ready"],
  [
    "a home page of its own",
    { ...named, ...there, home: { fits: true } },
    "done done done done done done done next ready ready ready",
  ],
  [
    "a mail server that nobody has tried",
    { ...named, ...there, home: { fits: true }, mail: { ...mail, tried: false } },
    "done done done done done done done next ready ready ready",
  ],
  [
    "a sender that nobody serves",
    { ...named, ...there, home: { fits: true }, mail: { ...mail, own: false } },
    "done done done done done done done next ready ready ready",
  ],
  [
    "emails that arrive",
    { ...named, ...there, home: { fits: true }, mail },
    "done done done done done done done done next ready ready",
  ],
  [
    "all but open",
    { ...named, ...there, home: { fits: true }, mail, hasProvider: true, hasBooking: true },
    "done done done done done done done done done done next",
  ],
  [
    "a site with everything to sell and nobody's name",
    there,
    "next ready done done done done ready ready ready ready later",
  ],
  [
    "an open one whose nights are over",
    { ...named, cities: 1, crawls: 1, isOpen: true },
    "done done done done done next ready ready ready later done",
  ],
])("the steps of %s", (_, facts, states) => expect(textOf({ ...EMPTY, ...facts })).toBe(states));

test.each<[Partial<Facts>, string[]]>([
  [{}, ["brand", "company", "city", "crawl", "nights"]],
  [{ brand: { shipped: 1 }, company, cities: 1, crawls: 2, nights: 3 }, ["brand"]],
  [{ brand: { shipped: 0 }, company: { ...company, name: "" }, cities: 1, crawls: 2, nights: 3 }, ["company"]],
  [{ ...named, cities: 1 }, ["crawl", "nights"]],
  [{ ...named, cities: 1, crawls: 2 }, ["nights"]],
  [{ ...named, cities: 1, crawls: 2, nights: 3 }, []],
])("with %o, opening lacks %o", (facts, lacking) => expect(missing({ ...EMPTY, ...facts })).toEqual(lacking));

test.each([
  ["Ronda <hola@ronda.test>", false],
  ["hola@ronda.test", false],
  ["Noches <hola@noches.example>", false],
  ["Noches <hola@noches.mx>", true],
  ["hola@test.noches.mx", true],
])("%s is a sender of the operator's own: %s", (from, own) => expect(isOwnSender(from)).toBe(own));

test.each([
  [[], false],
  [["Oaxaca"], false],
  [["Oaxaca", "Ciudad de México"], true],
  [["Mexico City"], true],
  [["New Mexico City"], false],
])("the shipped text of the home page is true of %j: %s", (cities, fits) => expect(fitsShippedText(cities)).toBe(fits));

test("what is left out is said, and never what is required", () => {
  expect(leftOut(stepStates(EMPTY))).toEqual(["home", "mail", "payments", "trial"]);
  const facts = { ...EMPTY, ...named, ...there, home: { fits: true }, mail, hasProvider: true, hasBooking: true };
  expect(leftOut(stepStates(facts))).toEqual([]);
});
