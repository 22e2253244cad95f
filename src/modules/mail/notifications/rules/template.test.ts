import { describe, expect, test } from "vitest";
import { sayMessage } from "#src/locales/message.ts";
import { PLACEHOLDERS, readText, type TextRule, tidied } from "#src/modules/mail/notifications/rules/template.ts";

const rule = (over: Partial<TextRule> = {}): TextRule => ({
  may: ["name", "date", "people", "code"],
  must: [],
  most: 200,
  long: true,
  ...over,
});
const textOf = (text: string, values: Record<string, string | number> = {}, over: Partial<TextRule> = {}) => {
  const read = readText(text, rule(over));
  if (!read.ok) throw new Error(read.error.problem);
  return sayMessage(read.message, values, "en");
};
const refused = (text: string, over: Partial<TextRule> = {}) => {
  const read = readText(text, rule(over));
  return read.ok ? null : read.error;
};

test.each([
  ["Hi {{name}}!", "Hi Ana!"],
  ["{{ name }}, {{date}}", "Ana, Friday"],
  ["{{name}}{{name}}", "AnaAna"],
  ["no braces", "no braces"],
  ["one { or } of them, {name}", "one { or } of them, {name}"],
  ['<img src=x onerror="alert(1)">', '<img src=x onerror="alert(1)">'],
  ["{{people: # guest | # guests}}", "2 guests"],
  ["{{people: one # | many: #}} {{name}}", "many: 2 Ana"],
  ["", ""],
])("%s says %s", (text, expected) => {
  expect(textOf(text, { name: "Ana", date: "Friday", people: 2 })).toBe(expected);
});

test("a number has the form for one", () => {
  expect(textOf("{{people: # guest | # guests}}", { people: 1 })).toBe("1 guest");
});

test("a value is not read again", () => {
  expect(textOf("Hi {{name}}", { name: "{{code}}", code: "123456" })).toBe("Hi {{code}}");
});

test.each([
  ["{{nombre}}", { problem: "unknown", name: "nombre" }],
  ["{{constructor}}", { problem: "unknown", name: "constructor" }],
  ["{{__proto__}}", { problem: "unknown", name: "__proto__" }],
  ["{{}}", { problem: "unknown", name: "" }],
  ["{{name", { problem: "braces" }],
  ["name}}", { problem: "braces" }],
  ["{{{name}}}", null],
  ["{{name: a | b}}", { problem: "not_counted", name: "name" }],
  ["{{people: a}}", { problem: "two_forms" }],
  ["{{people: a | b | c}}", { problem: "two_forms" }],
  ["{{people: a | }}", { problem: "two_forms" }],
  ["a\u0000b", { problem: "line" }],
  ["a\rb", { problem: "line" }],
  ["a\u2028b", { problem: "line" }],
  ["x".repeat(201), { problem: "long" }],
] as const)("%j is refused with %j", (text, error) => {
  expect(refused(text)).toEqual(error);
});

test("a line break ends no subject", () => {
  expect(refused("Hi\nBcc: all@guests.test", { long: false })).toEqual({ problem: "line" });
  expect(refused(tidied("Hi\r\nBcc: all@guests.test"), { long: false })).toEqual({ problem: "line" });
  expect(refused("two\nlines")).toBeNull();
});

test("what is required can't be left out, a form of it counts", () => {
  expect(refused("Your code", { must: ["code"] })).toEqual({ problem: "required", name: "code" });
  expect(refused("Your code {{code}}", { must: ["code"] })).toBeNull();
  expect(refused("{{people: # | #}}", { must: ["people"] })).toBeNull();
});

describe("whatever is typed", () => {
  // pieces of the grammar in all orders up to four: a hole in the reader would be one of them
  const PIECES = ["{{", "}}", "name", "people", ":", "|", "#", "{", " ", "constructor", "<b>", "{{name}}"];
  const sequences = (length: number): string[] =>
    length === 0 ? [""] : sequences(length - 1).flatMap((before) => PIECES.map((piece) => before + piece));

  test("is refused or inserts only what it may", () => {
    const values = Object.fromEntries(PLACEHOLDERS.map((name) => [name, `<${name}>`]));
    for (const text of sequences(4)) {
      const read = readText(text, rule());
      if (!read.ok) continue;
      const message = sayMessage(read.message, values, "en");
      expect(message, text).not.toContain("native code");
      for (const [, name = ""] of text.matchAll(/\{\{\s*(\w+)/g)) expect(["name", "people"], text).toContain(name);
    }
  });
});
