import { expect, test } from "vitest";
import { headerLook } from "#src/modules/site/content/rules/header-look.ts";

test.each([
  ["/", false, false, "over none"],
  ["/", false, true, "over paper"],
  ["/es", false, false, "over none"],
  ["/crawls/mexico-city", false, false, "over none"],
  ["/es/crawls/id/mexico-city", false, true, "over paper"],
  ["/es/cities/oaxaca", false, false, "over none"],
  ["/cities/nowhere", true, false, "above missing"],
  ["/crawls", false, false, "above paper"],
  ["/cities", false, false, "above paper"],
  ["/faq", false, false, "above paper"],
  ["/es/faq", false, true, "above paper"],
  ["/nope", true, false, "above missing"],
  ["/cdmx-halloween-crawl", false, false, "over none"],
  ["/es/cdmx-halloween-crawl", false, true, "over night"],
  ["/vip-bar-crawl", false, false, "above night"],
  ["/mezcal-tasting", false, false, "over none"],
])("at %s (missing %s, scrolled %s) the header stands %s", (path, missing, scrolled, expected) => {
  const { over, ground } = headerLook(path, missing, scrolled);
  expect(`${over ? "over" : "above"} ${ground}`).toBe(expected);
});

test("Halloween has a logo of its own", () =>
  expect(headerLook("/es/cdmx-halloween-crawl", false, false).campaign?.logo).toBe("halloween"));
