import { expect, test } from "vitest";
import { hashOfKey, isKey, newKey } from "#src/platform/program-key.server.ts";

test.each([
  [false, "ronda_live_"],
  [true, "ronda_test_"],
])("a key (test: %s) says what it is, shows its prefix and passes its own checksum", (isTest, start) => {
  const { text, prefix } = newKey(isTest);
  expect(text.startsWith(prefix)).toBe(true);
  expect(prefix).toMatch(new RegExp(`^${start}[0-9A-Za-z]{8}$`));
  expect(text).toHaveLength(start.length + 46);
  expect(isKey(text)).toBe(true);
});

test("a key with any one character changed, cut or added is none", () => {
  const { text } = newKey(false);
  for (let at = 0; at < text.length; at++) {
    const changed = text.slice(0, at) + (text[at] === "x" ? "y" : "x") + text.slice(at + 1);
    expect(isKey(changed), changed).toBe(false);
    expect(isKey(text.slice(0, at)), "cut").toBe(false);
  }
  expect(isKey(`${text}x`)).toBe(false);
  expect(isKey(`${text}\n`)).toBe(false);
});

test("keys and their hashes differ, and a hash says nothing of its key", () => {
  const keys = Array.from({ length: 200 }, () => newKey(true).text);
  expect(new Set(keys).size).toBe(200);
  const hashes = keys.map(hashOfKey);
  expect(new Set(hashes).size).toBe(200);
  for (const [at, hash] of hashes.entries()) expect(keys[at]).not.toContain(hash.slice(0, 6));
});
