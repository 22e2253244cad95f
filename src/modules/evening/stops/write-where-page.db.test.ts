import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { changeRoute } from "#src/modules/evening/stops/change-route.server.ts";
import { nightOnTheWay } from "#src/modules/evening/stops/queries.server.ts";
import { recordStep } from "#src/modules/evening/stops/record-step.server.ts";
import { writeWherePage } from "#src/modules/evening/stops/write-where-page.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
const db = () => database.services.db;
const hours = (n: number) => new Date(NOON.getTime() + n * 3_600_000);
const guide = (now: Date) => database.ctx({ now, actor: { kind: "user", role: "guide" } });

/** A night of two stops, 20:00 and 21:30, 32 hours after `NOON`. */
async function evening() {
  const bookingId = await bookDeparture(database.ctx(), { language: "es" });
  const { crawl_id, scheduled_crawl_id: departureId } = await db()
    .selectFrom("bookings")
    .select(["crawl_id", "scheduled_crawl_id"])
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  for (const [position, name, at] of [
    [1, "La Palma", "20:00"],
    [2, "El Faro", "21:30"],
  ] as const) {
    const bar = { name, city_id: "mexico-city", map_url: null, guide_note: "Ask for Toña" };
    const { id } = await db().insertInto("bars").values(bar).returning("id").executeTakeFirstOrThrow();
    await db().insertInto("crawl_stops").values({ crawl_id, position, bar_id: id, at }).execute();
  }
  return { bookingId, departureId };
}

const page = (departureId: string | null, now: Date) =>
  writeWherePage(database.ctx({ now }), { departureId, links: { tickets: "/t", otherLanguage: "/o" }, theme: "light" });
async function stopsOf(departureId: string) {
  const result = await nightOnTheWay(guide(hours(33)), departureId);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

test("the page follows the night: meeting place, plan, what the guide says, and the end", async () => {
  const { departureId } = await evening();
  const before = await page(departureId, hours(20));
  expect(before.html).toContain("Go here first");
  expect(before.html).toContain("Fuente de Cibeles");
  expect(before.html).not.toContain("Toña");
  expect(before.headers["x-ticket-until"]).toBe(String(hours(36.5).getTime()));
  const planned = await page(departureId, hours(32.5));
  expect(planned.html).toContain("According to the plan");
  // the same page a minute later is the same version, with the time of its own in a header
  const later = await page(departureId, new Date(hours(32.5).getTime() + 60_000));
  expect(later.headers["x-ticket-version"]).toBe(planned.headers["x-ticket-version"]);
  expect(decodeURIComponent(later.headers["x-where-time"]!)).toBe("8:31 PM");
  const { stops } = await stopsOf(departureId);
  const step = { departureId, stopId: stops[1]!.id, kind: "arrived", id: randomUUID(), deviceAt: null } as const;
  await recordStep(guide(hours(33)), step);
  const messages = await page(departureId, hours(33.2));
  expect(messages.headers["x-ticket-version"]).not.toBe(planned.headers["x-ticket-version"]);
  expect(messages.html).toContain("since 9:00 PM");
  const over = await page(departureId, hours(37));
  expect(over.html).toContain("This night is over");
  expect(over.headers).not.toHaveProperty("x-ticket-until");
  expect(await page(null, hours(33))).toMatchObject({ status: 404 });
});

test("told guests get one email per booking in its language, which is withheld once it isn't true", async () => {
  const { departureId, bookingId } = await evening();
  await db().updateTable("bookings").set({ email: "lucia@guest.test" }).where("id", "=", bookingId).execute();
  const change = async (at: string, tell: boolean) => {
    const { stops, version } = await stopsOf(departureId);
    const request = stops.map(({ id, bar_id, vouchers, ...stop }, index) => ({
      id,
      bar_id,
      vouchers,
      skipped: false,
      at: index === 1 ? at : stop.at,
    }));
    return changeRoute(guide(hours(33)), { departureId, version, stops: request, tell });
  };
  expect(await change("21:45", true)).toMatchObject({ ok: true, told: true });
  // telling the same again says nothing new
  expect(await change("21:45", true)).toMatchObject({ ok: true, told: false });
  expect(await change("22:00", false)).toMatchObject({ ok: true, told: false });
  expect(await change("22:00", true)).toMatchObject({ ok: true, told: true });
  await db()
    .updateTable("scheduled_crawls")
    .set({ ends_at: new Date("2100-01-01") })
    .execute();
  await database.work();
  const emails = await db()
    .selectFrom("emails")
    .select(["status", "last_error", "recipient", "language"])
    .where("kind", "=", "route_changed")
    .orderBy("created_at")
    .orderBy("dedupe_key")
    .execute();
  const to = { recipient: "lucia@guest.test", language: "es" };
  expect(emails).toEqual([
    { ...to, status: "withheld", last_error: "the stops were changed again" },
    expect.objectContaining({ ...to, last_error: null }),
  ]);
});
