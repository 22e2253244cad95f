import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import areas from "#src/modules/areas.json" with { type: "json" };

// Every law is broken once, in a tree made for that: a law that stays silent is no law.

const AREAS: [string, string[]][] = Object.entries(areas);

type Seed = [law: string, file: string, imports: string, as?: string];
const SEEDS: Seed[] = [
  ["nothing-imports-a-route", "src/ui/card.tsx", "src/routes/page.tsx"],
  ["routes-do-not-import-routes", "src/routes/home.tsx", "src/routes/page.tsx"],
  ["kernel-is-a-leaf", "src/kernel/money.ts", "src/platform/log.server.ts"],
  ["platform-knows-no-domain", "src/platform/email.server.ts", "src/modules/sales/booking/schema.ts"],
  ["ui-is-domain-free", "src/ui/list.tsx", "src/modules/sales/booking/schema.ts"],
  ["only-the-roots-import-the-wiring", "src/routes/tour.tsx", "src/wiring.ts"],
  ["rules-are-pure", "src/modules/sales/booking/rules/hold.ts", "src/platform/log.server.ts"],
  ["rules-use-no-node-builtins", "src/modules/sales/booking/rules/seats.ts", "node:crypto"],
  [
    "a-store-is-private",
    "src/modules/money/payments/settle-payment.server.ts",
    "src/modules/sales/booking/store/seats.server.ts",
  ],
  ["routes-call-use-cases-not-stores", "src/routes/list.tsx", "src/modules/sales/booking/store/seats.server.ts"],
  ["only-stores-speak-sql", "src/modules/sales/booking/queries.server.ts", "kysely"],
  [
    "browser-code-reaches-no-server-code",
    "src/modules/sales/booking/components/form.tsx",
    "src/modules/sales/booking/reach.ts",
  ],
  ["a-module-has-its-place", "src/modules/karaoke/rules/song.ts", "src/kernel/site.ts"],
  ["no-file-cycles", "src/kernel/left.ts", "src/kernel/right.ts"],
  ["the-product-ships-no-tools", "src/ui/chart.tsx", "vitest"],
  ["only-the-exporter-knows-opentelemetry", "src/ui/trace.tsx", "@opentelemetry/api"],
  ["the-exporter-is-loaded-when-wanted", "src/platform/jobs.server.ts", "src/platform/export-traces.server.ts"],
  ["the-product-imports-no-tests", "src/platform/db.server.ts", "tests/database.ts"],
  ...AREAS.slice(0, -1).map(([area, modules], index): Seed => {
    const [later, [module]] = AREAS[index + 1]!;
    const from = `src/modules/${area}/${modules[0]}/queries.server.ts`;
    return [`area-order: ${area}`, from, `src/modules/${later}/${module}/schema.ts`, index === 0 ? "type" : ""];
  }),
  ...AREAS.flatMap(([area, modules]) =>
    modules.slice(0, -1).map((module, index): Seed => {
      const from = `src/modules/${area}/${module}/queries.server.ts`;
      return [`module-order: ${module}`, from, `src/modules/${area}/${modules[index + 1]}/schema.ts`];
    }),
  ),
];

/** Files that the seeds import, and files that trigger the two laws which look beyond one import. */
const SUPPORT: [file: string, imports?: string][] = [
  ["src/modules/sales/booking/reach.ts", "src/platform/log.server.ts"],
  ["src/kernel/right.ts", "src/kernel/left.ts"],
];

const require = createRequire(import.meta.url);
const root = process.cwd();
const tree = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-laws-"));
afterAll(() => fs.rmSync(tree, { recursive: true }));

const write = (file: string, text: string) => {
  fs.mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
  fs.writeFileSync(path.join(tree, file), text, { flag: "a" });
};

function specifier(from: string, to: string): string {
  if (!/^(src|tests)\//.test(to)) return to;
  const relative = path.relative(path.dirname(from), to);
  return relative.startsWith(".") ? relative : `./${relative}`;
}

function plant(file: string, imports: string, as = ""): void {
  write(file, `import ${as} { a } from "${specifier(file, imports)}";\nexport const b = a;\n`);
  if (specifier(file, imports) !== imports) write(imports, "");
}

type Violation = { rule: { name: string }; from: string };
let violations: Violation[];
beforeAll(() => {
  for (const file of ["package.json", "tsconfig.json", ".dependency-cruiser.cjs", "src/modules/areas.json"]) {
    fs.mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(tree, file));
  }
  fs.symlinkSync(path.join(root, "node_modules"), path.join(tree, "node_modules"));
  for (const [, file, imports, as] of SEEDS) plant(file, imports, as);
  for (const [file, imports] of SUPPORT) if (imports) plant(file, imports);
  const args = ["src", "--config", ".dependency-cruiser.cjs", "--output-type", "json"];
  const cruiser = path.join(root, "node_modules/.bin/depcruise");
  const { stdout } = spawnSync(cruiser, args, { cwd: tree, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  violations = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
});

test.each(SEEDS)("%s: %s must not import %s", (law, file) => {
  expect(violations.filter((violation) => violation.rule.name === law).map(({ from }) => from)).toContain(file);
});

test("every law is broken above", () => {
  const { forbidden } = require(path.join(root, ".dependency-cruiser.cjs")) as { forbidden: { name: string }[] };
  expect(SEEDS.map(([law]) => law).toSorted()).toEqual(forbidden.map(({ name }) => name).toSorted());
});

test.each([
  ["src/modules/sales/booking/helpers.ts", "of no kind that a module has"],
  ["src/modules/sales/booking/store/db/seats.server.ts", "of no kind that a module has"],
  ["src/platform/date-utils.ts", "say nothing"],
])("%s is no name for a file", (file, complaint) => {
  const place = fs.mkdtempSync(path.join(tree, "names-"));
  const stranger = path.join(place, file);
  fs.mkdirSync(path.dirname(stranger), { recursive: true });
  fs.writeFileSync(stranger, "");
  const check = () =>
    spawnSync(process.execPath, [path.join(root, "check-structure.mjs")], { cwd: place, encoding: "utf8" });
  expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining(complaint) as string });
  fs.renameSync(stranger, path.join(place, "src/root.tsx"));
  expect(check().status).toBe(0);
});

test.each(["const end = new Date();", "const end = Date.now() + 60_000;"])("a use case must not say %s", (line) => {
  const place = fs.mkdtempSync(path.join(tree, "time-"));
  fs.mkdirSync(path.join(place, "src/modules/sales/booking"), { recursive: true });
  const found = (text: string) => {
    fs.writeFileSync(path.join(place, "src/modules/sales/booking/place-booking.server.ts"), text);
    return spawnSync(process.execPath, [path.join(root, "check-structure.mjs")], { cwd: place, encoding: "utf8" });
  };
  expect(found(line)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("place-booking.server.ts") as string,
  });
  expect(found("const end = new Date(ctx.now.getTime() + 60_000);").status).toBe(0);
});

test.each([
  ["src/modules/money/payments/settle-payment.server.ts", 'provider === "dinero"', "provider.capture"],
  ["src/modules/office/options/admin/payments-section.tsx", "// what DINERO_KEY is for", "// what its key is for"],
  ["src/locales/en/admin/options.json", '{ "options.help": "Your Dinero account." }', "{}"],
  ["src/ui/pay-mark.tsx", "const dineroMark = 1;", "const dineros = 1;"],
])("%s must not name a payment company", (file, line, other) => {
  const place = fs.mkdtempSync(path.join(tree, "companies-"));
  const found = (at: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(place, at)), { recursive: true });
    fs.writeFileSync(path.join(place, at), text);
    return spawnSync(process.execPath, [path.join(root, "check-structure.mjs")], { cwd: place, encoding: "utf8" });
  };
  expect(found(file, line).status).toBe(0); // no company of this name
  expect(found("src/modules/money/dinero/serve-provider.server.ts", 'export const name = "dinero";').stderr).toContain(
    `docs/decisions/206):\n  ${file}\n`,
  );
  expect(found("src/modules/base/settings/rules/payment-companies.ts", 'name: "dinero"').status).toBe(1);
  expect(found(file, other)).toMatchObject({ status: 0, stderr: "" });
});

/** A place of its own for `check-tables.mjs`: puts files there and runs it. */
function checkTables() {
  const place = fs.mkdtempSync(path.join(tree, "tables-"));
  const put = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
    fs.writeFileSync(path.join(place, file), text);
  };
  const check = () =>
    spawnSync(process.execPath, [path.join(root, "check-tables.mjs")], { cwd: place, encoding: "utf8" });
  return { put, check };
}
const VIEW = "export type Views = {\n  booking_facts: {\n  };\n};\n";

test("a table has one owner, and what others do with it is listed and only becomes less", () => {
  const { put, check } = checkTables();
  put("db/tables.ts", "export type Tables = {\n  bookings: {\n  };\n  tills: {\n  };\n};\n");
  put("src/modules/areas.json", '{ "sales": ["booking"], "evening": ["till"] }');
  put("src/modules/sales/booking/owns.json", '{ "tables": ["bookings"] }');
  expect(check().stderr).toContain("tills has no owner");
  put("src/modules/evening/till/owns.json", '{ "tables": ["tills"] }');
  put("src/modules/evening/till/store.server.ts", "sql`select from bookings join tills`");
  expect(check().stderr).toContain("evening/till reads bookings of sales/booking 1 times, listed are 0");
  put("src/modules/foreign-tables.json", '{ "writes": {}, "reads": { "evening/till": { "bookings": 1 } } }');
  expect(check().stderr).toBe("");
  put("src/modules/evening/till/store.server.ts", 'db.updateTable("bookings"); // from bookings');
  const writing = check();
  expect(writing.stderr).toContain("evening/till writes bookings of sales/booking 1 times, listed are 0");
  expect(writing.stderr).toContain("evening/till reads bookings 0 times: lower the 1");
  expect(writing.status).toBe(1);
  put("src/modules/evening/till/owns.json", '{ "tables": ["tills", "bookings"] }');
  expect(check().stderr).toContain("bookings is owned twice");
});

test("a statement that writes tables of several owners is allowed by name, and so often as it does", () => {
  const { put, check } = checkTables();
  put("db/tables.ts", "export type Tables = {\n  bookings: {\n  };\n  tills: {\n  };\n};\n");
  put("src/modules/areas.json", '{ "sales": ["booking"], "evening": ["till"] }');
  put("src/modules/sales/booking/owns.json", '{ "tables": ["bookings"] }');
  put("src/modules/evening/till/owns.json", '{ "tables": ["tills"] }');
  const file = "src/modules/evening/till/store.server.ts";
  put(file, "sql`insert into bookings (id) values (1)`; sql`update bookings set id = 2`");
  expect(check().stderr).toContain("evening/till writes bookings of sales/booking 2 times, listed are 0");
  const allow = (times: number) =>
    put(
      "src/modules/foreign-tables.json",
      JSON.stringify({ writes: {}, reads: {}, "one-statement": [{ file, writes: { bookings: times } }] }),
    );
  allow(2);
  expect(check().stderr).toBe("");
  allow(1);
  expect(check().stderr).toContain("evening/till writes bookings of sales/booking 1 times, listed are 0");
  allow(3);
  expect(check().stderr).toContain(`${file} writes bookings 1 times less than one-statement says`);
});

test("no module reads a table of a later one, unless it is named with its reason", () => {
  const { put, check } = checkTables();
  put("db/tables.ts", "export type Tables = {\n  bookings: {\n  };\n};\n");
  put("src/modules/areas.json", '{ "sales": ["coupons", "booking"] }');
  put("src/modules/sales/booking/owns.json", '{ "tables": ["bookings"] }');
  const file = "src/modules/sales/coupons/store.server.ts";
  put(file, "sql`select from bookings`");
  const list = (more: object) =>
    put("src/modules/foreign-tables.json", JSON.stringify({ writes: {}, reads: {}, ...more }));
  const upward = `${file} reads bookings of sales/booking, which stands after it`;
  list({ reads: { "sales/coupons": { bookings: 1 } } });
  expect(check().stderr).toContain(upward);
  list({ "one-statement": [{ file, reads: { bookings: 1 } }] });
  expect(check().stderr).toBe("");
  put(file, "sql`select from bookings`; sql`select from bookings`");
  expect(check().stderr).toContain(upward);
  put(file, "sql`select 1`");
  expect(check().stderr).toContain(`${file} reads bookings 1 times less than one-statement says`);
});

test("a view of the owner is read freely by modules after it, and written by nobody", () => {
  const { put, check } = checkTables();
  put("db/tables.ts", VIEW + "export type Tables = Views & {\n  bookings: {\n  };\n};\n");
  put("src/modules/areas.json", '{ "sales": ["coupons", "booking"], "evening": ["till"] }');
  put("src/modules/sales/booking/owns.json", '{ "tables": ["bookings", "booking_facts"] }');
  expect(check().stderr).toContain("booking_facts is a view, not a table");
  put("src/modules/sales/booking/owns.json", '{ "tables": [], "views": ["booking_facts", "bookings"] }');
  expect(check().stderr).toContain("bookings is a table, not a view");
  put("src/modules/sales/booking/owns.json", '{ "tables": ["bookings"], "views": ["booking_facts"] }');
  put("src/modules/evening/till/store.server.ts", "sql`select from booking_facts`");
  expect(check().stderr).toBe("");
  put("src/modules/sales/coupons/store.server.ts", "sql`select from booking_facts`");
  expect(check().stderr).toContain("store.server.ts reads booking_facts of sales/booking, which stands after it");
  put("src/modules/evening/till/store.server.ts", 'db.updateTable("booking_facts")');
  expect(check().stderr).toContain("evening/till writes booking_facts of sales/booking 1 times, listed are 0");
});

test("a route must not draw: what a page shows has a home in its module", () => {
  const place = fs.mkdtempSync(path.join(tree, "draw-"));
  fs.mkdirSync(path.join(place, "src/routes/admin/components"), { recursive: true });
  const found = (file: string) => {
    fs.writeFileSync(
      path.join(place, file),
      "export default function Bars() {\n  return (\n    <p>bars</p>\n  );\n}\n",
    );
    const check = path.join(root, "check-structure.mjs");
    const result = spawnSync(process.execPath, [check], { cwd: place, encoding: "utf8" });
    fs.rmSync(path.join(place, file));
    return result;
  };
  const drawing = found("src/routes/admin/bars.tsx");
  expect(drawing).toMatchObject({ status: 1, stderr: expect.stringContaining("src/routes/admin/bars.tsx") as string });
  for (const file of ["src/routes/admin/layout.tsx", "src/routes/admin/components/shell.tsx"])
    expect(found(file).status).toBe(0);
});

test.each([
  ["tests/a.test.ts", "await page.waitForTimeout(600);", "sleeps"], // sleeps: for the check to find
  ["src/a.test.ts", "await new Promise((done) => setTimeout(done, 400));", "sleeps"], // sleeps: for the check to find
  ["tests/a.test.ts", "await vi.waitUntil(isSo);", "soon"], // soon: for the check to find
  ["src/a.test.ts", "await expect.poll(read, { timeout: 3000 }).toBe(1);", "soon"], // soon: for the check to find
  ["tests/e2e/a.test.ts", 'await open(page, "/?date=2026-12-04");', "any day"], // any day: for the check to find
])("%s must not say %s without a reason", (file, line, reason) => {
  const place = fs.mkdtempSync(path.join(tree, "tests-"));
  const found = (text: string) => {
    fs.mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
    fs.writeFileSync(path.join(place, file), text);
    return spawnSync(process.execPath, [path.join(root, "check-tests.mjs")], { cwd: place, encoding: "utf8" });
  };
  expect(found(line)).toMatchObject({ status: 1, stderr: expect.stringContaining(`${file}:1 `) as string });
  expect(found(`${line} // ${reason}: why`).status).toBe(0);
  expect(found(`// ${reason}: why\n${line}`).status).toBe(0);
  expect(found("await expect.poll(read).toBe(1);").status).toBe(0);
  expect(found("await vi.waitFor(\n  () => (read(), 1),\n  { timeout: 10_000 },\n);").status).toBe(0);
});

test.each([
  ["a type", ["Form", "Trouble"]],
  ["a call", ["ctx.", "announce(ctx, tx, event)"]],
  ["a path", ["#src/modules/", "contact/queries.server.ts"]],
])("a word that another one replaced is found in %s", (_, word) => {
  const place = fs.mkdtempSync(path.join(tree, "words-"));
  const found = (text: string) => {
    fs.mkdirSync(path.join(place, "src/modules/sales/booking"), { recursive: true });
    fs.writeFileSync(path.join(place, "src/modules/sales/booking/queries.server.ts"), text);
    return spawnSync(process.execPath, [path.join(root, "check-words.mjs")], { cwd: place, encoding: "utf8" });
  };
  const replaced = found(`\n${word.join("")};`);
  expect(replaced).toMatchObject({ status: 1, stderr: expect.stringContaining("queries.server.ts:2: ") as string });
  expect(found("AdminButton; ctx.publish(ctx, tx, event);").status).toBe(0);
});

/** What `check-words.mjs` says of a file. */
function namesIn(text: string) {
  const place = fs.mkdtempSync(path.join(tree, "names-"));
  fs.mkdirSync(path.join(place, "src/kernel"), { recursive: true });
  fs.writeFileSync(path.join(place, "src/kernel/rows.ts"), text);
  return spawnSync(process.execPath, [path.join(root, "check-words.mjs")], { cwd: place, encoding: "utf8" });
}

test.each([
  ["a variable", "export const kept = 1;"],
  ["a destructured variable", "const { id, until: told = 0, ...rest } = row;"],
  ["an element of a list", "const [first, ...seen] = rows;"],
  ["a parameter", "export const sum = (rows: number[], given: number) => rows.length + given;"],
  ["a parameter with a default", "function show(shown = true) {\n  return shown;\n}"],
  ["a function", "export function asked(request: Request) {\n  return request.url;\n}"],
  ["a parameter of a method", "export const box = { put(taken: string): void {} };"],
  ["a type", "export type Kept = { id: string };"],
  ["an interface", "interface Wanted {\n  id: string;\n}"],
])("a name that says nothing is found in %s", (_, code) => {
  expect(namesIn(`\n${code}`)).toMatchObject({ status: 1, stderr: expect.stringContaining("rows.ts:2: ") as string });
});

test("a property is named by its column or field, and a text may hold any word", () => {
  const rows = '// kept\nexport const rowOf = (row: { kept: string }) => ({ kept: row.kept, text: "told" });';
  expect(namesIn(rows).status).toBe(0);
});

test("a name that says nothing is found in a script of the root folder", () => {
  const place = fs.mkdtempSync(path.join(tree, "scripts-"));
  fs.writeFileSync(path.join(place, "start.mjs"), "\nconst known = 1;");
  const found = spawnSync(process.execPath, [path.join(root, "check-words.mjs")], { cwd: place, encoding: "utf8" });
  expect(found.stderr).toContain("start.mjs:2: known");
});

// In two parts, so that the check doesn't find them here.
test.each([
  ["a rule", ["src/kernel/money.ts", "/** Rounds (ru", "le money-99). */"], "(rule money-1)"],
  [
    "the second of two rules",
    ["src/kernel/money.ts", "// see rules money-1 a", "nd money-98"],
    "rules money-1 and money-1",
  ],
  ["a rule over the end of a line", ["src/kernel/money.ts", "/**\n * Rounds (ru", "le\n * money-97). */"], ""],
  ["a record", ["src/kernel/money.ts", "// see docs/deci", "sions/999"], "docs/decisions/001"],
  ["a record by its number", ["docs/rules.md", "### money-1\nsee deci", "sion 998"], "### money-1\nsee decision 001"],
  ["a section of the specification", ["src/kernel/money.ts", "// spec sec", "tion 12"], "spec section 2.1"],
  ["a document that is elsewhere", ["src/kernel/money.ts", "// see mecha", "nics 3"], ""],
  ["a file", ["README.md", "`money/rules/no", "where.ts`"], "`kernel/money.ts`, `src/kernel/`, `money.ts`"],
  ["a folder", ["README.md", "`src/no", "where/`"], "`src/kernel/`"],
  ["a script", ["README.md", "`npm run no", "where`"], "`npm run dev`, `npm test`"],
  ["a linked file", ["README.md", "[x](docs/no", "where.md)"], "[x](docs/rules.md)"],
  ["a linked heading", ["README.md", "[x](docs/rules.md#no", "where)"], "[x](docs/rules.md#money-1)"],
  ["a record in the index", ["docs/decisions/README.md", "no", "thing"], "- [001: Node](001-node.md)"],
  ["a record's title in the index", ["docs/decisions/README.md", "- [001: No", "d](001-node.md)"], ""],
])("%s that doesn't exist is found", (_, [file, ...text], right) => {
  const place = fs.mkdtempSync(path.join(tree, "docs-"));
  const put = (name: string, content: string) => {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), content);
  };
  const found = (content: string) => {
    put("src/kernel/money.ts", "");
    put("package.json", '{"scripts":{"dev":"","test":""}}');
    put("docs/rules.md", "### money-1");
    put("docs/decisions/001-node.md", "# Node\n");
    put("docs/decisions/README.md", "- [001: Node](001-node.md)");
    put(file!, content);
    return spawnSync(process.execPath, [path.join(root, "check-docs.mjs")], { cwd: place, encoding: "utf8" });
  };
  const missing = found(text.join(""));
  expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining(`${file}:`) as string });
  if (right) expect(found(right)).toMatchObject({ stderr: "", status: 0 });
});

test.each([
  ["otherwise said in the index", "# Node\n\nReplaced in part by [002](002-deno.md): x\n", " Replaced by 002."],
  ["said of a record that doesn't say so", "# Node\n", " Replaced by 002."],
])("that a record was replaced, %s, is found", (_, record, status) => {
  const place = fs.mkdtempSync(path.join(tree, "records-"));
  fs.mkdirSync(path.join(place, "docs/decisions"), { recursive: true });
  const put = (name: string, content: string) => fs.writeFileSync(path.join(place, "docs/decisions", name), content);
  put("001-node.md", record);
  put("002-deno.md", "# Deno\n");
  put("README.md", `- [001: Node](001-node.md)${status}\n- [002: Deno](002-deno.md)\n`);
  const result = spawnSync(process.execPath, [path.join(root, "check-docs.mjs")], { cwd: place, encoding: "utf8" });
  expect(result.stderr).toContain("docs/decisions/README.md:1: ");
  expect(result.status).toBe(1);
});
