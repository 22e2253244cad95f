import ical, { type VEvent } from "node-ical";
import { beforeAll, expect, test } from "vitest";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Site } from "#src/kernel/site.ts";
import { writeCityCalendar, writeCrawlCalendar } from "#src/modules/programs/feeds/write-night-calendar.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCrawl, addDeparture, later, seedMinimal } from "#tests/seeds.ts";

// Calendars are read by a parser that isn't ours.

const database = freshDatabase();
let crawlId = "";
beforeAll(async () => void ({ crawlId } = await seedMinimal(database.services.db)));

type Over = Parameters<typeof database.ctx>[0];
async function textOf(city: string, over: Over = {}): Promise<string> {
  const calendar = await writeCityCalendar(database.ctx({ origin: "http://ronda.test", ...over }), city);
  if (!calendar.ok) throw new Error(calendar.reason);
  return calendar.text;
}
/** The events of a calendar by the id of their departure, in its order. */
function eventsIn(text: string): Map<string, VEvent> {
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const parts = Object.values(ical.sync.parseICS(text));
  const events = parts.filter((part): part is VEvent => part?.type === "VEVENT");
  return new Map(events.map((event) => [event.uid.slice("night-".length).split("@", 1)[0] ?? "", event]));
}

test("a city's calendar has the nights of 90 days, with where and what they cost, and the cancelled ones as such", async () => {
  const { db } = database.services;
  await db
    .updateTable("pub_crawls")
    .set({ title: "Noche, tequila; mezcal", meeting_place: "Bar Uno, Calle 5; esquina", meeting_place_es: "" })
    .where("id", "=", crawlId)
    .execute();
  const [near, full, off, far, hidden, elsewhere] = await Promise.all([
    addDeparture(db, crawlId, { date: "2026-11-21", seats: 12 }),
    addDeparture(db, crawlId, { date: "2026-11-22", seats: 0 }),
    addDeparture(db, crawlId, { date: "2026-11-23", status: "cancelled" }),
    addDeparture(db, crawlId, { date: "2027-02-25" }),
    addDeparture(db, crawlId, { date: "2026-11-24", is_private: true, bookings_disabled: true }),
    addDeparture(db, crawlId, { date: "2026-11-25", external_booking_link: "https://tickets.example/n?a=1,2" }),
  ]);
  const events = eventsIn(await textOf("mexico-city"));
  expect([...events.keys()]).toEqual([near, full, off, elsewhere]);
  expect([far, hidden].some((id) => events.has(id))).toBe(false);
  expect(events.get(near)).toMatchObject({
    uid: `night-${near}@ronda.test`,
    summary: "Noche, tequila; mezcal, Mexico City",
    location: "Bar Uno, Calle 5; esquina, Mexico City",
    status: "CONFIRMED",
    transparency: "TRANSPARENT",
    sequence: 2,
    url: `http://ronda.test/checkout?departure=${near}`,
  });
  expect(+events.get(near)!.start).toBe(Date.parse("2026-11-21T20:00:00-06:00"));
  expect(+events.get(near)!.end!).toBe(Date.parse("2026-11-22T00:30:00-06:00"));
  expect(events.get(near)!.description).toContain("12 places left");
  expect(events.get(full)).toMatchObject({
    status: "CONFIRMED",
    description: expect.stringContaining("No places left"),
  });
  expect(events.get(full)!.url).toContain("/crawls/");
  expect(events.get(off)).toMatchObject({ status: "CANCELLED", sequence: 3 });
  expect(events.get(elsewhere)!.url).toBe("https://tickets.example/n?a=1,2");
});

test("it is in the page's language, and the same until something changes", async () => {
  const { db } = database.services;
  const first = await textOf("mexico-city", { locale: "es" });
  const [event] = eventsIn(first).values();
  expect(event!.url).toContain("/es/checkout");
  expect(event!.description).toContain("por persona");
  expect(await textOf("mexico-city", { locale: "es", now: later(60) })).toBe(first);
  await db.updateTable("scheduled_crawls").set({ version: 2 }).where("id", "=", event!.uid.slice(6, 42)).execute();
  expect([...eventsIn(await textOf("mexico-city")).values()][0]).toMatchObject({ sequence: 4 });
});

test("it says how many places are left only where the operator shows that", async () => {
  const { db } = database.services;
  await db.insertInto("app_settings").values({ key: "hide_all_spots_info", value: "true" }).execute();
  forgetSettings({ db });
  const text = (await textOf("mexico-city")).replaceAll("\r\n ", "");
  expect(text).toContain("per person");
  expect(text).not.toMatch(/places? left\\n/);
});

test("a site's calendars have only what it shows, and a city without nights is a calendar too", async () => {
  const { db } = database.services;
  const id = "puerto-vallarta";
  await db.insertInto("cities").values({ id, name: "Puerto Vallarta", time_zone: "America/Bahia_Banderas" }).execute();
  const crawl = await addCrawl(db, { title: "Ronda Puerto Vallarta", city_id: id });
  await addDeparture(db, crawl, { date: "2026-11-26" });
  const { slug } = await db.selectFrom("pub_crawls").select("slug").where("id", "=", crawl).executeTakeFirstOrThrow();
  const own = (site: Site) => writeCrawlCalendar(database.ctx({ site }), slug);
  expect(eventsIn(await textOf(id, { site: "cdmx" })).size).toBe(0);
  expect(await textOf(id, { site: "cdmx" })).toContain("TZID:America/Bahia_Banderas");
  expect(await own("cdmx")).toMatchObject({ ok: false, reason: "crawl_not_found" });
  expect(eventsIn(await textOf(id, { site: "puerto_vallarta" })).size).toBe(1);
  expect(await own("puerto_vallarta")).toMatchObject({ ok: true });
  expect(await writeCityCalendar(database.ctx(), "atlantis")).toMatchObject({ ok: false, reason: "city_not_found" });
});

test("a night that is over, and those of a hidden crawl, are in no calendar", async () => {
  const { db } = database.services;
  const before = eventsIn(await textOf("mexico-city"));
  const [first] = before.values();
  const after = eventsIn(await textOf("mexico-city", { now: new Date(+first!.end!) }));
  expect([...before.keys()].filter((id) => !after.has(id))).toEqual([[...before.keys()][0]]);
  await db.updateTable("pub_crawls").set({ is_active: false }).where("id", "=", crawlId).execute();
  expect(eventsIn(await textOf("mexico-city")).size).toBe(0);
});
