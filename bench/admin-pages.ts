import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { fillBookings } from "#bench/bookings.ts";
import { compareWithBudget } from "#bench/budget.ts";
import { fillEmails } from "#bench/emails.ts";
import { fillPartners } from "#bench/partners.ts";
import { exportBookings } from "#src/modules/office/booking-admin/export-bookings.server.ts";
import { countBookings, listBookings, listViews } from "#src/modules/office/booking-admin/queries.server.ts";
import { findByWords } from "#src/modules/office/command/queries.server.ts";
import { listPartners, partnerFunnel } from "#src/modules/partners/commission/list-partners.server.ts";
import { emailLog } from "#src/modules/mail/notifications/queries.server.ts";
import { customerList } from "#src/modules/office/customers/queries.server.ts";
import { partnerQueryOf } from "#src/modules/partners/commission/rules/partner-list.ts";
import { countVisits } from "#src/modules/sales/affiliates/count-visits.server.ts";
import { countSales } from "#src/modules/office/reports/count-sales.server.ts";
import {
  attentionCounts,
  citiesOf,
  type ReportWish,
  salesReport,
  tonight,
  partnersNights,
} from "#src/modules/office/reports/queries.server.ts";
import { MOST_PARTNERS } from "#src/modules/office/reports/schema.ts";
import { bookingQueryIn } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { emailValuesIn } from "#src/modules/mail/notifications/rules/email-log.ts";
import { type Context, type Services, systemContext } from "#src/platform/context.server.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { passwordHasher } from "#src/platform/hash-password.server.ts";
import { Metrics } from "#src/platform/metrics.server.ts";
import { migrate } from "#src/platform/migrate.server.ts";
import { NO_TRACES } from "#src/platform/traces.server.ts";
import { xlsx } from "#src/platform/write-xlsx.server.ts";
import { ask, providers, publish } from "#src/wiring.ts";

// How long the admin's pages take on the server, with few bookings and with very many: each page's query as its loader runs it,
// counts included. A measurement is a name and a function; add one to `MEASUREMENTS`.

const FEW = Number(process.env["FEW"] ?? 10_000);
const MANY = Number(process.env["MANY"] ?? 1_000_000);
const TIMES = Number(process.env["TIMES"] ?? 40);
const EXPORTED = Number(process.env["EXPORTED"] ?? 100_000);
const ONLY = process.env["ONLY"] ?? "";
/** Keeps the databases for the next run, which then needn't fill them. */
const DATA = process.env["DATA"];

type Stage = { ctx: Context; crawl: string; middle: string; email: string };

const list = (query: string | ((stage: Stage) => string)) => async (stage: Stage) => {
  const text = typeof query === "string" ? query : query(stage);
  const result = await listBookings(stage.ctx, bookingQueryIn(text));
  if (!result.ok) throw new Error(result.reason);
};
/** Streamed by the page, so measured separately from the list. */
const counting = (query: string) => async (stage: Stage) =>
  void (await countBookings(stage.ctx, bookingQueryIn(query)));
const customers = (q: string) => async (stage: Stage) =>
  void (await customerList(stage.ctx, { q, before: null, open: null }));
const commanding = (input: string) => async (stage: Stage) => void (await findByWords(stage.ctx, input));

/** A page of the log of emails with its count, as its loader asks for them; after the email in the middle, if told. */
const emails =
  (query: string, isInMiddle = false) =>
  async (stage: Stage) => {
    const place = { older: isInMiddle ? stage.email : null, newer: null };
    await emailLog(stage.ctx, emailValuesIn(new URLSearchParams(query)), place);
  };

/** The list of partners, and the way from scan to door of the one at its top, as its loader asks for them. */
const partners = (query: string) => async (stage: Stage) => {
  const params = partnerQueryOf(new URLSearchParams(query), day(0));
  const snapshot = await listPartners(stage.ctx, params, partnersNights);
  if (!snapshot.ok) throw new Error(snapshot.reason);
  const [first] = snapshot.partners;
  if (first) await partnerFunnel(stage.ctx, params, first.id);
};

/** Everything the dashboard's loader queries. */
const dashboard = (wish: ReportWish) => async (stage: Stage) => {
  // as in a request: the clock advances, so the loader looks for days that changed since the last count
  const ctx = { ...stage.ctx, now: new Date() };
  await Promise.all([tonight(ctx), attentionCounts(ctx), salesReport(ctx, wish, MOST_PARTNERS), citiesOf(ctx)]);
};
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** Each is measured at both sizes. */
const MEASUREMENTS: Record<string, (stage: Stage) => Promise<void>> = {
  "list, first page": list(""),
  "list, a page in the middle": list(({ middle }) => `after=${middle}.1000`),
  "list, back from the middle": list(({ middle }) => `before=${middle}.1000`),
  "by night, in the middle": list(({ middle }) => `sort=night&after=${middle}.1000`),
  "by name, in the middle": list(({ middle }) => `sort=name&after=${middle}.1000`),
  "by total, in the middle": list(({ middle }) => `sort=-total&after=${middle}.1000`),
  "nights, next 14 days": list("night=next14"),
  "nights, a month last year": list(`night=${day(400)}..${day(370)}`),
  "nights, a whole year, the oldest": list(`night=${day(1000)}..${day(635)}`),
  "sold in a month last year": list(`sold=${day(400)}..${day(370)}`),
  crawl: list(({ crawl }) => `crawl=${crawl}`),
  city: list("city=city-2"),
  "state, on hold": list("state=hold"),
  "state, lapsed": list("state=lapsed"),
  "state, confirmed": list("state=confirmed"),
  "state, cancelled": list("state=cancelled"),
  "state, needs review": list("state=review"),
  "state, refund failed": list("state=refund_failed"),
  paid: list("payment=paid"),
  "not paid": list("payment=unpaid"),
  provider: list("provider=paypal"),
  coupon: list("coupon=SAVE3"),
  language: list("lang=es"),
  "made by hand": list("source=admin"),
  "groups of 6 and more": list("people=6"),
  "text, a full name": list("q=sofia+hernandez"),
  "text, a common first name": list("q=maria"),
  "text, an address": list("q=anais.rossi"),
  "text, a reference": list("q=RD-0007"),
  "text, nothing found": list("q=zzzq"),
  "text, two letters": list("q=li"),
  "text, misspelt": list("q=hernandes"),
  "text, misspelt in two words": list("q=sofai+hernandes"),
  "many at once": list("q=garcia&state=confirmed&night=next30&lang=es"),
  "count of everything": counting(""),
  "count of a year": counting(`night=${day(1000)}..${day(635)}`),
  "counts of the views": async ({ ctx }) => void (await listViews(ctx)),
  "customers, first page": customers(""),
  "customers, a full name": customers("sofía hernández"),
  "customers, nobody": customers("zzzq"),
  "command box, a full name": commanding("sofía hernández"),
  "command box, a name and a weekday": commanding("sofia sat"),
  "command box, a name and a date": commanding(`sofia ${day(-7)}`),
  "command box, misspelt": commanding("hernandes"),
  "command box, nobody": commanding("zzzq"),
  "emails, first page": emails(""),
  "emails, a page in the middle": emails("", true),
  "emails, failed": emails("status=failed"),
  "emails, to be tried again": emails("status=retry"),
  "emails, waiting": emails("status=waiting"),
  "emails, withheld": emails("status=withheld"),
  "emails, withheld, of a kind": emails("status=withheld&kind=refund_sent"),
  "emails, sent": emails("status=sent"),
  "emails, a frequent kind": emails("kind=booking_confirmation"),
  "emails, a rare kind": emails("kind=staff_event_died"),
  "emails, a kind there is none of": emails("kind=role_offered"),
  "emails, language": emails("lang=es"),
  "emails, a month last year": emails(`from=${day(400)}&to=${day(370)}`),
  "emails, a kind in a month last year": emails(`kind=refund_sent&from=${day(400)}&to=${day(370)}`),
  "emails, a kind in the oldest month": emails(`kind=refund_sent&lang=es&from=${day(1090)}&to=${day(1060)}`),
  "emails, an address": emails("q=anais.rossi1234"),
  "emails, a name in addresses": emails("q=sofia.hernandez"),
  "emails, a common part of addresses": emails("q=guest.test"),
  "emails, a common first name, of a kind": emails("q=maria&kind=refund_sent"),
  "emails, two letters": emails("q=li"),
  "emails, nobody": emails("q=zzzq"),
  "emails, misspelt": emails("q=hernandes"),
  "emails, a reference": emails("q=RD-0007BBB"),
  "partners, this month": partners(""),
  "partners, the month before, by visits, in the middle": partners(`month=${day(31).slice(0, 7)}&sort=-visits&page=60`),
  "partners, a name": partners("q=hostel+77"),
  "partners, of a city, with a draft": partners("city=city-2&statement=draft"),
  "partners, 90 days of one's own": partners(`from=${day(90)}&to=${day(0)}`),
  "dashboard, 30 days": dashboard({ period: "30d" }),
  "dashboard, 12 months": dashboard({ period: "12m" }),
  "dashboard, 12 months by night, of a city": dashboard({ period: "12m", by: "service", city: "city-2" }),
};

const folder = DATA ?? fs.mkdtempSync(path.join(os.tmpdir(), "ronda-bench-"));
fs.mkdirSync(folder, { recursive: true });
fs.chmodSync(folder, 0o755);
// only reads are measured: fsync would just slow down the filling
const flags = ["-c", "fsync=off", "-c", "max_wal_size=2GB"];
const cluster = await startEmbedded(path.join(folder, "pg"), { stateBase: folder, flags });

/** Creates and fills the database unless it exists. */
async function fill(name: string, count: number): Promise<void> {
  const client = new pg.Client(cluster.url());
  await client.connect();
  const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
  if (!rowCount) await client.query(`create database ${name}`);
  await client.end();
  await migrate(cluster.url(name));
  const filler = new pg.Client(cluster.url(name));
  await filler.connect();
  if (!rowCount) await fillEmpty(filler, name, count);
  await fillEmails(filler);
  await fillPartners(filler);
  await filler.end();
}

async function fillEmpty(filler: pg.Client, name: string, count: number): Promise<void> {
  const began = performance.now();
  await fillBookings(filler, count, (done) => process.stderr.write(`\r${name}: ${done} bookings`));
  process.stderr.write(`\r${name}: ${count} bookings in ${Math.round((performance.now() - began) / 1000)} s\n`);
}

async function filled(count: number): Promise<Stage & { close: () => Promise<void> }> {
  const name = `of_${count}`;
  await fill(name, count);
  const pool = openPool(cluster.url(name), 10);
  const db = openDb(pool);
  const settings = readSettings({});
  const parts = {
    pool,
    db,
    readDb: db,
    settings,
    secret: "the secret of this benchmark",
    clock: () => new Date(),
    hasher: passwordHasher(),
    metrics: new Metrics(),
    traces: NO_TRACES,
    publish,
    ask,
  };
  const services: Services = { ...parts, providers: providers(parts) };
  const ctx = systemContext(services);
  await countSales(ctx, { whole: true });
  await countVisits(ctx);
  const { id: crawl } = await db
    .selectFrom("pub_crawls")
    .select("id")
    .orderBy("slug")
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id: middle } = await db
    .selectFrom("bookings")
    .select("id")
    .orderBy("created_at")
    .offset(Math.floor(count / 2))
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id: email } = await db
    .selectFrom("emails")
    .select("id")
    .orderBy("created_at")
    .offset(Math.floor(count / 2))
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ctx, crawl, middle, email, close: () => db.destroy() };
}

async function p95(measure: (stage: Stage) => Promise<void>, stage: Stage): Promise<number> {
  const took: number[] = [];
  await measure(stage); // warm-up: reads from disk what later runs find in memory
  for (let n = 0; n < TIMES; n++) {
    const began = performance.now();
    await measure(stage);
    took.push(performance.now() - began);
  }
  return took.toSorted((a, b) => a - b)[Math.ceil(TIMES * 0.95) - 1]!;
}

/** Exports the allowed number of bookings as a workbook; returns duration, bytes and peak memory above the start. */
async function exporting({ ctx }: Stage) {
  const before = process.memoryUsage().rss;
  let [bytes, most] = [0, 0];
  const began = performance.now();
  const { at } = await ctx.db
    .selectFrom("bookings")
    .select("created_at as at")
    .orderBy("created_at", "desc")
    .offset(EXPORTED)
    .limit(1)
    .executeTakeFirstOrThrow();
  const query = bookingQueryIn({ sold: `${at.toISOString().slice(0, 10)}..` });
  const result = await exportBookings(ctx, { query }, "xlsx");
  if (!result.ok) throw new Error(result.reason);
  for await (const part of xlsx(result.title, result.sheet)) {
    bytes += part.length;
    most = Math.max(most, process.memoryUsage().rss - before);
  }
  return { seconds: (performance.now() - began) / 1000, megabytes: bytes / 1e6, memory: most / 1e6 };
}

const [few, many] = [await filled(FEW), await filled(MANY)];
const rows: string[][] = [];
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (!new RegExp(ONLY).test(name)) continue;
  const [small, large] = [await p95(measure, few), await p95(measure, many)];
  rows.push([name, small.toFixed(1), large.toFixed(1), (large / small).toFixed(1)]);
}
console.log(`load average ${os.loadavg()[0]!.toFixed(1)}, p95 of ${TIMES}\n`);
console.log(`| what | ${FEW} bookings, ms | ${MANY} bookings, ms | times |\n|---|---|---|---|`);
for (const row of rows) console.log(`| ${row.join(" | ")} |`);
const out = await exporting(many);
console.log(
  JSON.stringify({
    few: FEW,
    many: MANY,
    times: TIMES,
    p95: Object.fromEntries(rows.map(([name, small, large]) => [name, [Number(small), Number(large)]])),
    export: { rows: EXPORTED, ...out },
  }),
);
console.log(
  `\nexport of ${EXPORTED} rows as XLSX: ${out.seconds.toFixed(1)} s, ${out.megabytes.toFixed(1)} MB, ${out.memory.toFixed(0)} MB more memory`,
);
const pages = Object.fromEntries(rows.map(([name, , large]) => [name!, { p95: Number(large) }]));
compareWithBudget("admin", { ...pages, export: { seconds: out.seconds, memory: out.memory } });
await Promise.all([few.close(), many.close()]);
await cluster.stop();
if (!DATA) fs.rmSync(folder, { recursive: true, force: true });
process.exit(0);
