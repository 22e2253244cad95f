import { expect, test } from "vitest";
import {
  hrefIn,
  inlineOf,
  linkedRuns,
  type Live,
  plainOf,
  withLive,
  wrongInline,
} from "#src/modules/site/content/rules/inline.ts";

const LIVE: Live = {
  brand: "Noches",
  founded: "2019",
  email: "hola@ronda.example",
  phone: "+52 55 0000 0000",
  company: "Ronda",
  methods: "card",
};

test.each([
  ["plain", [{ text: "plain" }]],
  ["a **b** c", [{ text: "a " }, { text: "b", isBold: true }, { text: " c" }]],
  ["[us](/contact)", [{ text: "us", href: "/contact" }]],
  [
    "**[us](mailto:a@b.mx) now**",
    [
      { text: "us", href: "mailto:a@b.mx", isBold: true },
      { text: " now", isBold: true },
    ],
  ],
  ["[**us**](/contact)", [{ text: "us", href: "/contact", isBold: true }]],
  [
    "see [our **terms** now](/terms) **b**",
    [
      { text: "see " },
      { text: "our ", href: "/terms" },
      { text: "terms", href: "/terms", isBold: true },
      { text: " now", href: "/terms" },
      { text: " " },
      { text: "b", isBold: true },
    ],
  ],
  ["**a [b** c](/x)", [{ text: "**a " }, { text: "b** c", href: "/x" }]],
  ["[x](https://a.mx/b_(c)) d", [{ text: "x", href: "https://a.mx/b_(c)" }, { text: " d" }]],
  ["[x](https://a.mx/**b**)", [{ text: "x", href: "https://a.mx/**b**" }]],
  ["[x](https://example.com/a?b=c)", [{ text: "x", href: "https://example.com/a?b=c" }]],
  // whatever else it looks like is text
  ["[x](javascript:alert(1))", [{ text: "[x](javascript:alert(1))" }]],
  ["[x](//evil.example)", [{ text: "[x](//evil.example)" }]],
  ["[x](/\\evil.example)", [{ text: "[x](/\\evil.example)" }]],
  ["[x](data:text/html,1)", [{ text: "[x](data:text/html,1)" }]],
  ["2 ** 3 ** 4", [{ text: "2 ** 3 ** 4" }]],
  ["**open", [{ text: "**open" }]],
  ["<img onerror=alert(1)>", [{ text: "<img onerror=alert(1)>" }]],
])("%s is read as %j", (text, runs) => expect(joined(inlineOf(text))).toEqual(runs));

/** Runs of the same look are one. */
const joined = (runs: readonly { text: string; isBold?: boolean; href?: string }[]) =>
  runs.reduce<{ text: string; isBold?: boolean; href?: string }[]>((all, run) => {
    const last = all.at(-1);
    if (last && last.isBold === run.isBold && last.href === run.href) last.text += run.text;
    else all.push({ ...run });
    return all;
  }, []);

test("a text without its notation is what it says", () =>
  expect(plainOf("See **[the terms](/terms)** first.")).toBe("See the terms first."));

test("live values are put in, and nothing else in braces", () =>
  expect(withLive("{company}: {email} [call](tel:{phone}) {{constructor}} {constructor} {unknown}", LIVE)).toBe(
    "Ronda: hola@ronda.example [call](tel:+525500000000) {{constructor}} {constructor} {unknown}",
  ));

test.each([
  ["[us](mailto:{email}), [call](tel:{phone}), [x](https://a.mx)", null],
  ["{{constructor}} <img onerror=1> {A} { x }", null],
  ["[x](javascript:1)", "content-pages.error.target"],
  ["[x]()", "content-pages.error.target"],
  ["[x](www.example.com)", "content-pages.error.target"],
  ["{emial}", "content-pages.error.live"],
  ["{constructor}", "content-pages.error.live"],
  ["[**x**](/terms) [y](https://a.mx/b_(c))", null],
  ["[x](https://a.mx/(b(c)))", "content-pages.error.target"],
  ["[x](https://a.mx", "content-pages.error.target"],
  ["[x] (y), a[1]", null],
])("%s is refused for %s", (text, message) => expect(wrongInline(text)?.message ?? null).toBe(message));

test("the runs of one link are one link", () =>
  expect(linkedRuns("a [b **c**](/d)").map(({ href, runs }) => [href, runs.length])).toEqual([
    [undefined, 1],
    ["/d", 2],
  ]));

test.each([
  ["/terms", "/es/terms"],
  ["/crawls?city=a.b#c", "/es/crawls?city=a.b#c"],
  ["/apiary", "/es/apiary"],
  ["/uploads/menu", "/uploads/menu"],
  ["/pictures/a.jpg", "/pictures/a.jpg"],
  ["/api/departures", "/api/departures"],
  ["/site.webmanifest?v=2", "/site.webmanifest?v=2"],
  ["https://a.mx/b", "https://a.mx/b"],
])("from a Spanish page %s leads to %s", (href, there) => expect(hrefIn(href, "es")).toBe(there));
