import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { loadSeed } from "#db/seeds/load.ts";
import { placeBooking } from "#src/modules/booking/place-booking.server.ts";
import { closeSales, openSales } from "#src/modules/opening/open-sales.server.ts";
import { openingOf } from "#src/modules/opening/queries.server.ts";
import { appSettings } from "#src/modules/settings/queries.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addCrawl, addDeparture, bookingInput } from "#tests/seeds.ts";

// From the empty seed, step by step, to the first booking.

describe("a new installation", () => {
  const database = freshDatabase({ RONDA_SEED: "empty" });
  const db = () => database.services.db;
  const owner = () => database.ctx({ actor: { kind: "user", role: "admin" } });
  const states = async () => {
    const seen = await openingOf(owner());
    return seen.ok ? Object.values(seen.opening.states).join(" ") : seen.reason;
  };
  const entries = () =>
    db().selectFrom("audit_log").select("action").where("subject_type", "=", "sales").orderBy("id").execute();

  test("leads from nothing to the first booking of a guest, and says what is missing until then", async () => {
    await loadSeed(db(), database.services.settings, NOON);
    // company money city crawl nights payments trial open
    expect(await states()).toBe("next done ready later later ready later later");
    expect(await openSales(owner())).toEqual({ ok: false, reason: "not_ready", missing: ["city", "crawl", "nights"] });

    await db()
      .insertInto("cities")
      .values({ id: "mexico-city", name: "Mexico City", time_zone: "America/Mexico_City" })
      .execute();
    expect(await states()).toBe("next done done ready later ready later later");
    const hidden = await addCrawl(db(), { is_active: false });
    expect(await openSales(owner())).toMatchObject({ missing: ["crawl", "nights"] });
    expect(await openingOf(owner())).toMatchObject({ opening: { crawls: { shown: [], hidden: 1 } } });

    await db().updateTable("pub_crawls").set({ is_active: true }).where("id", "=", hidden).execute();
    expect(await openSales(owner())).toMatchObject({ missing: ["nights"] });
    await addDeparture(db(), hidden, { bookings_disabled: true });
    await addDeparture(db(), hidden, { status: "cancelled" });
    await addDeparture(db(), hidden, { date: "2026-11-19" });
    expect(await openSales(owner())).toMatchObject({ missing: ["nights"] });

    const night = await addDeparture(db(), hidden, { date: "2026-12-24" });
    expect(await openingOf(owner())).toMatchObject({
      opening: { isOpen: false, since: null, nights: { count: 1, first: { id: night, date: "2026-12-24" } } },
    });
    const book = () => placeBooking(database.ctx(), bookingInput(night), randomUUID());
    expect(await book()).toMatchObject({ reason: "bookings_disabled" });
    expect(await entries()).toEqual([]);

    expect(await openSales(owner())).toEqual({ ok: true });
    expect((await appSettings(database.services)).isOpen).toBe(true);
    expect(await book()).toMatchObject({ ok: true });
    expect(await openingOf(owner())).toMatchObject({ opening: { isOpen: true, since: expect.any(String) } });
  });

  test("closes and opens again, each once however often it is asked, even at once", async () => {
    const before = (await entries()).length;
    expect(await Promise.all([closeSales(owner()), closeSales(owner()), closeSales(owner())])).toEqual([
      { ok: true },
      { ok: true },
      { ok: true },
    ]);
    await Promise.all([openSales(owner()), openSales(owner())]);
    await openSales(owner());
    expect((await entries()).slice(before).map(({ action }) => action)).toEqual(["sales.closed", "sales.opened"]);
  });

  test("counts the company once it has name and address, and a confirmed booking", async () => {
    await db()
      .insertInto("app_settings")
      .values([
        { key: "operator_name", value: "Noches SA" },
        { key: "operator_address", value: "Calle 1, CDMX" },
      ])
      .execute();
    await db().updateTable("bookings").set({ status: "confirmed", confirmed_at: NOON }).execute();
    expect(await openingOf(owner())).toMatchObject({
      opening: { company: { name: "Noches SA" }, bookings: 1, states: { trial: "done" } },
    });
  });
});

describe("an installation from before", () => {
  const database = freshDatabase();
  const owner = () => database.ctx({ actor: { kind: "user", role: "admin" } });
  beforeEach(() => database.services.db.deleteFrom("app_settings").where("key", "=", "open_for_sale").execute());

  test("is open without a row, and can be closed", async () => {
    expect(await openingOf(owner())).toMatchObject({ opening: { isOpen: true, states: { open: "done" } } });
    expect(await closeSales(owner())).toEqual({ ok: true });
    expect(await openingOf(owner())).toMatchObject({ opening: { isOpen: false } });
  });

  test.each(["manager", "support", "marketing", "guide", "customer"])("is no business of a %s", async (role) => {
    const ctx = database.ctx({ actor: { kind: "user", role } });
    const refused = { ok: false, reason: "forbidden", missing: "settings.change" };
    expect([await openingOf(ctx), await openSales(ctx), await closeSales(ctx)]).toEqual([refused, refused, refused]);
  });
});
