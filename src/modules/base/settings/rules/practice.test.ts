import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { practises } from "#src/modules/base/settings/rules/practice.ts";

test.each([
  ["sandbox", true],
  ["live", false],
] as const)("with PAYMENTS_MODE=%s a server practises: %s", (PAYMENTS_MODE, isPractice) => {
  expect(practises({ settings: { PAYMENTS_MODE } })).toBe(isPractice);
});

// the sandbox's own page, and what `opening` says of payments
const NOT_ABOUT_FIGURES = [
  "money/sandbox/queries.server.ts",
  "office/opening/queries.server.ts",
  "base/settings/rules/practice.ts",
];

test("no module says by itself what is practice", () => {
  const files = fs
    .readdirSync("src/modules", { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !NOT_ABOUT_FIGURES.includes(file.replaceAll("\\", "/")));
  const saying = files.filter((file) =>
    /PAYMENTS_MODE [!=]==/.test(fs.readFileSync(path.join("src/modules", file), "utf8")),
  );
  expect(saying).toEqual([]);
});
