import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

// Every law is broken once, in a tree made for that: a law that stays silent is no law.

const SEEDS: [law: string, file: string, imports: string, as?: string][] = [
  ["nothing-imports-a-route", "src/ui/card.tsx", "src/routes/page.tsx"],
  ["routes-do-not-import-routes", "src/routes/home.tsx", "src/routes/page.tsx"],
  ["kernel-is-a-leaf", "src/kernel/money.ts", "src/platform/log.server.ts"],
  ["platform-knows-no-domain", "src/platform/email.server.ts", "src/modules/booking/schema.ts"],
  ["ui-is-domain-free", "src/ui/list.tsx", "src/modules/booking/schema.ts"],
  ["only-the-roots-import-the-wiring", "src/routes/tour.tsx", "src/wiring.ts"],
  ["rules-are-pure", "src/modules/booking/rules/hold.ts", "src/platform/log.server.ts"],
  ["rules-use-no-node-builtins", "src/modules/booking/rules/seats.ts", "node:crypto"],
  ["a-store-is-private", "src/modules/payments/settle-payment.server.ts", "src/modules/booking/store/seats.server.ts"],
  ["routes-call-use-cases-not-stores", "src/routes/list.tsx", "src/modules/booking/store/seats.server.ts"],
  ["only-stores-speak-sql", "src/modules/booking/queries.server.ts", "kysely"],
  ["browser-code-reaches-no-server-code", "src/modules/booking/components/form.tsx", "src/modules/booking/reach.ts"],
  ["a-module-has-its-place", "src/modules/karaoke/rules/song.ts", "src/kernel/site.ts"],
  ["no-file-cycles", "src/kernel/left.ts", "src/kernel/right.ts"],
  ["the-product-ships-no-tools", "src/ui/chart.tsx", "vitest"],
  ["only-the-exporter-knows-opentelemetry", "src/ui/trace.tsx", "@opentelemetry/api"],
  ["the-exporter-is-loaded-when-wanted", "src/platform/jobs.server.ts", "src/platform/export-traces.server.ts"],
  ["the-product-imports-no-tests", "src/platform/db.server.ts", "tests/database.ts"],
  ["module-order: settings", "src/modules/settings/save-setting.server.ts", "src/modules/booking/schema.ts", "type"],
  ["module-order: identity", "src/modules/identity/sign-in.server.ts", "src/modules/content/schema.ts"],
  ["module-order: media", "src/modules/media/queries.server.ts", "src/modules/content/schema.ts"],
  ["module-order: content", "src/modules/content/queries.server.ts", "src/modules/catalog/schema.ts"],
  ["module-order: sandbox", "src/modules/sandbox/queries.server.ts", "src/modules/payments/schema.ts"],
  ["module-order: stripe", "src/modules/stripe/serve-provider.server.ts", "src/modules/payments/schema.ts"],
  ["module-order: paypal", "src/modules/paypal/serve-provider.server.ts", "src/modules/payments/schema.ts"],
  ["module-order: ledger", "src/modules/ledger/queries.server.ts", "src/modules/payments/schema.ts"],
  ["module-order: operations", "src/modules/operations/queries.server.ts", "src/modules/catalog/schema.ts"],
  ["module-order: catalog", "src/modules/catalog/queries.server.ts", "src/modules/schedule/schema.ts"],
  ["module-order: schedule", "src/modules/schedule/queries.server.ts", "src/modules/coupons/schema.ts"],
  ["module-order: coupons", "src/modules/coupons/queries.server.ts", "src/modules/booking/schema.ts"],
  ["module-order: credits", "src/modules/credits/queries.server.ts", "src/modules/booking/schema.ts"],
  ["module-order: booking", "src/modules/booking/place-booking.server.ts", "src/modules/tickets/schema.ts"],
  ["module-order: payments", "src/modules/payments/queries.server.ts", "src/modules/tickets/schema.ts"],
  ["module-order: tickets", "src/modules/tickets/queries.server.ts", "src/modules/payments/schema.ts"],
  ["module-order: messages", "src/modules/messages/send-message.server.ts", "src/modules/notifications/schema.ts"],
  ["module-order: affiliates", "src/modules/affiliates/queries.server.ts", "src/modules/booking/schema.ts"],
  ["module-order: funnel", "src/modules/funnel/queries.server.ts", "src/modules/booking/schema.ts"],
  ["module-order: reviews", "src/modules/reviews/queries.server.ts", "src/modules/tickets/schema.ts"],
  [
    "module-order: reconciliation",
    "src/modules/reconciliation/queries.server.ts",
    "src/modules/notifications/schema.ts",
  ],
  ["module-order: receipts", "src/modules/receipts/queries.server.ts", "src/modules/notifications/schema.ts"],
  ["module-order: stops", "src/modules/stops/queries.server.ts", "src/modules/notifications/schema.ts"],
  ["module-order: waiting", "src/modules/waiting/queries.server.ts", "src/modules/notifications/schema.ts"],
  ["module-order: vouchers", "src/modules/vouchers/queries.server.ts", "src/modules/notifications/schema.ts"],
  ["module-order: invoices", "src/modules/invoices/queries.server.ts", "src/modules/notifications/schema.ts"],
  ["module-order: door", "src/modules/door/record-events.server.ts", "src/modules/notifications/schema.ts"],
  ["module-order: guides", "src/modules/guides/queries.server.ts", "src/modules/notifications/schema.ts"],
  ["module-order: notifications", "src/modules/notifications/queries.server.ts", "src/modules/desk/schema.ts"],
  ["module-order: audit", "src/modules/audit/queries.server.ts", "src/modules/booking/schema.ts"],
  ["module-order: booking-admin", "src/modules/booking-admin/queries.server.ts", "src/modules/privacy/schema.ts"],
  ["module-order: customers", "src/modules/customers/queries.server.ts", "src/modules/privacy/schema.ts"],
  ["module-order: reports", "src/modules/reports/queries.server.ts", "src/modules/privacy/schema.ts"],
  ["module-order: night", "src/modules/night/queries.server.ts", "src/modules/privacy/schema.ts"],
  ["module-order: commission", "src/modules/commission/queries.server.ts", "src/modules/privacy/schema.ts"],
  ["module-order: till", "src/modules/till/queries.server.ts", "src/modules/privacy/schema.ts"],
  ["module-order: options", "src/modules/options/queries.server.ts", "src/modules/privacy/schema.ts"],
  ["module-order: translations", "src/modules/translations/queries.server.ts", "src/modules/privacy/schema.ts"],
  ["module-order: measurement", "src/modules/measurement/queries.server.ts", "src/modules/privacy/schema.ts"],
  ["module-order: opening", "src/modules/opening/queries.server.ts", "src/modules/privacy/schema.ts"],
  ["module-order: command", "src/modules/command/queries.server.ts", "src/modules/privacy/schema.ts"],
  ["module-order: desk", "src/modules/desk/queries.server.ts", "src/modules/privacy/schema.ts"],
  ["module-order: privacy", "src/modules/privacy/queries.server.ts", "src/modules/office/schema.ts"],
];

/** Files that the seeds import, and files that trigger the two laws which look beyond one import. */
const SUPPORT: [file: string, imports?: string][] = [
  ["src/modules/booking/reach.ts", "src/platform/log.server.ts"],
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
  for (const file of ["package.json", "tsconfig.json", ".dependency-cruiser.cjs"])
    fs.copyFileSync(path.join(root, file), path.join(tree, file));
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
  ["src/modules/booking/helpers.ts", "of no kind that a module has"],
  ["src/modules/booking/store/db/seats.server.ts", "of no kind that a module has"],
  ["src/platform/date-utils.ts", "say nothing"],
])("%s is no name for a file", (file, complaint) => {
  const place = fs.mkdtempSync(path.join(tree, "names-"));
  const stranger = path.join(place, file);
  fs.mkdirSync(path.dirname(stranger), { recursive: true });
  fs.writeFileSync(stranger, "");
  const check = () =>
    spawnSync(process.execPath, [path.join(root, "check-structure.mjs")], { cwd: place, encoding: "utf8" });
  expect(check().stderr).toContain(complaint);
  expect(check().status).toBe(1);
  fs.renameSync(stranger, path.join(place, "src/root.tsx"));
  expect(check().status).toBe(0);
});

test.each(["const end = new Date();", "const end = Date.now() + 60_000;"])("a use case must not say %s", (line) => {
  const place = fs.mkdtempSync(path.join(tree, "time-"));
  fs.mkdirSync(path.join(place, "src/modules/booking"), { recursive: true });
  const found = (text: string) => {
    fs.writeFileSync(path.join(place, "src/modules/booking/place-booking.server.ts"), text);
    return spawnSync(process.execPath, [path.join(root, "check-structure.mjs")], { cwd: place, encoding: "utf8" });
  };
  expect(found(line).stderr).toContain("place-booking.server.ts");
  expect(found(line).status).toBe(1);
  expect(found("const end = new Date(ctx.now.getTime() + 60_000);").status).toBe(0);
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
  expect(found(line).stderr).toContain(`${file}:1 `);
  expect(found(line).status).toBe(1);
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
    fs.mkdirSync(path.join(place, "src/modules/booking"), { recursive: true });
    fs.writeFileSync(path.join(place, "src/modules/booking/queries.server.ts"), text);
    return spawnSync(process.execPath, [path.join(root, "check-words.mjs")], { cwd: place, encoding: "utf8" });
  };
  expect(found(`\n${word.join("")};`).stderr).toContain("queries.server.ts:2: ");
  expect(found(`\n${word.join("")};`).status).toBe(1);
  expect(found("AdminButton; ctx.publish(ctx, tx, event);").status).toBe(0);
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
  expect(found(text.join("")).stderr).toContain(`${file}:`);
  expect(found(text.join("")).status).toBe(1);
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
