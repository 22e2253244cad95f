import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import { registerHooks } from "node:module";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { cpuOfPostgres } from "#bench/cpu.ts";
import { median } from "#bench/measure.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { closeAttempts } from "#src/modules/money/payments/close-attempts.server.ts";
import { settlePayment } from "#src/modules/money/payments/settle-payment.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { SIGNATURE_HEADER, signatureFor } from "#src/modules/money/sandbox/rules/signature.ts";
import {
  type Context,
  type Handler,
  type Services,
  systemContext,
  unknownGuest,
} from "#src/platform/context.server.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { passwordHasher } from "#src/platform/hash-password.server.ts";
import { Metrics } from "#src/platform/metrics.server.ts";
import { migrate } from "#src/platform/migrate.server.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import { scriptedProvider } from "#tests/scripted-provider.ts";
import { freePort, startServer } from "#tests/servers.ts";
import { NO_TRACES } from "#src/platform/traces.server.ts";

// What settling a payment costs, in this process and in PostgreSQL; and how soon a provider gets its response when messages
// arrive at a steady rate regardless of the server, beside a floor that only stores them.

const PAYMENTS = Number(process.env["PAYMENTS"] ?? 300);
const RATE = Number(process.env["RATE"] ?? 200);
const SECONDS = Number(process.env["SECONDS"] ?? 5);
const ROUNDS = Number(process.env["ROUNDS"] ?? 3);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-bench-"));
fs.chmodSync(folder, 0o755);
const cluster = await startEmbedded(path.join(folder, "pg"), { stateBase: folder });
const postmaster = Number(fs.readFileSync(path.join(folder, "pg", "postmaster.pid"), "utf8").split("\n")[0]);
const admin = new pg.Client(cluster.url());
await admin.connect();
for (const name of ["product", "floor"]) await admin.query(`create database ${name}`);
await admin.end();
const url = cluster.url("product");
await migrate(url);

// fonts, pictures and texts are loaded by the build; nothing is rendered here
const LEFT_OUT: [RegExp, string][] = [
  [/\.(woff2?|svg|png)(\?|$)/, 'export default "";'],
  [/\/locales\/i18n\.ts$/, "export const i18nFor = null, mailI18nFor = null, loadAreas = null;"],
];
registerHooks({
  load: (file, context, next) => {
    const [, source] = LEFT_OUT.find(([pattern]) => pattern.test(file)) ?? [];
    return source ? { format: "module", source, shortCircuit: true } : next(file, context);
  },
});
const { queueToGuest } = await import("#src/modules/mail/notifications/queue-email.server.ts");
const { issueReceipt } = await import("#src/modules/money/receipts/issue-receipt.server.ts");
const { issueTickets } = await import("#src/modules/evening/tickets/issue-tickets.server.ts");

/** The wiring's reaction to a paid booking; not all of it, because rendering emails needs the build. */
const queueTickets: Handler<"booking.confirmed"> = (ctx, tx, { bookingId }) =>
  queueToGuest(ctx, tx, bookingId, { kind: "booking_confirmation", key: "confirmation.1", payload: {} });
const HANDLERS = { "booking.confirmed": [issueTickets, queueTickets], "payment.bought": [issueReceipt] };
const publish: Services["publish"] = async (ctx, tx, { name, payload }) => {
  for (const handler of HANDLERS[name as keyof typeof HANDLERS]) await handler(ctx, tx, payload as never);
};

const pool = openPool(url, 10);
const provider = scriptedProvider();
const db = openDb(pool);
const services: Services = {
  pool,
  db,
  readDb: db,
  settings: readSettings({}),
  secret: "the secret of this benchmark",
  clock: () => new Date(),
  hasher: passwordHasher(),
  metrics: new Metrics(),
  traces: NO_TRACES,
  providers: { sandbox: provider },
  publish,
  ask: {} as Services["ask"], // nothing that is measured asks
  closeAttempts,
};
// the demo data of a first start; none of our jobs run while settling is measured
await (await startServer({ DATABASE_URL: url, RONDA_SEED: "demo" })).stop();
const { id: departure } = await services.db
  .updateTable("scheduled_crawls")
  .set({ total_spots: 100_000, available_spots: 100_000, overbooked_spots: 0 })
  .where("id", "=", (e) =>
    e
      .selectFrom("scheduled_crawls")
      .select("id")
      .where("starts_at", ">", new Date(Date.now() + 7 * 86_400_000))
      .where("bookings_disabled", "=", false)
      .where("external_booking_link", "is", null)
      .where("status", "=", "scheduled")
      .orderBy("starts_at")
      .limit(1),
  )
  .returning("id")
  .executeTakeFirstOrThrow();
const WISH = {
  scheduled_crawl_id: departure,
  number_of_people: 2,
  customer: { first_name: "Ana", last_name: "Ruiz", email: "ana@example.test", phone: "+525512345678", country: "MX" },
  additional_names: [],
  special_requests: "",
  currency: "MXN",
  language: "es",
  agreed_to_terms: true,
} as const;

/** A guest has paid and we don't know it yet; returns the payment's id. */
async function paid(): Promise<string> {
  const ctx: Context = { ...systemContext(services), actor: unknownGuest("203.0.113.7", randomUUID()) };
  const placed = await placeBooking(ctx, { ...WISH, additional_names: [] }, randomUUID());
  if (!placed.ok) throw new Error(placed.reason);
  const wish = { booking_id: placed.booking.id, provider: "sandbox", method: "card" } as const;
  const started = await startPayment(ctx, wish, randomUUID());
  if (!started.ok) throw new Error(started.reason);
  provider.pays(`sandbox_${started.payment_id}`);
  return started.payment_id;
}

async function settling(): Promise<{ here: number; postgres: number; took: number }> {
  const ids: string[] = [];
  for (let n = 0; n < PAYMENTS; n++) ids.push(await paid());
  const [here, took]: [number[], number[]] = [[], []];
  const postgres = cpuOfPostgres(postmaster);
  for (const id of ids) {
    const [cpu, began] = [process.cpuUsage(), performance.now()];
    await settlePayment(systemContext(services), id);
    const { user, system } = process.cpuUsage(cpu);
    here.push((user + system) / 1000);
    took.push(performance.now() - began);
  }
  return { here: median(here), postgres: (cpuOfPostgres(postmaster) - postgres) / PAYMENTS, took: median(took) };
}

/** Posts a message; returns milliseconds until its 200. */
const post = (origin: string, body: string, headers: Record<string, string>, agent?: http.Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const request = http.request(`${origin}/webhooks/sandbox`, { method: "POST", agent, headers }, (res) => {
      res.resume().on("end", () => {
        if (res.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`answered ${res.statusCode}`));
      });
    });
    request.on("error", reject);
    request.end(body);
  });

const secret = await sharedSecret(services.db, "sandbox-webhook");

// providers send more than one message about most payments: these are about settled ones
const sessions = (
  await services.db
    .selectFrom("payments")
    .select("external_id")
    .where("provider", "=", "sandbox")
    .where("status", "=", "succeeded")
    .limit(1000)
    .execute()
).map((row) => row.external_id!);

/** Messages at a steady rate, each sent on schedule whether or not earlier ones were answered. */
async function messages(origin: string): Promise<number[]> {
  const sent: Promise<number>[] = [];
  // own connections: those of the previous turn have been closed in the meantime
  const agent = new http.Agent({ keepAlive: true });
  const began = performance.now();
  for (let n = 0; n < RATE * SECONDS; n++) {
    await wait(Math.max(0, began + (n * 1000) / RATE - performance.now()));
    const id = `sbe_${randomUUID()}`;
    const body = JSON.stringify({
      id,
      type: "payment.succeeded",
      session: sessions[n % sessions.length],
      created: Math.floor(Date.now() / 1000),
    });
    const signature = await signatureFor(secret, body, new Date());
    sent.push(post(origin, body, { "content-type": "application/json", [SIGNATURE_HEADER]: signature }, agent));
  }
  return Promise.all(sent).finally(() => agent.destroy());
}

async function startFloor(): Promise<{ origin: string; child: ChildProcess }> {
  const port = await freePort();
  const env = { ...process.env, DATABASE_URL: cluster.url("floor"), PORT: String(port) };
  const child = spawn(process.execPath, ["bench/webhook-floor.ts"], { env, stdio: ["ignore", "inherit", "inherit"] });
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries++)
    if (await post(origin, "{}", {}).catch(() => null)) return { origin, child };
    else await wait(25);
  throw new Error("the floor did not start");
}

await settling(); // warm up
const settled: Awaited<ReturnType<typeof settling>>[] = [];
for (let n = 0; n < ROUNDS; n++) settled.push(await settling());
const server = await startServer({ DATABASE_URL: url, RONDA_SEED: "demo" });
const floor = await startFloor();
const answered: Record<"floor" | "product", number[][]> = { floor: [], product: [] };
for (let n = 0; n <= ROUNDS; n++) {
  const [bare, product] = [await messages(floor.origin), await messages(server.origin)];
  if (n === 0) continue; // the first warms up
  answered.floor.push(bare);
  answered.product.push(product);
}
await server.stop();
floor.child.kill();
await services.db.destroy();
await cluster.stop();
fs.rmSync(folder, { recursive: true });

const at = (times: number[], share: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!;
console.log(`\n${ROUNDS} rounds, medians; ${os.cpus().length} × ${os.cpus()[0]?.model}`);
console.log(`load average ${os.loadavg()[0]?.toFixed(1)}\n`);
console.log("| settling one payment | CPU-ms | PostgreSQL CPU-ms | ms |\n|---|---|---|---|");
const column = (what: "here" | "postgres" | "took") => median(settled.map((one) => one[what])).toFixed(2);
console.log(`| of ${PAYMENTS} | ${column("here")} | ${column("postgres")} | ${column("took")} |`);
console.log(`\n| ${RATE} messages/s for ${SECONDS} s | p50 ms | p95 ms | p99 ms |\n|---|---|---|---|`);
for (const [name, rounds] of Object.entries(answered))
  console.log(
    `| ${name} | ${[0.5, 0.95, 0.99].map((share) => median(rounds.map((times) => at(times, share))).toFixed(1)).join(" | ")} |`,
  );
