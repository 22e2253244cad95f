import { beforeAll, describe, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { orderCities } from "#src/modules/site/catalog/order-cities.server.ts";
import {
  citiesForStaff,
  cityToAdd,
  cityToEdit,
  crawlNames,
  crawlToAdd,
  crawlToEdit,
  findCity,
  findCrawl,
  listCities,
  listCrawls,
} from "#src/modules/site/catalog/queries.server.ts";
import { type CityDraft, emptyCity } from "#src/modules/site/catalog/rules/city.ts";
import { addCity, updateCity } from "#src/modules/site/catalog/save-city.server.ts";
import { CityFields } from "#src/modules/site/catalog/schema.ts";
import { switchCity } from "#src/modules/site/catalog/switch-city.server.ts";
import { listDepartures } from "#src/modules/sales/schedule/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCrawl, addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const staff = (role = "admin", over = {}) => database.ctx({ actor: { kind: "user", role }, ...over });
const db = () => database.services.db;
const fields = (over: Partial<CityDraft> = {}) =>
  CityFields.parse({ ...emptyCity("America/Merida"), name: "Mérida", ...over });

let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(db()));
});

let last = 0;
const newId = () => `city-${++last}`;
async function added(over: Partial<CityDraft> = {}, isActive = true) {
  const id = newId();
  expect(await addCity(staff(), { id, city: fields(over), isActive })).toEqual({ ok: true, id });
  return id;
}
const history = async (id: string) =>
  (
    await db()
      .selectFrom("audit_log")
      .select(["action", "changes"])
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute()
  ).map(({ action, changes }) => ({ action, changes }));
const draftNow = async (id: string) => {
  const city = await cityToEdit(staff(), id);
  if (!city.ok) throw new Error(city.reason);
  return city;
};
const inMenu = async (locale: "en" | "es" = "en") => (await listCities(database.ctx({ locale }))).map(({ id }) => id);
const orderNow = async () => {
  const cities = await citiesForStaff(staff());
  return cities.ok ? cities.cities.map(({ id }) => id) : [];
};
/** A crawl in a city, with one departure. */
async function soldIn(city: string) {
  const crawl = await addCrawl(db(), { title: "Ronda there" });
  await db().updateTable("pub_crawls").set({ city_id: city }).where("id", "=", crawl).execute();
  return { crawl, departure: await addDeparture(db(), crawl) };
}
const book = (departure: string, ctx = database.ctx()) =>
  placeBooking(ctx, bookingInput(departure), `key-${++last}-${departure}`);

test("a picture that was deleted for good is refused", async () => {
  const name = "c".repeat(32);
  const [id, at] = [await added(), staff().now];
  const row = { name, added_at: at, unused_since: at, trashed_at: at, purged_at: at };
  await db().insertInto("pictures").values(row).execute();
  const city = fields({ image: { src: `/uploads/${name}`, alt: "", alt_es: "" } });
  const refusal = { ok: false, reason: "picture_gone" };
  expect(await updateCity(staff(), { id, version: 1, city })).toEqual(refusal);
  expect(await addCity(staff(), { id: newId(), city, isActive: true })).toEqual(refusal);
});

describe("adding", () => {
  test("puts a city at the end of the menu, in both languages, and writes it down in words", async () => {
    const id = await added({ name_es: "La Mérida", meeting_point: "The arch", map_url: "https://maps.example.com/a" });
    expect((await inMenu()).at(-1)).toBe(id);
    expect(await findCity(database.ctx({ locale: "es" }), id)).toMatchObject({
      name: "La Mérida",
      meeting_point: "The arch",
      map_url: "https://maps.example.com/a",
    });
    expect(await history(id)).toMatchObject([
      { action: "city.created", changes: { name: { old: "", new: "Mérida" }, is_active: { old: null, new: true } } },
    ]);
  });

  test("twice with one form adds one; another one under the same address is refused", async () => {
    const id = newId();
    const twice = await Promise.all([1, 2, 3].map(() => addCity(staff(), { id, city: fields(), isActive: true })));
    expect(twice).toEqual([1, 2, 3].map(() => ({ ok: true, id })));
    expect(await addCity(staff(), { id, city: fields({ name: "Other" }), isActive: true })).toEqual({
      ok: false,
      reason: "slug_taken",
    });
    expect((await history(id)).length).toBe(1);
  });

  test("several at once all find their place", async () => {
    const ids = await Promise.all([added(), added(), added()]);
    const rows = await db().selectFrom("cities").select("position").where("id", "in", ids).execute();
    expect(new Set(rows.map(({ position }) => position)).size).toBe(3);
  });

  test("is refused to whoever may only read, who sees the list all the same", async () => {
    for (const role of ["support", "marketing"]) {
      const refused = { ok: false, reason: "forbidden", missing: "crawls.change" };
      expect(await addCity(staff(role), { id: newId(), city: fields(), isActive: true })).toEqual(refused);
      expect(await cityToAdd(staff(role))).toEqual(refused);
      expect(await citiesForStaff(staff(role))).toMatchObject({ ok: true, mayChange: false });
    }
    expect(await citiesForStaff(staff("guide"))).toMatchObject({ reason: "forbidden", missing: "crawls.read" });
  });
});

describe("changing", () => {
  test("of two editors the second is told what the first saved, and loses nothing", async () => {
    const id = await added();
    const one = { id, version: 1, city: fields({ description: "By one" }) };
    const other = { id, version: 1, city: fields({ description: "By the other" }) };
    const answers = await Promise.all([updateCity(staff(), one), updateCity(staff(), other)]);
    expect(answers.filter(({ ok }) => ok)).toMatchObject([{ ok: true, version: 2 }]);
    const { saved } = await draftNow(id);
    expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, reason: "changed_meanwhile", current: saved });
    expect((await history(id)).map(({ action }) => action)).toEqual(["city.created", "city.updated"]);
  });

  test("without a change writes nothing, and of an unknown city is refused", async () => {
    const id = await added();
    expect(await updateCity(staff(), { id, version: 1, city: fields() })).toMatchObject({ ok: true, version: 1 });
    expect((await history(id)).length).toBe(1);
    expect(await updateCity(staff(), { id: "atlantis", version: 1, city: fields() })).toMatchObject({
      reason: "city_not_found",
    });
  });

  test("of the time zone waits until no departure is to come", async () => {
    const id = await added();
    const { departure } = await soldIn(id);
    const elsewhere = { id, version: 1, city: fields({ time_zone: "America/Cancun" }) };
    expect(await updateCity(staff(), elsewhere)).toEqual({ ok: false, reason: "zone_in_use", departures: 1 });
    await db().updateTable("scheduled_crawls").set({ status: "cancelled" }).where("id", "=", departure).execute();
    expect(await updateCity(staff(), elsewhere)).toMatchObject({ ok: true, version: 2 });
  });
});

describe("switching off", () => {
  test("hides the city and its crawls and sells nothing in it; who has booked keeps it", async () => {
    const id = await added();
    const { crawl, departure } = await soldIn(id);
    expect(await book(departure)).toMatchObject({ ok: true });
    expect(await citiesForStaff(staff())).toMatchObject({
      cities: expect.arrayContaining([
        expect.objectContaining({ id, coming: { departures: 1, bookings: 1, people: 2 }, inCalendar: false }),
      ]),
    });
    expect(await listDepartures(database.ctx(), { crawl_id: crawl })).toHaveLength(1);

    expect(await switchCity(staff("admin", { locale: "es" }), { id, isActive: false })).toEqual({
      ok: true,
      name: "Mérida",
    });
    expect(await inMenu()).not.toContain(id);
    expect(await findCity(database.ctx(), id)).toBeNull();
    expect(await findCrawl(database.ctx(), crawl)).toBeNull();
    expect((await listCrawls(database.ctx())).map((one) => one.id)).not.toContain(crawl);
    expect((await crawlNames(database.ctx())).cdmx.has(crawl)).toBe(false);
    expect(await listDepartures(database.ctx(), { crawl_id: crawl })).toEqual([]);
    // not even as the default crawl, which is in another city
    expect(await book(departure)).toMatchObject({ ok: false });
    const record = await db()
      .selectFrom("bookings")
      .select("status")
      .where("scheduled_crawl_id", "=", departure)
      .execute();
    expect(record).toEqual([{ status: "pending" }]);

    expect(await switchCity(staff(), { id, isActive: true })).toMatchObject({ ok: true });
    expect(await book(departure)).toMatchObject({ ok: true });
    expect((await history(id)).map(({ action }) => action)).toEqual([
      "city.created",
      "city.deactivated",
      "city.activated",
    ]);
  });

  test("stops a sale that was priced before, in the statement that takes the seats", async () => {
    const id = await added();
    const { departure } = await soldIn(id);
    const { pool } = database.services;
    const late = new Proxy(pool, {
      get: (target, name) => {
        const own = Reflect.get(target, name) as unknown;
        if (name !== "query") return typeof own === "function" ? (own as () => unknown).bind(target) : own;
        return async (request: { name?: string }) => {
          if (request.name === "take-hold") await switchCity(staff(), { id, isActive: false });
          return target.query(request as never);
        };
      },
    });
    expect(await book(departure, database.ctx({ pool: late }))).toMatchObject({ ok: false });
    const rows = await db().selectFrom("bookings").select("id").where("scheduled_crawl_id", "=", departure).execute();
    expect(rows).toEqual([]);
  });

  test("says that the home page's calendar loses nights, and leaves an open form without a conflict", async () => {
    const result = await draftNow("mexico-city");
    expect(result.city.inCalendar).toBe(true);
    const id = await added();
    await switchCity(staff(), { id, isActive: false });
    expect(await updateCity(staff(), { id, version: 1, city: fields({ description: "More" }) })).toMatchObject({
      ok: true,
    });
  });

  test("takes a city out of the choices of new crawls, but not from crawls that are in it", async () => {
    const id = await added({}, false);
    const { crawl } = await soldIn(id);
    const fresh = await crawlToAdd(staff());
    expect(fresh.ok && fresh.choices.cities.map((city) => city.id)).not.toContain(id);
    const old = await crawlToEdit(staff(), crawl);
    expect(old.ok && old.choices.cities).toContainEqual({ id, name: "Mérida", isActive: false });
    const other = await crawlToEdit(staff(), crawlId);
    expect(other.ok && other.choices.cities.map((city) => city.id)).not.toContain(id);
  });
});

describe("ordering", () => {
  test("is what the menus show, and can be taken back", async () => {
    await added();
    const was = await orderNow();
    const now = was.toReversed();
    expect(await orderCities(staff(), { was, now })).toEqual({ ok: true, order: now });
    const ids = new Set(await inMenu());
    expect(await inMenu()).toEqual(now.filter((id) => ids.has(id)));
    expect(await orderCities(staff(), { was: now, now: was })).toEqual({ ok: true, order: was });
    expect(await orderNow()).toEqual(was);
  });

  test("by two at once keeps one order whole, and shows it to the other", async () => {
    await Promise.all([added(), added()]);
    const was = await orderNow();
    const [first, ...rest] = was;
    const mine = [...rest, first!];
    const theirs = was.toReversed();
    const answers = await Promise.all([
      orderCities(staff(), { was, now: mine }),
      orderCities(staff(), { was, now: theirs }),
    ]);
    const done = answers.find(({ ok }) => ok);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await orderNow()).toEqual(done && "order" in done ? done.order : null);
    expect(answers.find(({ ok }) => !ok)).toEqual({
      ok: false,
      reason: "changed_meanwhile",
      order: await orderNow(),
    });
  });

  test("against a list that lacks a new city, or with other cities, is refused", async () => {
    const was = await orderNow();
    const id = await added();
    expect(await orderCities(staff(), { was, now: was.toReversed() })).toMatchObject({ reason: "changed_meanwhile" });
    expect(await orderCities(staff(), { was, now: [...was, id] })).toMatchObject({ reason: "not_the_cities" });
    expect(await orderCities(staff(), { was, now: [was[0]!, ...was] })).toMatchObject({ reason: "not_the_cities" });
    expect(await orderCities(staff("support"), { was, now: was })).toMatchObject({ reason: "forbidden" });
  });
});
