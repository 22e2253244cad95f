import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGES } from "#src/access.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCrawl, addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";
import { callerOf, type RunningServer, startServer } from "#tests/servers.ts";

// A statement that joins tables and names a column without its table fails as soon as a migration gives another of them a column
// of that name: so once did one to every public page of the releases before it (docs/decisions/127). Here every table has the columns of all others.

const BASE_URL = "http://ronda.test";
const database = freshDatabase();
let server: RunningServer;
let night: string;
let crawl: string;
let cookie: string;

const WIDEN = `do $$ declare one record; begin
  for one in select t.relname as name, (
      select string_agg(distinct format('add column if not exists %I text', a.attname), ', ')
      from pg_attribute a join pg_class o on o.oid = a.attrelid
      where o.relnamespace = t.relnamespace and o.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and a.attname <> 'n') -- the own word of picture_uses(), which a migration can replace
      as columns
    from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
  loop execute format('alter table %I %s', one.name, one.columns); end loop; end $$`;

beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  const { slug } = await db.selectFrom("pub_crawls").select("slug").where("id", "=", crawlId).executeTakeFirstOrThrow();
  crawl = slug;
  await addCrawl(db, { title: "Another" });
  night = await addDeparture(db, crawlId, { date: Temporal.Now.plainDateISO().add({ days: 8 }).toString() });
  const { id } = await addAccount(db, { email: "admin@people.test", role: "admin", secondFactor: true });
  const secret = await sharedSecret(db, "app");
  ({ cookie } = await beginSession(db, id, { secret, baseUrl: BASE_URL }));
  const settings = { DATABASE_URL: database.url, RONDA_SEED: "empty", BASE_URL, ALLOW_HTTP: "true", ROLE: "web" };
  server = await startServer({ ...settings, DRAIN_SECONDS: "0" });
  // without the pool's limits: it takes a while
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(WIDEN);
  await client.end();
}, 120_000);
afterAll(() => server?.stop());

const addresses = (isMeant: (access: string) => boolean) =>
  Object.entries(PAGES).flatMap(([page, access]) => (isMeant(access) && !/[:*]/.test(page) ? [page] : []));

/** What is answered with a failure of the server's own. */
async function failures(paths: readonly string[], headers: Record<string, string> = {}): Promise<string[]> {
  const failed: string[] = [];
  for (const path of paths) {
    const { status } = await fetch(server.origin + path, { headers });
    if (status >= 500) failed.push(`${status} ${path}`);
  }
  return failed;
}

test("every public page, what it is made of and a sale work on tables that have all columns of the others", async () => {
  const { call, close } = callerOf(2);
  const post = (path: string, body: object) =>
    call("POST", server.origin + path, body, { "idempotency-key": randomUUID() });
  const booked = await post("/api/bookings", bookingInput(night));
  const id = String(booked.body["id"]);
  const paid = await post(`/api/bookings/${id}/payments`, { provider: "sandbox", method: "card" });
  close();
  const named = [
    `/crawls/${crawl}`,
    "/cities/mexico-city",
    `/checkout?departure=${night}`,
    `/checkout?departure=${night}&booking=${id}`,
    `/booking-confirmation/${id}`,
  ];
  const calls = ["/api/pub-crawls", "/api/scheduled-crawls", `/api/scheduled-crawls/${night}`, "/sitemap.xml"];
  const failed = await failures([...addresses((access) => access === "public"), ...named, ...calls]);
  expect({ failed, booked: booked.status, paid: paid.status }, reasons()).toEqual({
    failed: [],
    booked: 201,
    paid: 201,
  });
}, 120_000);

test("so does every page of staff that needs no more than its address", async () => {
  const pages = addresses((access) => access !== "public" && access !== "link");
  expect(pages.length).toBeGreaterThan(30);
  const lists = [`/admin/nights/${night}`, `/admin/nights/${night}/way`];
  expect(await failures([...pages, ...lists], { cookie }), reasons()).toEqual([]);
}, 120_000);

/** Which columns were named without their table, on which page and by what. */
const reasons = (): string =>
  server
    .printed()
    .split("\n")
    .filter((line) => line.startsWith("{") && line.includes("request.failed"))
    .map((line) => {
      const { path, error } = JSON.parse(line) as { path: string; error: string };
      const own = [...error.matchAll(/at async (\w+) \(\S*build\/server/g)].map(([, name]) => name);
      return `${path}: ${error.split("\n")[0]} by ${own.slice(0, 2).join(" for ")}`;
    })
    .join("\n");
