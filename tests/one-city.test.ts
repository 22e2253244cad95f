import http from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PAGES } from "#src/access.ts";
import { LOCALES, localizedPath } from "#src/kernel/localized.ts";
import { needsNobody } from "#src/modules/base/identity/rules/access.ts";
import { OF_CITIES } from "#src/modules/office/city-limits/store.server.ts";
import { dateIn } from "#src/kernel/local-time.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import { partyTonight } from "#tests/at-the-door.ts";
import { freshDatabase } from "#tests/database.ts";
import { fingerprint } from "#tests/fingerprint.ts";
import { type RunningServer, startServer } from "#tests/servers.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";

// A manager of one city walks through the whole admin and looks for what belongs to another, whose records all carry a mark that
// nothing else has; a manager of every city finds it, so that a walk which sees nothing says something.

const BASE_URL = "https://ronda.test";
const MARK = "Zyzzyx";
const database = freshDatabase();
const db = () => database.services.db;
let server: RunningServer;
let there: {
  booking: string;
  departure: string;
  crawl: string;
  ticket: string;
  entry: string;
  review: string;
  note: string;
};
let here: typeof there;
let month: string;
const cookies: Record<string, string> = {};

beforeAll(async () => {
  here = await cityWith("mexico-city", "Aqui", new Date());
  there = await cityWith("far", MARK, new Date());
  const secret = await sharedSecret(db(), "app");
  for (const [who, city_ids] of [
    ["whole", null],
    ["limited", ["mexico-city"]],
  ] as const) {
    const { id } = await addAccount(db(), { role: "manager", secondFactor: true });
    await db()
      .updateTable("user")
      .set({ city_ids: city_ids && [...city_ids] })
      .where("id", "=", id)
      .execute();
    cookies[who] = (await beginSession(db(), id, { secret, baseUrl: BASE_URL })).cookie;
  }
  // without its jobs: they send and count meanwhile, and what is read here is that forms change nothing
  server = await startServer({ DATABASE_URL: database.url, RONDA_SEED: "empty", BASE_URL, ROLE: "web" });
}, 60_000);
afterAll(() => server?.stop());

/** A city with a night to come, a booking, a guide and a doubted entry, all of whose names begin with a word. */
async function cityWith(city: string, word: string, now: Date): Promise<typeof there> {
  const { booking, departure, tickets } = await partyTonight(database, { email: `${word}@guests.test` });
  const [ticket = ""] = tickets;
  await db()
    .insertInto("cities")
    .values({ id: city, name: `${word} city`, time_zone: "America/Mexico_City" })
    .onConflict((c) => c.column("id").doUpdateSet({ name: `${word} city`, name_es: null }))
    .execute();
  const starts = new Date(+now + 20 * 3_600_000);
  const night = {
    starts_at: starts,
    sales_close_at: starts,
    ends_at: new Date(+starts + 4 * 3_600_000),
    date: dateIn(starts, "America/Mexico_City"),
  };
  month = night.date.slice(0, 7);
  await db().updateTable("scheduled_crawls").set(night).where("id", "=", departure).execute();
  const { crawl_id: crawl } = await db()
    .updateTable("bookings")
    .set({ first_name: word, last_name: `${word}son`, special_requests: `${word} asks` })
    .where("id", "=", booking)
    .returning("crawl_id")
    .executeTakeFirstOrThrow();
  await db().updateTable("tickets").set({ guest_name: word }).where("id", "=", ticket).execute();
  await db()
    .updateTable("pub_crawls")
    .set({
      city_id: city,
      is_active: true,
      title: `${word} crawl`,
      title_es: `${word} ruta`,
      short_name: word,
      short_name_es: word,
    })
    .where("id", "=", crawl)
    .execute();
  const { id: guide } = await addAccount(db(), { role: "guide", secondFactor: true });
  await db()
    .updateTable("user")
    .set({ name: `${word} Guide`, city_ids: [city] })
    .where("id", "=", guide)
    .execute();
  const shift = { departure_id: departure, user_id: guide, part: "guide", state: "accepted", created_at: now };
  await db()
    .insertInto("shifts")
    .values({ ...shift, request_id: crypto.randomUUID(), asked_at: now, answered_at: now })
    .execute();
  const message = { device_at: now, happened_at: now, received_at: now, offline: true, way: "scan", reason: "" };
  const { id: event } = await db()
    .insertInto("checkin_events")
    .values({
      id: crypto.randomUUID(),
      kind: "in",
      ticket_id: ticket,
      departure_id: departure,
      ...message,
      concern: "told_late",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const entry = { standing: "open", happened_at: now, id_seen: false, changed_at: now };
  await db()
    .insertInto("entries")
    .values({ id: event, ticket_id: ticket, departure_id: departure, ...entry })
    .execute();
  const { id: review } = await db()
    .insertInto("ratings")
    .values({
      booking_id: booking,
      crawl_id: crawl,
      stars: 1,
      comment: `${word} says`,
      language: "en",
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  // a mail server refuses the guest's address: it stands under what waits
  const refused = { booking_id: booking, kind: "booking_confirmation", recipient: `${word}@guests.test` };
  await db()
    .insertInto("emails")
    .values({
      ...refused,
      language: "en",
      status: "failed",
      refused_at: now,
      dedupe_key: `refused ${word}`,
      payload: "{}",
    })
    .execute();
  const { id: note } = await db()
    .insertInto("booking_notes")
    .values({ booking_id: booking, text: `${word} noted`, at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { booking, departure, crawl, ticket, entry: event, review, note };
}

type Answer = { status: number; body: string };
/** Gets a page, or posts a form: its fields, or the body of a multipart one. */
const call = (who: string, path: string, form?: Record<string, string> | string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const body = typeof form === "string" ? form : form && new URLSearchParams(form).toString();
    const type =
      typeof form === "string" ? "multipart/form-data; boundary=ronda-part" : "application/x-www-form-urlencoded";
    const posts = { origin: BASE_URL, "content-type": type };
    const headers = { host: "ronda.test", cookie: cookies[who] ?? "", ...(body === undefined ? {} : posts) };
    const method = body === undefined ? "GET" : "POST";
    const request = http.request(server.origin + path, { method, headers }, async (res) => {
      const parts: Buffer[] = [];
      for await (const part of res) parts.push(part as Buffer);
      resolve({ status: res.statusCode ?? 0, body: Buffer.concat(parts).toString("utf8") });
    });
    request.on("error", reject);
    request.end(body);
  });

// what asks whether a program may act for somebody stands in the site's frame, whose menu names every city to everybody
const guarded = Object.entries(PAGES).flatMap(([page, access]) =>
  needsNobody(access) || access === "signed-in" || page === "/admin/*" || page.startsWith("/oauth/") ? [] : [page],
);
const idFor = (page: string, of: typeof there): string =>
  /nights|schedule/.test(page) ? of.departure : page.includes("pub-crawl") ? of.crawl : of.booking;
const addressOf = (page: string, of: typeof there): string =>
  page.replace(":bookingId", of.booking).replace(":id", idFor(page, of)).replaceAll(/:\w+/g, of.note);

/** What a page is asked for: as it is, and with a search and filters that lead to the other city. In lower case: what is typed is said again. */
const ask = (page: string): string[] => {
  const path = addressOf(page, there);
  const code = MARK.toLowerCase();
  return [
    path,
    `${path}?q=${code}&city=far&period=month&month=${month}&crawl=${there.crawl}`,
    `${path}?q=${code}@guests.test`,
    `${path}?q=${code}`,
  ];
};

describe("what belongs to another city", () => {
  const shows = async (who: string, page: string): Promise<string[]> => {
    const found: string[] = [];
    for (const [turn, locale] of LOCALES.entries()) {
      // a rendered page shows only what its data holds, so its further addresses are asked for their data alone, in turn by language
      let isRendered = false;
      for (const [index, path] of ask(page).entries())
        for (const suffix of isRendered ? [".data"] : ["", ".data"]) {
          if (isRendered && index > 0 && (guarded.indexOf(page) + index + turn) % LOCALES.length === 0) continue;
          const [address = "", query] = localizedPath(path, locale).split("?");
          const answer = await call(who, `${address}${suffix}${query ? `?${query}` : ""}`);
          expect(answer.status, path).toBeLessThan(500);
          if (answer.body.includes(MARK)) found.push(`${path}${suffix}`);
          isRendered ||= /^<!doctype html>/i.test(answer.body);
        }
    }
    return found;
  };

  test.each(guarded)("isn't shown by %s", async (page) => expect(await shows("limited", page)).toEqual([]));

  // control: a walk that couldn't see it would find nothing here either
  test.each([
    "/admin/bookings",
    "/admin/bookings/:bookingId",
    "/admin/bookings/new",
    "/admin/command",
    "/admin/customers",
    "/admin/dashboard",
    "/admin/door-alerts",
    "/admin/feedback",
    "/admin/guides",
    "/admin/guides/month.csv",
    "/admin/nights/:id",
    "/admin/nights/:id/list.csv",
    "/admin/nights/:id/now",
    "/admin/people",
    "/admin/schedule",
    "/admin/schedule/departures.csv",
    "/admin/schedule/edit/:id",
    "/admin/schedule/new",
    "/admin/ticket-scanner/find",
    "/admin/ticket-scanner/list",
    "/admin/till",
  ])("is shown to a manager of every city by %s", async (page) => expect(await shows("whole", page)).not.toEqual([]));

  const contents = () => fingerprint(database.services.pool, ["rate_counters", "rate_limit", "access_log", "session"]);

  test.each(guarded)("isn't changed by a form of %s", async (page) => {
    const before = await contents();
    // one of them without a script, in turn by page: each such refusal is a document that has to be rendered
    for (const [index, [name, id]] of Object.entries(there).entries())
      for (const suffix of index === guarded.indexOf(page) % Object.keys(there).length ? ["", ".data"] : [".data"]) {
        const { status } = await call("limited", addressOf(page, here) + suffix, {
          [`${name}_id`]: id,
          id,
          act: "note",
        });
        expect([page, name, status]).toEqual([page, name, 403]);
      }
    expect(await contents()).toEqual(before);
  });

  test("isn't in the file of all bookings", async () => {
    const file = async (who: string) => (await call(who, "/admin/bookings/export.csv", { all: "1", query: "" })).body;
    const [limited, whole] = [await file("limited"), await file("whole")];
    expect([limited.includes("Aqui"), limited.includes(MARK)]).toEqual([true, false]);
    expect([whole.includes("Aqui"), whole.includes(MARK)]).toEqual([true, true]);
  });

  test.each([
    ["as it is", (id: string) => id],
    ["in capitals", (id: string) => id.toUpperCase()],
    ["escaped", (id: string) => id.replaceAll("-", "%2D")],
    ["escaped twice", (id: string) => id.replaceAll("-", "%252D")],
    ["letter by letter", (id: string) => id.replaceAll(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`)],
  ])("isn't reached by an id that is written %s", async (_, write) => {
    const id = write(there.booking);
    expect((await call("limited", `/admin/bookings?q=${id}`)).status).toBe(403);
    expect((await call("limited", `/admin/bookings/${id}`)).body).not.toContain(MARK);
    const form = { all: "1", query: `after=${id}.1` };
    expect((await call("limited", "/admin/bookings/export.csv", form)).status).toBe(403);
  });

  test.each([
    ["as it is", "", (id: string) => id],
    ["in base64", "Content-Transfer-Encoding: base64\r\n", (id: string) => Buffer.from(id).toString("base64")],
    ["in quarters", "", (id: string) => id.replaceAll("-", "").replaceAll(/.{4}(?=.)/g, "$&-")],
    ["escaped again and again", "", (id: string) => `%${"25".repeat(40)}2D${id}`],
  ])("isn't reached by a multipart form that has its id %s", async (_, header, write) => {
    const before = await contents();
    const part = `--ronda-part\r\nContent-Disposition: form-data; name="entry_id"\r\n${header}\r\n${write(there.entry)}\r\n`;
    for (const path of ["/admin/door-alerts", "/admin/door-alerts.data"])
      expect((await call("limited", path, `${part}--ronda-part--\r\n`)).status).toBe(403);
    expect(await contents()).toEqual(before);
  });

  test("is a guest's all the same, who works somewhere else", async () => {
    const { status } = await call("limited", `/booking-confirmation/${there.booking}/tickets.pdf`);
    const { status: stranger } = await call("nobody", `/booking-confirmation/${there.booking}/tickets.pdf`);
    expect(status).toBe(stranger);
  });

  test("and their own is", async () => {
    expect((await call("limited", `/admin/bookings/${here.booking}`)).body).toContain("Aqui");
    expect((await call("limited", `/admin/nights/${here.departure}`)).body).toContain("Aqui");
    expect((await call("limited", "/admin/bookings")).body).toContain("Aqui");
    expect((await call("limited", "/admin/schedule")).body).toContain("Aqui");
    expect((await call("limited", "/admin/feedback")).body).toContain("Aqui says");
    expect((await call("limited", "/admin/dashboard")).body).toContain("Aqui");
    expect((await call("limited", `/admin/feedback?open=${there.review}`)).status).toBe(403);
    expect((await call("limited", `/admin/bookings/${there.booking}`)).status).toBe(403);
  });
});

test("a new table whose records are of a city is held to it, or left out for a reason", async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_class c
      join pg_attribute k on k.attrelid = c.oid and k.attname = 'id' and k.atttypid = 'uuid'::regtype
      join pg_attribute a on a.attrelid = c.oid
        and a.attname in ('city_id', 'crawl_id', 'scheduled_crawl_id', 'departure_id', 'booking_id', 'purchase_id')
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`.execute(db());
  const LEFT_OUT = {
    add_ons: "who books is offered those of every crawl, and a limited role opens no list of them",
    bars: "a night's guide names those of its way",
    coupons: "they belong to the whole house, which a limited role doesn't open",
    price_rules: "they belong to the whole house, which a limited role doesn't open",
    group_deposits: "each is reached through the quote of its request",
    group_quotes: "each is reached through its request, which is held to its city",
    partners: "they belong to the whole house, which a limited role doesn't open",
    pub_crawls: "asked for by its own line",
  };
  const held = Object.values(OF_CITIES).flat();
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...held, ...Object.keys(LEFT_OUT)].toSorted());
});
