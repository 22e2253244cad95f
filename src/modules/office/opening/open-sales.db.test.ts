import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { loadSeed } from "#db/seeds/load.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { confirmBrand } from "#src/modules/office/opening/confirm-brand.server.ts";
import { closeSales, openSales } from "#src/modules/office/opening/open-sales.server.ts";
import { openingOf } from "#src/modules/office/opening/queries.server.ts";
import { appSettings, forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addCrawl, addDeparture, bookingInput } from "#tests/seeds.ts";

// From the empty seed, step by step, to the first booking.

describe("a new installation", () => {
  const database = freshDatabase({ RONDA_SEED: "empty" });
  const db = () => database.services.db;
  const owner = () => database.ctx({ actor: { kind: "user", role: "admin" } });
  const states = async () => {
    const opening = await openingOf(owner());
    return opening.ok ? Object.values(opening.opening.states).join(" ") : opening.reason;
  };
  const put = async (texts: Record<string, string>) => {
    const rows = Object.entries(texts).map(([key, value]) => ({ key, value }));
    await db().insertInto("app_settings").values(rows).execute();
    forgetSettings(database.services);
  };
  const entries = () =>
    db().selectFrom("audit_log").select("action").where("action", "like", "sales.%").orderBy("id").execute();

  test("leads from nothing to the first booking of a guest, and says what is missing until then", async () => {
    await loadSeed(db(), database.services.settings, NOON);
    // brand company money city crawl nights home mail payments trial open: the rates that come with the product are old
    expect(await states()).toBe("next ready ready ready later later ready ready ready later later");
    const all = ["brand", "company", "city", "crawl", "nights"];
    expect(await openSales(owner())).toEqual({ ok: false, reason: "not_ready", missing: all });
    expect(await openingOf(owner())).toMatchObject({
      opening: { brand: { name: "Ronda", shipped: ["brand_name", "founded_year", "reference_prefix"] } },
    });
    await put({ brand_name: "Noches", founded_year: "2019" });
    expect(await openSales(owner())).toMatchObject({ missing: all });
    expect(await confirmBrand(owner())).toEqual({ ok: true });
    expect(await confirmBrand(owner())).toEqual({ ok: true });
    expect(await openingOf(owner())).toMatchObject({
      opening: { brand: { name: "Noches", founded: 2019, prefix: "RND", shipped: [] } },
    });
    await put({ operator_name: "Noches SA" });
    expect(await openSales(owner())).toMatchObject({ missing: ["company", "city", "crawl", "nights"] });
    await put({ operator_address: "Calle 1, CDMX" });
    expect(await openSales(owner())).toMatchObject({ missing: ["city", "crawl", "nights"] });
    await db().updateTable("currency_rates").set({ date: "2026-11-20" }).execute();
    forgetSettings(database.services);

    await db()
      .insertInto("cities")
      .values({ id: "mexico-city", name: "Mexico City", time_zone: "America/Mexico_City" })
      .execute();
    expect(await states()).toBe("done done done done next later done ready ready later later");
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

  test("takes the home page for the operator's own once it is so in both languages, whoever looks", async () => {
    await db().updateTable("cities").set({ name: "Guanajuato" }).execute();
    const home = async (locale: "en" | "es") => {
      const opening = await openingOf({ ...owner(), locale });
      return opening.ok
        ? [opening.opening.states.home, opening.opening.home.own, opening.opening.home.text]
        : opening.reason;
    };
    const write = (content: object) =>
      db()
        .insertInto("home_page_content")
        .values({ site_tag: "cdmx", section_key: "hero", content: JSON.stringify(content) })
        .onConflict((c) => c.columns(["site_tag", "section_key"]).doUpdateSet({ content: JSON.stringify(content) }))
        .execute();
    expect(await home("en")).toEqual(["next", false, expect.stringContaining("Mexico City")]);
    await write({ subtitle: "Through Guanajuato" });
    for (const locale of ["en", "es"] as const)
      expect(await home(locale)).toEqual(["next", false, expect.stringContaining("Ciudad de México")]);
    await write({ subtitle: "Through Guanajuato", subtitle_es: "Por Guanajuato" });
    expect(await home("en")).toEqual(["done", true, "Through Guanajuato"]);
    expect(await home("es")).toEqual(["done", true, "Por Guanajuato"]);
  });

  test("counts a confirmed booking, and an email to try the mail server that one has taken", async () => {
    const trial = { kind: "staff_mail_test", language: "en", recipient: "owner@people.test", created_at: NOON };
    await db()
      .insertInto("emails")
      .values({ ...trial, status: "sent", captured: true, dedupe_key: "kept" })
      .execute();
    expect(await openingOf(owner())).toMatchObject({ opening: { mail: { tried: false } } });
    await db()
      .insertInto("emails")
      .values({ ...trial, status: "sent", dedupe_key: "taken" })
      .execute();
    expect(await openingOf(owner())).toMatchObject({ opening: { mail: { server: false, tried: true } } });
    await db().updateTable("bookings").set({ status: "confirmed", confirmed_at: NOON }).execute();
    expect(await openingOf(owner())).toMatchObject({
      opening: { company: { name: "Noches SA" }, bookings: 1, states: { trial: "done" } },
    });
  });
});

describe("an installation without the setting", () => {
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
    const acts = [openingOf, openSales, closeSales, confirmBrand];
    expect(await Promise.all(acts.map((act) => act(ctx)))).toEqual(acts.map(() => refused));
  });
});
