import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { WIDGET_SCRIPT } from "#src/modules/sales/affiliates/components/widget-script.ts";
import {
  MOST_ORIGINS,
  readOrigins,
  snippetOf,
  soonestNights,
  standsAt,
  UNTOLD,
} from "#src/modules/sales/affiliates/rules/widget.ts";

test.each([
  ["", []],
  ["hostel.example", ["https://hostel.example"]],
  ["https://Hostel.example/book?x=1\nhttp://b.example:8080/", ["https://hostel.example", "http://b.example:8080"]],
  ["a.example\na.example/", ["https://a.example"]],
  ["javascript:alert(1)", null],
  ["https://", null],
  ["localhost", null],
  [Array.from({ length: MOST_ORIGINS + 1 }, (_, i) => `s${i}.example`).join("\n"), null],
])("%j is read as %j", (text, origins) => expect(readOrigins(text)).toEqual(origins));

const listing = {
  origins: ["https://hostel.example"],
  ignored: ["https://known.example"],
  own: ["https://ronda.example"],
};
test.each([
  ["https://hostel.example/", "iframe", { state: "listed", origin: "https://hostel.example" }],
  ["https://hostel.example/a?b#c", "iframe", { state: "listed", origin: "https://hostel.example" }],
  [
    "https://hostel.example.evil.example/",
    "iframe",
    { state: "unlisted", origin: "https://hostel.example.evil.example" },
  ],
  ["http://hostel.example/", "iframe", { state: "unlisted", origin: "http://hostel.example" }],
  ["https://known.example/", "iframe", { state: "ignored", origin: "https://known.example" }],
  [null, "iframe", { state: "unlisted", origin: UNTOLD }],
  ["about:blank", "iframe", { state: "unlisted", origin: UNTOLD }],
  ["nonsense", "iframe", { state: "unlisted", origin: UNTOLD }],
  ["https://ronda.example/admin", "iframe", { state: "own" }],
  ["https://hostel.example/", "document", { state: "own" }],
  [null, null, { state: "unlisted", origin: UNTOLD }],
])("framed by %j (%s): %j", (referer, dest, place) => expect(standsAt({ referer, dest }, listing)).toEqual(place));

test("the line for a site", () =>
  expect(snippetOf("https://ronda.example", "CASA", "es")).toBe(
    '<script async src="https://ronda.example/widget.js" data-partner="CASA" data-lang="es"></script>',
  ));

const SCRIPT = "public/widget.js";

test("the script on a partner's site stays small, and neither it nor its frame stores or reports anything", () => {
  expect(statSync(SCRIPT).size).toBeLessThan(15 * 1024);
  for (const script of [readFileSync(SCRIPT, "utf8"), WIDGET_SCRIPT])
    expect(script).not.toMatch(
      /document\.cookie|localStorage|sessionStorage|indexedDB|fetch\(|sendBeacon|XMLHttp|new Image/,
    );
});

const crawl = (title: string, ...days: readonly number[]) => ({
  title,
  nights: days.map((day) => ({ date: `2026-12-${String(day).padStart(2, "0")}` })),
});
test.each([
  ["nothing", [], []],
  ["one crawl: its next six nights", [crawl("A", 1, 2, 3, 4, 5, 6, 7)], [["A", 1, 2, 3, 4, 5, 6]]],
  [
    "each crawl's next night, then the soonest",
    [crawl("A", 1, 8, 9, 10), crawl("B", 5, 6), crawl("C", 30, 31)],
    [
      ["A", 1, 8, 9],
      ["B", 5, 6],
      ["C", 30],
    ],
  ],
  [
    "no more than four crawls",
    ["A", "B", "C", "D", "E"].map((title, at) => crawl(title, at + 1)),
    [
      ["A", 1],
      ["B", 2],
      ["C", 3],
      ["D", 4],
    ],
  ],
  ["a crawl without nights isn't one of them", [crawl("A"), crawl("B", 1)], [["B", 1]]],
] as const)("the widget has room for %s", (_, crawls, expected) => {
  const got = soonestNights(crawls).map(({ title, nights }) => [
    title,
    ...nights.map(({ date }) => Number(date.slice(8))),
  ]);
  expect(got).toEqual(expected);
});
