import { expect, test } from "vitest";
import { languageOf, readQuery } from "#src/api/read-request.ts";

test.each([
  ["what the body says", "en", "en", { language: "es" }, "es"],
  ["no language the body makes up", "es", null, { language: "fr" }, "es"],
  ["the first one accepted", "es-MX,es;q=0.9,en;q=0.8", "en", undefined, "es"],
  ["the one accepted most", "en;q=0.4, es;q=0.9", null, undefined, "es"],
  ["one of ours, not the most wanted of all", "fr, de;q=0.9, es;q=0.1", null, undefined, "es"],
  ["nothing that is refused by weight", "es;q=0, en;q=0.1", null, undefined, "en"],
  ["no language that only begins alike", "est, enm", "es", undefined, "es"],
  ["?lang where nothing else is said", null, "es", undefined, "es"],
  ["?lang where anything is accepted", "*", "es", undefined, "es"],
  ["English at last", null, "fr", null, "en"],
] as const)("the language of an answer is %s", (_, header, lang, body, expected) => {
  const headers = new Headers(header === null ? {} : { "accept-language": header });
  expect(languageOf(headers, lang === null ? {} : { lang }, body)).toBe(expected);
});

test.each([
  ["/a", {}],
  ["/a?", {}],
  ["/a?b=1&c=x%20y+z", { b: "1", c: "x y z" }],
  ["/a?b", { b: "" }],
  ["/a?toString=1", { toString: "1" }],
])("the query of %s", (url, values) => {
  const read = readQuery(`http://ronda.test${url}`);
  expect({ ...("values" in read ? read.values : {}) }).toEqual(values);
});

test.each(["/a?b=1&b=1", "/a?b=&c=2&b", "/a?__proto__=1&__proto__=2"])("%s names a key twice", (url) => {
  expect(readQuery(`http://ronda.test${url}`)).toEqual({ doubled: expect.any(String) });
});
