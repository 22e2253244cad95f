import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";
import { expect, test } from "vitest";
import { trimmed } from "../trim-react.ts";

const require = createRequire(import.meta.url);
const react = readFileSync(
  path.join(path.dirname(require.resolve("react-dom")), "cjs/react-dom-client.production.js"),
  "utf8",
);

test("React's browser code is still whole without what is taken out of it, and a fifteenth shorter", () => {
  const rest = trimmed(react);
  expect(() => new vm.Script(rest)).not.toThrow();
  expect(rest.length / react.length).toBeLessThan(14 / 15);
});

test("a React that lacks one of the functions is refused", () => {
  expect(() => trimmed(react.replace("function startViewTransition(", "function beginViewTransition("))).toThrow(
    "React has no function startViewTransition any more",
  );
});

/** What the trimmed React can't do. */
const UNUSED = [/\bViewTransition\b/, /\bSuspenseList\b/, /<(?:React\.)?Fragment\b[^>]*\bref=/, /\bviewTransition\b/];

test("no part of the product uses what is taken out of React", () => {
  const sources = globSync("src/**/*.{ts,tsx}").filter((file) => !file.endsWith(".test.ts"));
  expect(sources.length).toBeGreaterThan(500);
  const using = sources.filter((file) => UNUSED.some((word) => word.test(readFileSync(file, "utf8"))));
  expect(using).toEqual([]);
});
