import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const WRITE = /\b(?:local|session)Storage\.(?:setItem|removeItem)\(/g;

/** Whether a place of a text lies in a `try` whose `catch` comes after it. */
const isTried = (text: string, at: number): boolean =>
  Math.max(text.lastIndexOf("try {", at), text.lastIndexOf("try{", at)) >
  Math.max(text.lastIndexOf("catch", at), text.lastIndexOf("\n}\n", at));

test("a full or locked device stops nobody: every write to a browser's storage is tried", () => {
  const files = globSync("src/**/*.{ts,tsx}").filter((file) => !file.endsWith(".test.ts"));
  const writes = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return Array.from(text.matchAll(WRITE), ({ index }) => ({
      file,
      line: text.slice(0, index).split("\n").length,
      isTried: isTried(text, index),
    }));
  });
  expect(writes.length).toBeGreaterThan(15);
  expect(writes.filter((write) => !write.isTried)).toEqual([]);
});
