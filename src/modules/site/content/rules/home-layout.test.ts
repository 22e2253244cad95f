import { expect, test } from "vitest";
import { hiddenParts, HOME_PARTS, partsInOrder, shownParts } from "#src/modules/site/content/rules/home-layout.ts";

test.each([[[]], [[{ section_key: "layout", content: null }]], [[{ section_key: "layout", content: { order: 7 } }]]])(
  "%o leaves the page as usual",
  (stored) => expect(shownParts(stored)).toEqual([...HOME_PARTS]),
);

test.each([
  [["route"], "events expect gallery features route booking cities testimonials instagram"],
  // a part that came with a later release stands behind the one before it
  [
    ["route", "events", "expect", "features"],
    "route booking cities testimonials instagram events expect gallery features",
  ],
  [
    ["instagram", "events", "nope", "events"],
    "instagram events expect gallery features route booking cities testimonials",
  ],
])("the order %o has every part once", (input, expected) => expect(partsInOrder(input).join(" ")).toBe(expected));

test("booking can't be hidden", () => expect(hiddenParts(["booking", "gallery", "nope"])).toEqual(["gallery"]));

test("hidden parts aren't shown", () => {
  const content = { order: HOME_PARTS.toReversed(), hidden: ["gallery", "booking"] };
  const output = shownParts([{ section_key: "layout", content }]);
  expect(output[0]).toBe("instagram");
  expect(output).not.toContain("gallery");
  expect(output).toContain("booking");
});
