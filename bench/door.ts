import { randomBytes, randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { cpuOf, cpuOfPostgres } from "#bench/cpu.ts";
import { newTickets } from "#bench/guests.ts";
import { median } from "#bench/measure.ts";
import type { DoorEvent, SyncAnswer } from "#src/modules/evening/door/schema.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";
import { callerOf, startServer } from "#tests/servers.ts";

// A night at the door: 4 phones let 120 guests in each, one call a guest, then hand everything over again in one batch; and 4
// phones that were offline hand over 120 entries each. The floor: a bare insert of the same rows, one by one and as one statement.

const PHONES = 4;
const GUESTS = 120;
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-door-"));
fs.chmodSync(folder, 0o755);
const cluster = await startEmbedded(path.join(folder, "pg"), { stateBase: folder });
const postmaster = Number(fs.readFileSync(path.join(folder, "pg", "postmaster.pid"), "utf8").split("\n")[0]);
const server = await startServer({ DATABASE_URL: cluster.url(), RONDA_SEED: "demo", ROLE: "web" });
const database = new pg.Pool({ connectionString: cluster.url(), max: PHONES });
database.on("error", () => {}); // one that is still closing when its cluster stops
const caller = callerOf(PHONES);
const one = async <T>(text: string, values: unknown[] = []): Promise<T> =>
  (await database.query(text, values)).rows[0] as T;

const { id: departure } = await one<{ id: string }>(
  "select id from scheduled_crawls where status = 'scheduled' and starts_at > now() order by starts_at limit 1",
);
const { id: user } = await one<{ id: string }>(
  `select id from "user" where role = 'admin' or email like 'admin@%' limit 1`,
);
/** The secrets of new phones: each round is another night, and what one phone may send in some minutes is limited. */
const newPhones = () =>
  Promise.all(
    Array.from({ length: PHONES }, async (_, n) => {
      const secret = randomBytes(32).toString("base64url");
      await database.query(
        "insert into door_devices (id, user_id, name, token_hash, created_at, seen_at) values ($1, $2, $3, $4, now(), now())",
        [randomUUID(), user, `Phone ${n}`, hashToken(secret)],
      );
      return secret;
    }),
  );

const entryOf = (ticket_id: string, offline: boolean): DoorEvent => ({
  id: randomUUID(),
  kind: "in",
  departure_id: departure,
  ticket_id,
  of_event: null,
  device_at: new Date().toISOString(),
  offline,
  way: "scan",
  reason: "",
});

const counts = { in: 0, double: 0, known: 0, other: 0 };
async function upload(secret: string, events: DoorEvent[], departure_ids: string[] = []): Promise<void> {
  const body = {
    sent_at: new Date().toISOString(),
    departure_ids,
    since: new Date().toISOString(),
    events,
  };
  const answer = await caller.call("POST", `${server.origin}/api/door/sync`, body, {
    authorization: `Bearer ${secret}`,
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  for (const { result } of (answer.body as unknown as SyncAnswer).answers) {
    const name = ({ stored: "in", double: "double", known: "known" } as const)[result as "stored"] ?? "other";
    counts[name] += 1;
  }
}

type Cost = { server: number; postgres: number };
/** CPU-ms per event of some work; the floor's client is this process. */
async function costOf(events: number, pid: number, work: () => Promise<unknown>): Promise<Cost> {
  const before = [cpuOf(pid), cpuOfPostgres(postmaster)];
  await work();
  return { server: (cpuOf(pid) - before[0]!) / events, postgres: (cpuOfPostgres(postmaster) - before[1]!) / events };
}

await database.query(
  "create table plain_events as select * from checkin_events with no data; alter table plain_events add primary key (id)",
);
const INSERT = `insert into plain_events (id, kind, departure_id, ticket_id, device_at, happened_at, received_at, offline, way, reason)
  select id, kind, departure_id, ticket_id, device_at, now(), now(), offline, way, reason from json_to_recordset($1::json)
  as e(id uuid, kind text, departure_id uuid, ticket_id uuid, device_at timestamptz, offline boolean, way text, reason text)`;
const insert = (events: DoorEvent[]) =>
  database.query({ name: "plain", text: INSERT, values: [JSON.stringify(events)] });

const measured = new Map<string, Cost[]>();
const note = (name: string, cost: Cost) => measured.set(name, [...(measured.get(name) ?? []), cost]);
const ALL = PHONES * GUESTS;
for (let round = -1; round < ROUNDS; round += 1) {
  const [tickets, secrets] = [await newTickets(database, departure, 2 * ALL), await newPhones()];
  const share = (from: number, offline: boolean) =>
    secrets.map((_, n) => tickets.slice(from + n * GUESTS, from + (n + 1) * GUESTS).map((id) => entryOf(id, offline)));
  const [online, offline] = [share(0, false), share(ALL, true)];
  const each = (work: (events: DoorEvent[], secret: string) => Promise<unknown>, of = online) =>
    Promise.all(of.map((events, n) => work(events, secrets[n]!)));
  const oneByOne =
    (act: (event: DoorEvent, secret: string) => Promise<unknown>) => async (events: DoorEvent[], secret: string) => {
      for (const event of events) await act(event, secret);
    };
  const rows = {
    "one by one": await costOf(ALL, server.process.pid!, () =>
      each(oneByOne((event, secret) => upload(secret, [event]))),
    ),
    "one by one, floor": await costOf(ALL, process.pid, () => each(oneByOne((event) => insert([event])))),
    "asking for what changed, 480 entries told": await costOf(PHONES, server.process.pid!, () =>
      Promise.all(secrets.map((secret) => upload(secret, [], [departure]))),
    ),
    "a batch of 120": await costOf(ALL, server.process.pid!, () =>
      each((events, secret) => upload(secret, events), offline),
    ),
    "a batch of 120, floor": await costOf(ALL, process.pid, () => each((events) => insert(events), offline)),
    "the same batch again": await costOf(ALL, server.process.pid!, () =>
      each((events, secret) => upload(secret, events), offline),
    ),
  };
  if (round >= 0) for (const [name, cost] of Object.entries(rows)) note(name, cost);
}

const { open, doubled } = await one<{ open: number; doubled: number }>(
  "select count(*) filter (where standing = 'open')::int as open, count(*) filter (where standing <> 'open')::int as doubled from entries",
);
console.log(
  `\n${ROUNDS} rounds of ${PHONES} phones × ${GUESTS} guests, medians; load average ${os.loadavg()[0]!.toFixed(1)} at the end`,
);
console.log(
  `answers: ${JSON.stringify(counts)}; entries: ${open} open of ${2 * ALL * (ROUNDS + 1)}, ${doubled} others`,
);
console.log("\n| what | CPU-ms an event | PostgreSQL CPU-ms |\n|---|---|---|");
for (const [name, costs] of measured) {
  const of = (what: keyof Cost) => median(costs.map((cost) => cost[what])).toFixed(2);
  console.log(`| ${name} | ${of("server")} | ${of("postgres")} |`);
}
await server.stop();
await database.end();
await cluster.stop();
fs.rmSync(folder, { recursive: true, force: true });
