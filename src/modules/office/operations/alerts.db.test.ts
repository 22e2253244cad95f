import fs from "node:fs";
import { expect, test } from "vitest";
import { gauges } from "#src/modules/office/operations/queries.server.ts";
import { THRESHOLDS } from "#src/modules/office/operations/rules/health.ts";
import { CHECKS } from "#src/modules/office/operations/schema.ts";
import { Metrics } from "#src/platform/metrics.server.ts";
import { freshDatabase } from "#tests/database.ts";

// ops/prometheus/alerts.yml against the metrics that exist, the thresholds of /admin/health, and docs/operating.md.

const database = freshDatabase();

const rules = fs
  .readFileSync("ops/prometheus/alerts.yml", "utf8")
  .split("- alert: ")
  .slice(1)
  .map((text) => ({
    name: text.slice(0, text.indexOf("\n")),
    expr: /expr: (.*)/.exec(text)![1]!,
    check: /check: (\w+)/.exec(text)?.[1] ?? null,
  }));

test("every alert has its line in docs/operating.md, and every line its alert", () => {
  const lines = [...fs.readFileSync("docs/operating.md", "utf8").matchAll(/^\| `(Ronda\w+)` \|/gm)].map(
    ([, name]) => name,
  );
  expect(lines).toEqual(rules.map(({ name }) => name));
});

test("every check of the health page has its alert, which rings at the same figure", () => {
  const checked = rules.filter(({ check }) => check !== null);
  expect(checked.map(({ check }) => check)).toEqual([...CHECKS]);
  for (const { name, expr, check } of checked)
    expect(Number(/>= ([\d.]+)/.exec(expr)![1]), name).toBe(THRESHOLDS[check as keyof typeof THRESHOLDS].alarm);
});

test("every alert reads metrics that exist", async () => {
  const metrics = new Metrics();
  metrics.watchProcess(database.services.pool);
  await database.services.db.insertInto("operations").values({ name: "backup", ok: true }).execute();
  metrics.watch("database", () => gauges(database.services));
  await metrics.timed("page", "GET", () => new Response(null, { status: 500 }));
  metrics.called("stripe", "refund", "failed", 1);
  // of the whole disk and of Prometheus itself
  const existing = `${await metrics.text([])}\nronda_disk_free_bytes \nronda_disk_bytes \n`;
  for (const { name, expr } of rules)
    for (const [metric] of expr.matchAll(/\b(?:ronda|nodejs|process)_\w+/g))
      expect(existing, `${name} reads ${metric}`).toMatch(new RegExp(`^${metric}[ {]`, "m"));
});
