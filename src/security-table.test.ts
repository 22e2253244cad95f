import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const table = readFileSync("docs/security.md", "utf8");
const cells = table
  .split("\n")
  .filter((line) => /^\| \d+\.\d+/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("the table has every requirement of its chapters once, and a test or the reason why there is none", () => {
  const numbers = cells.map(([, number]) => number!);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.length).toBeGreaterThan(75);
  for (const [, number, , how, proof] of cells) {
    expect(how, number).not.toBe("");
    expect(proof, number).toMatch(/^(–|`[^`]+`( “.+”)?)$/);
  }
});

test.each(cells.filter((row) => row[4] !== "–").map((row) => [row[1]!, row[4]!]))("%s is proved by %s", (_, proof) => {
  const [, file, title] = /^`([^`]+)`(?: “(.+)”)?$/.exec(proof)!;
  expect(existsSync(file!), file).toBe(true);
  if (title) expect(readFileSync(file!, "utf8")).toContain(title);
});

test("every call to another server says what it does about a redirect", () => {
  const callers = globSync("src/**/*.server.ts").filter((file) => /\bfetch(From)?\(/.test(readFileSync(file, "utf8")));
  const silent = callers.filter((file) => {
    const text = readFileSync(file, "utf8");
    const calls = text.match(/await fetch(From)?\(|=>\s+fetch\(/g) ?? [];
    return calls.length > (text.match(/redirect: "(error|manual)"/g) ?? []).length;
  });
  expect(callers.length).toBeGreaterThan(3);
  expect(silent).toEqual([]);
});
