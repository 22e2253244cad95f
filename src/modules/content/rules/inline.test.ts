import { expect, test } from "vitest";
import { inlineOf, type Live, plainOf, withLive, wrongInline } from "#src/modules/content/rules/inline.ts";

const LIVE: Live = { email: "hola@ronda.example", phone: "+52 55 0000 0000", company: "Ronda", methods: "card" };

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
  expect(withLive("{company}: {email} [call](tel:{phone}) {{constructor}} {unknown}", LIVE)).toBe(
    "Ronda: hola@ronda.example [call](tel:+525500000000) {{constructor}} {unknown}",
  ));

test.each([
  ["[us](mailto:{email}), [call](tel:{phone}), [x](https://a.mx)", null],
  ["{{constructor}} <img onerror=1> {A} { x }", null],
  ["[x](javascript:1)", "content-pages.error.target"],
  ["[x]()", "content-pages.error.target"],
  ["[x](www.example.com)", "content-pages.error.target"],
  ["{emial}", "content-pages.error.live"],
])("%s is refused for %s", (text, message) => expect(wrongInline(text)?.message ?? null).toBe(message));
