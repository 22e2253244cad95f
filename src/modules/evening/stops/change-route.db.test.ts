import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { editDeparture } from "#src/modules/sales/schedule/edit-departure.server.ts";
import { departureToEdit } from "#src/modules/sales/schedule/queries.server.ts";
import { changeRoute } from "#src/modules/evening/stops/change-route.server.ts";
import { nightOnTheWay, whereFor } from "#src/modules/evening/stops/queries.server.ts";
import { recordStep } from "#src/modules/evening/stops/record-step.server.ts";
import { setCrawlStops } from "#src/modules/evening/stops/save-crawl-stops.server.ts";
import type { NightStop } from "#src/modules/evening/stops/schema.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
/** 21:00 on the day after `NOON`: the night has begun an hour ago. */
const EVENING = new Date(NOON.getTime() + 33 * 3_600_000);
const guide = (now = EVENING) => database.ctx({ now, actor: { kind: "user", role: "guide" } });
const manager = () => database.ctx({ actor: { kind: "user", role: "manager" } });

const bars: string[] = [];
beforeAll(async () => {
  // the city is there with its first booking
  await bookDeparture(database.ctx());
  for (const name of ["La Palma", "El Faro", "La Bruja", "El Gallo"]) {
    const bar = { name, city_id: "mexico-city", map_url: null };
    bars.push((await database.services.db.insertInto("bars").values(bar).returning("id").executeTakeFirstOrThrow()).id);
  }
});

async function night() {
  const bookingId = await bookDeparture(database.ctx(), { language: "es" });
  const { crawl_id: crawlId, scheduled_crawl_id: id } = await database.services.db
    .selectFrom("bookings")
    .select(["crawl_id", "scheduled_crawl_id"])
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  const stops = [
    { bar_id: bars[0]!, at: "20:00", vouchers: 0 },
    { bar_id: bars[1]!, at: "21:30", vouchers: 1 },
    { bar_id: bars[2]!, at: "00:15", vouchers: 0 },
  ];
  expect(await setCrawlStops(manager(), { crawlId, seen: [], stops })).toEqual({ ok: true });
  return { id, crawlId, bookingId, stops };
}

async function view(id: string) {
  const answer = await nightOnTheWay(guide(), id);
  if (!answer.ok) throw new Error(answer.reason);
  return answer;
}
const request = (stops: readonly NightStop[]): NightStop[] =>
  stops.map(({ id, bar_id, at, vouchers, skipped }) => ({ id, bar_id, at, vouchers, skipped }));
const tap = (id: string, stopId: string, kind: "arrived" | "undone" = "arrived", key = randomUUID(), ctx = guide()) =>
  recordStep(ctx, { departureId: id, stopId, kind, id: key, deviceAt: null });
const stepsIn = async (id: string) =>
  (await database.services.db.selectFrom("stop_steps").select("kind").where("departure_id", "=", id).execute()).length;

describe("a guide says where the group is", () => {
  test("guests see it; a tap sent again, or by another guide, counts once; taken back it is as before", async () => {
    const { id } = await night();
    const before = await view(id);
    expect(before).toMatchObject({ version: 0, where: { state: "plan", since: null } });
    const [first, second] = before.stops;
    const key = randomUUID();
    const taps = await Promise.all([1, 2, 3].map(() => tap(id, first!.id, "arrived", key)));
    expect(taps.every(({ ok }) => ok)).toBe(true);
    await tap(id, first!.id);
    expect(await stepsIn(id)).toBe(1);
    expect((await whereFor(guide(), id))!.where).toMatchObject({ state: "at", current: { id: first!.id } });
    await tap(id, second!.id);
    await tap(id, second!.id, "undone");
    expect(await view(id)).toMatchObject({ version: 1, where: { current: first!.id, next: second!.id } });
    expect(await stepsIn(id)).toBe(3);
  });

  test("what was said stays in the database", async () => {
    const { id } = await night();
    await tap(id, (await view(id)).stops[0]!.id);
    const steps = database.services.db.updateTable("stop_steps").set({ kind: "undone" });
    await expect(steps.where("departure_id", "=", id).execute()).rejects.toThrow("only grows");
  });

  test("guests learn nothing of the guides' notes", async () => {
    const { id } = await night();
    expect(JSON.stringify(await whereFor(guide(), id))).not.toContain("guide_note");
  });

  test("only nights near, only guides, only stops of this night", async () => {
    const { id } = await night();
    const { stops } = await view(id);
    const stop = stops[0]!.id;
    const daysBefore = new Date(NOON.getTime() - 2 * 86_400_000);
    expect(await tap(id, stop, "arrived", randomUUID(), guide(daysBefore))).toMatchObject({ reason: "not_tonight" });
    const support = database.ctx({ now: EVENING, actor: { kind: "user", role: "support" } });
    expect(await tap(id, stop, "arrived", randomUUID(), support)).toMatchObject({ reason: "forbidden" });
    expect(await tap(id, randomUUID())).toMatchObject({ reason: "stop_not_found" });
    expect(await stepsIn(id)).toBe(0);
  });
});

describe("tonight's stops", () => {
  test("change for this night alone, in the order of their times", async () => {
    const { id, crawlId, stops } = await night();
    const was = await view(id);
    const list = request(was.stops);
    const now = [{ ...list[0]!, skipped: true }, list[2]!, { ...list[1]!, bar_id: bars[3]!, at: "23:50" }];
    const added: NightStop = { id: null, bar_id: bars[0]!, at: "22:00", vouchers: 2, skipped: false };
    const change = { departureId: id, version: was.version, stops: [...now, added], tell: false };
    expect(await changeRoute(guide(), change)).toMatchObject({ ok: true, version: 2, told: false });
    expect((await view(id)).stops.map(({ at, name, skipped }) => [at, name, skipped])).toEqual([
      ["20:00", "La Palma", true],
      ["22:00", "La Palma", false],
      ["23:50", "El Gallo", false],
      ["00:15", "La Bruja", false],
    ]);
    // the crawl keeps its own, and what it changes to now doesn't reach this night
    const other = [{ ...stops[0]!, at: "19:00" }];
    expect(await setCrawlStops(manager(), { crawlId, seen: stops, stops: other })).toEqual({ ok: true });
    expect((await view(id)).stops).toHaveLength(4);
  });

  test("move with their night, by as much as its start", async () => {
    const { id } = await night();
    const opened = await departureToEdit(manager(), id);
    if (!opened.ok) throw new Error(opened.reason);
    const input = { id, version: opened.version, scope: "one" as const, consent: "" };
    const terms = { ...opened.terms, start_time: "18:30", end_time: "23:30" };
    const asking = await editDeparture(manager(), { ...input, terms });
    const { consent } = asking as { consent: string };
    expect(await editDeparture(manager(), { ...input, terms, consent })).toMatchObject({ ok: true, changed: 1 });
    expect(await view(id)).toMatchObject({ version: 2, stops: [{ at: "18:30" }, { at: "20:00" }, { at: "22:45" }] });
  });

  test("of two guides who change them at once the later one is told", async () => {
    const { id } = await night();
    const { stops, version } = await view(id);
    const later = (at: string) => request(stops).map((stop, index) => (index === 1 ? { ...stop, at } : stop));
    const [one, other] = ["21:45", "22:00"].map((at) => ({ departureId: id, version, stops: later(at), tell: false }));
    await changeRoute(guide(), one!);
    // the first change made it version 2; one who saw version 0 must not overwrite it
    expect(await changeRoute(guide(), other!)).toMatchObject({ reason: "changed_meanwhile" });
    expect(await changeRoute(guide(), one!)).toMatchObject({ ok: true });
    expect((await view(id)).stops[1]!.at).toBe("21:45");
  });

  test("where the group has been stays", async () => {
    const { id } = await night();
    const { stops } = await view(id);
    await tap(id, stops[0]!.id);
    const { version } = await view(id);
    const list = request(stops);
    const elsewhere = [{ ...list[0]!, bar_id: bars[3]! }, ...list.slice(1)];
    const without = list.slice(1);
    const twice = [list[0]!, { ...list[1]!, at: "20:00" }, list[2]!];
    const change = (now: NightStop[]) => changeRoute(guide(), { departureId: id, version, stops: now, tell: false });
    expect(await change(elsewhere)).toMatchObject({ reason: "stop_reached" });
    expect(await change(without)).toMatchObject({ reason: "changed_meanwhile" });
    expect(await change(twice)).toMatchObject({ reason: "same_time", at: "20:00" });
    expect(await change([...list, { ...list[0]!, id: null, bar_id: randomUUID(), at: "01:00" }])).toMatchObject({
      reason: "bar_not_found",
    });
  });

  test("what is still ahead can't come before where the group has been: it would never be next", async () => {
    const { id } = await night();
    await tap(id, (await view(id)).stops[1]!.id);
    const { stops, version } = await view(id);
    const [passed, at, ahead] = request(stops) as [NightStop, NightStop, NightStop];
    const change = (now: NightStop[]) => changeRoute(guide(), { departureId: id, version, stops: now, tell: false });
    expect(await change([passed, at, { ...ahead, at: "21:00" }])).toMatchObject({ reason: "stop_behind", at: "21:00" });
    expect(await change([passed, at, ahead, { ...ahead, id: null, at: "20:30" }])).toMatchObject({
      reason: "stop_behind",
    });
    // one that the group passed over stays behind it
    expect(await change([{ ...passed, at: "20:15" }, at, ahead])).toMatchObject({ ok: true });
  });
});
