import fs from "node:fs";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import { type Message, sayMessage, type Values } from "#src/locales/message.ts";

const say = (icu: string, values: Values = {}, locale: "en" | "es" = "en") =>
  sayMessage(compileMessageOrThrow(icu) as Message, values, locale);

const PLACES = "{n, plural, =0 {none} one {# place at {bar}} other {# places at {bar}}} left";

test.each([
  ["Plain", {}, "Plain"],
  ["Hi {name}, {name}!", { name: "Ana" }, "Hi Ana, Ana!"],
  ["Hi {name}!", {}, "Hi !"],
  [PLACES, { n: 0 }, "none left"],
  [PLACES, { n: 1, bar: "X" }, "1 place at X left"],
  [PLACES, { n: 1200, bar: "X" }, "1,200 places at X left"],
  ["{kind, select, card {by card} other {somehow}}", { kind: "card" }, "by card"],
  ["{kind, select, card {by card} other {somehow}}", { kind: "cash" }, "somehow"],
  ["{n, plural, one {{kind, select, a {#A} other {#B}}} other {#}}", { n: 1, kind: "a" }, "1A"],
])("%s with %o says %s", (icu, values, expected) => expect(say(icu, values)).toBe(expected));

test("numbers and plural forms are the language's", () => {
  expect(say("{n, plural, one {# lugar} other {# lugares}}", { n: 12_345 }, "es")).toBe("12,345 lugares");
  expect(say("{n, plural, one {# lugar} other {# lugares}}", { n: 1 }, "es")).toBe("1 lugar");
});

test("a value is text, never a message", () => expect(say("Hi {name}", { name: "{name} #" })).toBe("Hi {name} #"));

test("messages use no kind of ICU that is not said", () => {
  const folders = ["en", "es"].map((language) => `src/locales/${language}`);
  const texts = folders.flatMap((folder) =>
    fs.globSync(`${folder}/**/*.json`).map((file) => fs.readFileSync(file, "utf8")),
  );
  const kinds = texts.flatMap((text) => Array.from(text.matchAll(/\{\s*\w+\s*,\s*(\w+)/g), ([, kind]) => kind));
  expect(new Set(kinds)).toEqual(new Set(["plural", "select"]));
  expect(texts.some((text) => text.includes("offset:"))).toBe(false);
});
