import { expect, test } from "vitest";
import { movedId, successorOf } from "#src/modules/office/options/rules/calendar.ts";
import { asStored, errorsIn, misfitsIn, textsIn, touched } from "#src/modules/office/options/rules/option-form.ts";
import { SCHEDULED, SECTION_KEYS, SECTIONS, sectionIn } from "#src/modules/office/options/rules/sections.ts";
import { rateOfTold, textOfTold, toldOf } from "#src/modules/office/options/rules/audit-text.ts";
import type { CrawlChoice } from "#src/modules/office/options/schema.ts";
import { SETTING_KEYS, textInForce } from "#src/modules/base/settings/rules/app-settings.ts";

/** Settings with a page of their own. */
const ELSEWHERE: readonly string[] = ["open_for_sale"];

test("every setting stands in one section", () => {
  const here = SETTING_KEYS.filter((key) => !ELSEWHERE.includes(key));
  expect(([...SECTIONS, SCHEDULED] as const).flatMap((section) => SECTION_KEYS[section]).toSorted()).toEqual(
    here.toSorted(),
  );
});

test.each([
  ["sites", "sites"],
  ["nope", "brand"],
  [null, "brand"],
])("the address %j opens %s", (input, section) => expect(sectionIn(input)).toBe(section));

test("only what differs from what the form was opened with is saved", () => {
  const was = { hold_minutes: "31", max_people: "20" };
  expect(touched("booking", { texts: { hold_minutes: " 31 ", max_people: "12", link_days: "5" }, was })).toEqual([
    "max_people",
  ]);
  // of another section
  expect(touched("places", { texts: { max_people: "12" }, was })).toEqual([]);
});

test.each([
  ["max_people", "", "20"],
  ["max_people", " 012 ", "12"],
  ["primary_color", "#F08A2C", "#f08a2c"],
  ["operator_name", "", ""],
  ["brand_name", "", "Ronda"],
  ["reference_prefix", "noc", "NOC"],
  ["unpaid_per_network_proven", "", ""],
] as const)("%s typed as %j is stored as %j", (key, text, stored) => expect(asStored(key, text)).toBe(stored));

test("the currencies of companies are stored in one order", () => {
  const stored = asStored("provider_currencies", "stripe: USD , MXN;paypal:MXN");
  expect(`${stored};`).toContain("stripe: MXN,USD; paypal: MXN;");
});

test("a posted form gives the texts of its keys, and no more", () => {
  const form = new FormData();
  form.set("max_people", " 12 ");
  form.set("was.max_people", "20");
  form.set("oxxo_enabled", "true");
  expect(textsIn(form, SECTION_KEYS.booking)).toEqual({ max_people: "12" });
  expect(textsIn(form, SECTION_KEYS.booking, "was.")).toEqual({ max_people: "20" });
});

test("errors are words with their figures", () => {
  expect(errorsIn({ max_people: "101", link_days: "", primary_color: "red" })).toEqual([
    { id: "max_people", message: "options.error.whole", values: { least: 1, most: 100 } },
    { id: "primary_color", message: "options.error.colour", values: {} },
  ]);
});

test.each([
  ["sat 970701-nn3", "SAT970701NN3", null],
  ["GODE561231GR8", "GODE561231GR8", null],
  ["", "", null],
  ["SAT970701NN", "SAT970701NN", "options.error.rfc"],
  ["SAT970731NN33", "SAT970731NN33", "options.error.rfc"],
  ["SAT971301NN3", "SAT971301NN3", "options.error.rfc"],
  // of the public at large: nobody sells under it
  ["XAXX010101000", "XAXX010101000", "options.error.rfc"],
  ["SAT970701NN4", "SAT970701NN4", "options.error.rfcDigit"],
  ["GODE561231GR7", "GODE561231GR7", "options.error.rfcDigit"],
])("the company's RFC typed as %j is kept as %j, and refused with %s", (typed, expected, message) => {
  const form = new FormData();
  form.set("operator_rfc", typed);
  const texts = textsIn(form, ["operator_rfc"]);
  expect(texts).toEqual({ operator_rfc: expected });
  expect(errorsIn(texts)).toEqual(message ? [{ id: "operator_rfc", message }] : []);
});

test.each([
  [{ hold_minutes: "60", hold_limit_minutes: "59" }, ["hold_minutes"]],
  [{ hold_minutes: "60", hold_limit_minutes: "60" }, []],
  [{ staff_idle_hours: "13", staff_session_hours: "12" }, ["staff_idle_hours"]],
  [{ hold_minutes: "60" }, []],
])("%j fit together but for %j", (texts, ids) => expect(misfitsIn(texts).map(({ id }) => id)).toEqual(ids));

const titles = new Map([["id-a", "Roma"]]);

test.each([
  ["hold_minutes", "31", "31"],
  ["oxxo_enabled", "true", true],
  ["operator_rfc", "", null],
  ["default_crawl_id", "id-a", [{ id: "id-a", title: "Roma" }]],
  [
    "calendar_crawl_ids",
    "id-a,id-b",
    [
      { id: "id-a", title: "Roma" },
      { id: "id-b", title: "id-b" },
    ],
  ],
] as const)("%s = %j is told as %j, and read back from there", (key, text, expected) => {
  expect(toldOf(key, text, titles)).toEqual(expected);
  expect(textOfTold(JSON.parse(JSON.stringify(expected)))).toBe(text);
});

test("what an entry tells of a rate is read back; anything else is none", () => {
  expect(rateOfTold({ rate: "20", date: "2026-11-19" })).toEqual({ rate: "20", date: "2026-11-19" });
  for (const odd of [null, "20", 20, { rate: 20 }]) expect(rateOfTold(odd)).toEqual({ rate: "", date: "" });
});

test("a yes or no comes back as it was stored", () => {
  expect(textInForce("oxxo_enabled", textOfTold(true))).toBe("true");
});

test.each([
  [["a", "b", "c"], "b", -1, ["b", "a", "c"]],
  [["a", "b", "c"], "b", 1, ["a", "c", "b"]],
  [["a", "b", "c"], "a", -1, ["a", "b", "c"]],
  [["a", "b", "c"], "c", 1, ["a", "b", "c"]],
  [["a"], "x", 1, ["a"]],
] as const)("in %j %s moved by %d gives %j", (ids, id, by, now) => expect(movedId(ids, id, by)).toEqual(now));

const crawl = (id: string, state: CrawlChoice["state"]): CrawlChoice => ({ id, title: id, city: "CDMX", state });
const crawls = [crawl("a", "shown"), crawl("b", "hidden"), crawl("c", "shown"), crawl("d", "deleted")];

test.each([
  ["", ["a"], null],
  ["a", [], null],
  ["b", ["d", "c", "a"], "c"],
  ["d", [], "a"],
  ["unknown", ["b", "a"], "a"],
] as const)("with the default %j and the calendar %j the next is %j", (chosen, ids, next) => {
  expect(successorOf(chosen, ids, crawls)?.next?.id ?? null).toBe(next);
});

test("where guests see no crawl of the calendar there is none to come next", () => {
  expect(successorOf("d", ["b"], crawls)).toEqual({ next: null });
  expect(successorOf("b", ["b"], [crawl("b", "hidden")])).toEqual({ next: null });
});
