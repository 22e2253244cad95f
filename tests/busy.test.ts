import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type * as Application from "#src/app.server.ts";
import { bindDevice } from "#src/modules/partners/desk/bind-device.server.ts";
import { offerBinding } from "#src/modules/partners/desk/offer-binding.server.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";

// Whoever doesn't get a lock in time is asked to come again, wherever it is lost: that is no failure of ours.

const database = freshDatabase();
let departure: string;
let partner: string;
let device: string;
let desk: string;
let app: ReturnType<typeof Application.createApp>;
let pool: pg.Pool;
/** Somebody who holds locks for as long as a test likes. */
let holder: pg.Client;

beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  const date = Temporal.Now.plainDateISO().add({ days: 8 }).toString();
  departure = await addDeparture(db, crawlId, { date, prices: { MXN: 40_000 }, seats: 500 });
  partner = randomUUID();
  const reception = { id: partner, name: "Casa Nopal", code: "nopal", email: "hola@nopal.example", phone: "" };
  await db
    .insertInto("partners")
    .values({ ...reception, desk_credit_limit: 10_000_000, created_at: new Date() })
    .execute();
  const as = (actor: object) => database.ctx({ now: new Date(), actor });
  const offered = await offerBinding(as({ kind: "user", role: "admin" }), { partner_id: partner, name: "Reception" });
  if (!offered.ok) throw new Error(offered.reason);
  const bound = await bindDevice(as({ browser: "tablet" }), offered.token, { name: "Reception", pin: "274913" });
  if (!bound.ok) throw new Error(bound.reason);
  desk = `ronda_desk=${bound.secret}`;
  device = (await db.selectFrom("desk_devices").select("id").executeTakeFirstOrThrow()).id;

  const { createApp } = (await import(pathToFileURL("build/server/index.js").href)) as typeof Application;
  const hurried = openPool(database.url, 10);
  // what takes 3 s in production
  Object.assign(hurried.options, { options: "-c lock_timeout=100ms" });
  pool = hurried;
  app = createApp({ ...database.services, pool: hurried, db: openDb(hurried) });
  holder = new pg.Client(database.url);
  await holder.connect();
}, 60_000);
afterAll(() => Promise.all([holder.end(), pool.end()]));

const post = async (path: string, body: URLSearchParams | FormData, cookie: string) =>
  app.fetch(new Request(`http://ronda.test${path}`, { method: "POST", body, headers: { cookie } }), {});

const sell = (way: "cash" | "link") =>
  post(
    "/desk/act",
    new URLSearchParams({
      intent: "sell",
      key: randomUUID(),
      departure_id: departure,
      people: "1",
      name: "Lena Brandt",
      email: "",
      phone: "+49 151 2345678",
      language: "en",
      way,
      expected: "40000",
    }),
    desk,
  );

/** What is heard while somebody holds a lock. */
async function whileHeld<T>(lock: string, work: () => Promise<T>): Promise<T> {
  await holder.query("begin");
  try {
    await holder.query(lock);
    return await work();
  } finally {
    await holder.query("rollback");
  }
}

/** `done`, `busy`, or what else an answer says. */
async function outcome(answer: Response): Promise<string> {
  if (answer.status === 503) return answer.headers.get("retry-after") ? "busy" : "503 without a time";
  if (answer.status !== 200) return `${answer.status} ${await answer.text()}`;
  const { done, reason } = (await answer.json()) as { done?: boolean; reason?: string };
  return done ? "done" : (reason ?? "");
}
const many = (way: (n: number) => "cash" | "link") =>
  Promise.all(Array.from({ length: 22 }, async (_, n) => outcome(await sell(way(n)))));

test.each<[string, () => string]>([
  ["the night", () => `select from scheduled_crawls where id = '${departure}' for update`],
  ["the partner's cash", () => `select pg_advisory_xact_lock(hashtextextended('desk:${partner}', 0))`],
  ["the device", () => `select from desk_devices where id = '${device}' for update`],
  ["all sales", () => "lock table desk_sales in access exclusive mode"],
  ["all bookings", () => "lock table bookings in access exclusive mode"],
  ["all devices", () => "lock table desk_devices in access exclusive mode"],
])("22 sales of a desk at once are busy while somebody holds %s, and sold afterwards", async (_, lock) => {
  const heard = await whileHeld(lock(), () => many((n) => (n % 2 ? "cash" : "link")));
  expect([...new Set(heard)]).toEqual(["busy"]);
  expect(await outcome(await sell("cash"))).toBe("done");
});

test("22 sales of a desk at once that nobody holds up are sold or busy", async () => {
  const heard = await many(() => "cash");
  expect([...new Set(heard)].filter((one) => one !== "busy")).toEqual(["done"]);
});

test("a lock that is lost before a page is asked, by somebody who uploads, is busy too", async () => {
  const { db, secret } = database.services;
  const { id } = await addAccount(db, { role: "admin", secondFactor: true });
  const { cookie } = await beginSession(db, id, { secret, baseUrl: "http://ronda.test" });
  const picture = new FormData();
  picture.set("picture", new File(["no picture"], "picture"));
  const upload = () => post("/admin/media/pictures", picture, cookie);
  const heard = await whileHeld("lock table session in access exclusive mode", upload);
  expect([heard.status, heard.headers.get("retry-after")]).toEqual([503, "2"]);
  expect((await upload()).status).toBe(422);
});

test("what isn't a lost lock is a failure as ever", async () => {
  await database.services.pool.query("alter table desk_sales rename to gone");
  const heard = await outcome(await sell("link"));
  await database.services.pool.query("alter table gone rename to desk_sales");
  expect(heard).toMatch(/^500 /);
});
