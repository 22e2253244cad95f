import { expect, test } from "vitest";
import { isHidden, isSeenOn, type Visible, whyBarred, whyUnseen } from "#src/modules/site/catalog/rules/visible.ts";

const output: Visible = { title: "Ronda Roma", on_every_site: false, is_active: true, is_city_active: true };
const named = { ...output, title: "Ronda San Cristóbal" };
const byTitle = { why: "title", words: "San Cristóbal", sites: ["cdmx"], isElsewhere: false } as const;

test.each([
  ["a shown one", output, ["cdmx"], null],
  ["one that the title rule names, on its site", named, ["cdmx"], byTitle],
  ["on its site and another", named, ["cdmx", "oaxaca"], { ...byTitle, isElsewhere: true }],
  ["on another site alone", named, ["oaxaca"], null],
  ["one for which the operator overrules the rule", { ...named, on_every_site: true }, ["cdmx"], null],
  ["a hidden one, rule or not", { ...named, is_active: false }, ["cdmx"], { why: "hidden" }],
  [
    "a hidden one that would be on every site",
    { ...named, is_active: false, on_every_site: true },
    ["cdmx"],
    { why: "hidden" },
  ],
  ["one of a city that is off", { ...output, is_city_active: false }, ["oaxaca"], { why: "city" }],
  ["a deleted one", { ...output, is_active: false, deleted_at: new Date(0) }, ["cdmx"], { why: "deleted" }],
  ["one of which only the title is in question", { title: "Puerto Vallarta", on_every_site: false }, ["oaxaca"], null],
] as const)("why guests don't see %s", (_, crawl, sites, why) => {
  expect(whyUnseen(crawl, sites)).toEqual(why);
  expect(isSeenOn(crawl, sites[0])).toBe(why === null);
});

test.each([
  ["not seen", named, true, 3, byTitle],
  ["seen while the site is closed", output, false, 3, { why: "closed" }],
  ["seen without a night", output, true, 0, { why: "no_nights" }],
  ["seen with one", output, true, 1, null],
] as const)("why guests can't book one %s", (_, crawl, isOpen, nights, why) =>
  expect(whyBarred(crawl, { sites: ["cdmx"], isOpen, nights })).toEqual(why),
);

test.each([
  [null, false],
  [{ why: "hidden" }, true],
  [byTitle, true],
  [{ ...byTitle, isElsewhere: true }, false],
  [{ why: "closed" }, false],
  [{ why: "no_nights" }, false],
] as const)("%o hides from everybody: %s", (unseen, hidden) => expect(isHidden(unseen)).toBe(hidden));
