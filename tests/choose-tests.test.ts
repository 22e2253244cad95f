import fs from "node:fs";
import { expect, test } from "vitest";
// @ts-expect-error -- plain JavaScript, as what calls it
import { chooseTests, NOTICED_BY, SECONDS } from "./choose-tests.mjs";

const imports = (...files: string[]) => files.map((file) => `import { it } from "#${file}";`).join("\n");

/** What a run could play. */
const TESTS = {
  "tests/holds.db.test.ts": imports("src/modules/sales/booking/place-booking.server.ts", "tests/database.ts"),
  "tests/two-companies.db.test.ts": imports("src/modules/money/payments/start-payment.server.ts", "tests/paying.ts"),
  "tests/schema.db.test.ts": imports("tests/database.ts"),
  "tests/jobs.db.test.ts": "",
  "tests/run-jobs.db.test.ts": "",
  "tests/visible-text.test.ts": imports("src/modules/sales/booking/schema.ts"),
  "tests/ops-files.test.ts": "",
  "tests/flash-sale.test.ts": imports("src/modules/sales/booking/schema.ts", "tests/servers.ts"),
  "src/modules/sales/booking/place-booking.db.test.ts": imports("src/modules/sales/booking/place-booking.server.ts"),
  "src/modules/sales/booking/renew-link.db.test.ts": imports("src/modules/sales/booking/renew-link.server.ts"),
  "src/modules/office/booking-admin/save-view.db.test.ts": imports(
    "src/modules/office/booking-admin/save-view.server.ts",
  ),
  "src/platform/secrets.db.test.ts": imports("src/platform/secrets.server.ts"),
  "db/seeds/load.db.test.ts": imports("db/seeds/load.ts"),
};
type Chosen = { run: (keyof typeof TESTS)[]; left: (keyof typeof TESTS)[] };
const choose = (changed: string[], seconds = 1000) => chooseTests(changed, TESTS, seconds) as Chosen;

test.each<[what: string, changed: string[], run: Chosen["run"]]>([
  ["nothing", [], []],
  ["a text that nothing reads", ["CHANGELOG.md"], []],
  ["a test", ["tests/jobs.db.test.ts"], ["tests/jobs.db.test.ts"]],
  ["what tests stand on", ["tests/paying.ts"], ["tests/two-companies.db.test.ts"]],
  [
    "a use case: first who imports it, then the texts, its module, and who names the module",
    ["src/modules/sales/booking/renew-link.server.ts"],
    [
      "src/modules/sales/booking/renew-link.db.test.ts",
      "tests/visible-text.test.ts",
      "src/modules/sales/booking/place-booking.db.test.ts",
      "tests/holds.db.test.ts",
    ],
  ],
  [
    "a module whose name begins another's",
    ["src/modules/office/booking-admin/store.server.ts"],
    ["tests/visible-text.test.ts", "src/modules/office/booking-admin/save-view.db.test.ts"],
  ],
  [
    "a migration",
    ["db/migrations/0080_a_table.ts", "db/schema.sql"],
    ["tests/schema.db.test.ts", "db/seeds/load.db.test.ts"],
  ],
  [
    "the platform",
    ["src/platform/log.server.ts"],
    [
      "tests/holds.db.test.ts",
      "tests/jobs.db.test.ts",
      "tests/run-jobs.db.test.ts",
      "tests/visible-text.test.ts",
      "src/platform/secrets.db.test.ts",
    ],
  ],
  ["a sample for operators", ["ops/nginx.conf"], ["tests/ops-files.test.ts"]],
])("of %s", (_, changed, run) => {
  expect(choose(changed).run).toEqual(run);
});

test("what doesn't fit is left to the whole run, the farthest first, as is what needs a build", () => {
  const { run, left } = choose(["src/modules/sales/booking/renew-link.server.ts"], 4);
  expect(run).toEqual(["src/modules/sales/booking/renew-link.db.test.ts", "tests/visible-text.test.ts"]);
  expect(left).toEqual(["src/modules/sales/booking/place-booking.db.test.ts", "tests/holds.db.test.ts"]);
  expect(choose(["src/modules/sales/booking/schema.ts"]).left).toEqual(["tests/flash-sale.test.ts"]);
});

test("a slow file is left where shorter ones farther off still fit", () => {
  expect(choose(["src/wiring.ts"], 5)).toEqual({
    run: ["tests/jobs.db.test.ts", "tests/visible-text.test.ts"],
    left: ["tests/run-jobs.db.test.ts"],
  });
  expect(choose(["src/wiring.ts"]).left).toEqual([]);
});

test("every test that the table names is there", () => {
  const named = [...Object.keys(SECONDS as object), ...(NOTICED_BY as [RegExp, string[]][]).flatMap(([, own]) => own)];
  expect(named.filter((file) => !fs.existsSync(file))).toEqual([]);
});
