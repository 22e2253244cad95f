import { expect, test } from "vitest";
import { securityTxt } from "#src/modules/site/content/rules/security-txt.ts";

const origin = "https://oaxaca.example";
const fieldsOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/: (.*)/).slice(0, 2));

test("names the operator's address, the page to write on, and the site it is of", () => {
  const text = securityTxt({ origin, email: "hola@ronda.example", now: new Date("2026-11-20T18:00:00Z") });
  expect(fieldsOf(text)).toEqual([
    ["Contact", "mailto:hola@ronda.example"],
    ["Contact", "https://oaxaca.example/contact"],
    ["Expires", "2027-05-19T00:00:00Z"],
    ["Preferred-Languages", "es, en"],
    ["Canonical", "https://oaxaca.example/.well-known/security.txt"],
  ]);
  expect(text.endsWith("\n")).toBe(true);
});

test("an operator without an address is written to on the site", () => {
  const contacts = fieldsOf(securityTxt({ origin, email: "", now: new Date() })).filter(([name]) => name === "Contact");
  expect(contacts).toEqual([["Contact", "https://oaxaca.example/contact"]]);
});

test("what would end the address ends no line", () => {
  const text = securityTxt({ origin, email: 'a"b%\u00fc@ronda.example', now: new Date() });
  expect(text).toContain("Contact: mailto:a%22b%25%C3%BC@ronda.example\n");
});

test.each(["2026-01-01T00:00:00Z", "2027-02-28T23:59:59Z", "2028-02-29T12:00:00Z", "2036-12-31T23:59:59Z"])(
  "on %s it ends in the future, and in less than a year",
  (at) => {
    const now = new Date(at);
    const text = securityTxt({ origin, email: "", now });
    const days = (Date.parse(/^Expires: (.*)$/m.exec(text)![1]!) - now.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(150);
    expect(days).toBeLessThan(365);
  },
);
