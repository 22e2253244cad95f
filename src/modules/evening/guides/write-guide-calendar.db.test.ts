import { beforeAll, expect, test } from "vitest";
import { assignGuide } from "#src/modules/evening/guides/assign-guide.server.ts";
import { calendarToken } from "#src/modules/evening/guides/grant-answer.server.ts";
import { renewCalendar } from "#src/modules/evening/guides/renew-calendar.server.ts";
import { withdrawShift } from "#src/modules/evening/guides/withdraw-shift.server.ts";
import { writeGuideCalendar } from "#src/modules/evening/guides/write-guide-calendar.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { guidingStage } from "#tests/guiding.ts";
import { addCrawl, addDeparture, later, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const { guide, shiftsOn } = guidingStage(database);
const stage = { crawlId: "" };
beforeAll(async () => void ({ crawlId: stage.crawlId } = await seedMinimal(database.services.db)));

const manager = (over = {}) => database.ctx({ actor: { kind: "user", role: "manager" }, ...over });
async function put(departure_id: string, user_id: string, over: { agreed?: boolean; note?: string } = {}) {
  const wish = { user_id, part: "guide", series: false, agreed: true, note: "", ...over } as const;
  const done = await assignGuide(manager(), { departure_id, ...wish });
  if (!done.ok) throw new Error(done.reason);
}
const token = (id: string, version = 1) => calendarToken(database.services, id, version);
async function read(id: string, version = 1) {
  const guideCalendar = await writeGuideCalendar(database.ctx({ locale: "es" }), token(id, version));
  if (!guideCalendar.ok) throw new Error(guideCalendar.reason);
  return guideCalendar;
}

type Event = Record<string, string>;
/** The events of an iCalendar file, unfolded, by the names of their lines with their parameters. */
function eventsIn(text: string): Event[] {
  const lines = text.replaceAll("\r\n ", "").split("\r\n");
  expect(lines[0]).toBe("BEGIN:VCALENDAR");
  expect(lines.slice(-2)).toEqual(["END:VCALENDAR", ""]);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  return text
    .replaceAll("\r\n ", "")
    .split("BEGIN:VEVENT\r\n")
    .slice(1)
    .map((event) =>
      Object.fromEntries(
        event
          .split("BEGIN:VALARM")[0]!
          .split("\r\n")
          .filter((line) => line.includes(":"))
          .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
      ),
    );
}

test("a guide's calendar has their nights in the city's time, the asked ones tentative, the lost ones cancelled", async () => {
  const { db } = database.services;
  await db.insertInto("cities").values({ id: "cancun", name: "Cancún", time_zone: "America/Cancun" }).execute();
  const crawl = await addCrawl(db, { title: "Cancún, de noche" });
  await db.updateTable("pub_crawls").set({ city_id: "cancun" }).where("id", "=", crawl).execute();
  const mateo = await guide("Mateo");
  const [accepted, request, off, cancelled, declined, elsewhere] = await Promise.all([
    ...["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04", "2026-12-05"].map((date) =>
      addDeparture(db, stage.crawlId, { date }),
    ),
    addDeparture(db, crawl, { date: "2026-12-06" }),
  ]);
  await put(accepted, mateo.id, { note: "Trae la bandera; y el silbato, sin falta" });
  for (const id of [request, declined]) await put(id!, mateo.id, { agreed: false });
  for (const id of [off, cancelled, elsewhere]) await put(id!, mateo.id);
  const [shift] = await shiftsOn(off!);
  await withdrawShift(manager(), { departure_id: off!, shift_id: shift!.id });
  await db.updateTable("scheduled_crawls").set({ status: "cancelled" }).where("id", "=", cancelled!).execute();
  await db.updateTable("shifts").set({ state: "declined" }).where("departure_id", "=", declined!).execute();

  const { text } = await read(mateo.id);
  const events = eventsIn(text);
  expect(events.map((event) => [event["UID"]!.slice(6, 42), event["STATUS"]])).toEqual([
    [accepted, "CONFIRMED"],
    [request, "TENTATIVE"],
    [off, "CANCELLED"],
    [cancelled, "CANCELLED"],
    [elsewhere, "CONFIRMED"],
  ]);
  expect(events[0]).toMatchObject({
    "DTSTART;TZID=America/Mexico_City": "20261201T200000",
    "DTEND;TZID=America/Mexico_City": "20261202T003000",
    SUMMARY: "Ronda Test",
    URL: "http://ronda.test/es/admin/my-shifts",
  });
  expect(events[0]!["DESCRIPTION"]).toContain(String.raw`Trae la bandera\; y el silbato\, sin falta`);
  expect(events[4]!["DTSTART;TZID=America/Cancun"]).toMatch(/^20261206T/);
  expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(2);
  // put on the night again, it is theirs again
  await put(off!, mateo.id);
  expect(eventsIn((await read(mateo.id)).text)[2]).toMatchObject({ STATUS: "CONFIRMED" });
});

test("it is the same until something changes, and says nothing of guests", async () => {
  const { db } = database.services;
  const itzel = await guide("Itzel");
  const booking = await bookDeparture({ db, now: NOON }, { email: "sofia@guest.test" });
  const { scheduled_crawl_id: id } = await db
    .selectFrom("bookings")
    .select("scheduled_crawl_id")
    .where("id", "=", booking)
    .executeTakeFirstOrThrow();
  await put(id, itzel.id);
  const first = await read(itzel.id);
  expect(await writeGuideCalendar(database.ctx({ locale: "es", now: later(90) }), token(itzel.id))).toMatchObject({
    etag: first.etag,
  });
  expect(first.text).not.toMatch(/Sofía|Núñez|sofia@|\+52|RND-/);
  await db.updateTable("scheduled_crawls").set({ status: "cancelled" }).where("id", "=", id).execute();
  expect((await read(itzel.id)).etag).not.toBe(first.etag);
});

test("a renewed link ends the one before, one press renews once, and a lost role ends all", async () => {
  const { db } = database.services;
  const luz = await guide("Luz");
  const own = database.ctx({ actor: { kind: "user", role: "guide", userId: luz.id } });
  const renewed = await Promise.all([renewCalendar(own, { version: 1 }), renewCalendar(own, { version: 1 })]);
  expect(renewed).toEqual([
    { ok: true, version: 2 },
    { ok: true, version: 2 },
  ]);
  const gone = { reason: "calendar_not_found" };
  for (const bad of [token(luz.id), "", "nope", `${token(luz.id, 2)}x`, token(luz.id, 3)])
    expect(await writeGuideCalendar(database.ctx(), bad)).toMatchObject(gone);
  expect(eventsIn((await read(luz.id, 2)).text)).toEqual([]);
  await db.updateTable("user").set({ role: "marketing" }).where("id", "=", luz.id).execute();
  expect(await writeGuideCalendar(database.ctx(), token(luz.id, 2))).toMatchObject(gone);
});
