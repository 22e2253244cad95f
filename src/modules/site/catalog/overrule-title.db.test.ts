import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { sellableDepartures } from "#src/modules/office/booking-admin/read-panel.server.ts";
import { actOnCrawl } from "#src/modules/site/catalog/act-on-crawl.server.ts";
import { citiesForStaff, crawlsForStaff, findCrawl } from "#src/modules/site/catalog/queries.server.ts";
import { readNight } from "#src/modules/office/night/queries.server.ts";
import { openSales } from "#src/modules/office/opening/open-sales.server.ts";
import { openingOf } from "#src/modules/office/opening/queries.server.ts";
import { openOptions } from "#src/modules/office/options/queries.server.ts";
import { tonight } from "#src/modules/office/reports/queries.server.ts";
import { adminSchedule, departuresOf, saleOfCreated } from "#src/modules/sales/schedule/queries.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCrawl, addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

// Section 9 hides crawls of some titles on the site of Mexico City: whoever runs it reads so wherever such a crawl is shown to them.

const database = freshDatabase();
const db = () => database.services.db;
const staff = (role = "admin", over = {}) => database.ctx({ actor: { kind: "user", role }, ...over });
const TONIGHT = "2026-11-20";
let [crawlId, id, night] = ["", "", ""];

beforeAll(async () => {
  ({ crawlId } = await seedMinimal(db()));
  id = await addCrawl(db(), { title: "Ronda San Cristóbal" });
  night = await addDeparture(db(), id, { date: TONIGHT });
});
beforeEach(() => db().updateTable("pub_crawls").set({ on_every_site: false }).where("id", "=", id).execute());

const RULE = { why: "title", words: "San Cristóbal", sites: ["cdmx"], isElsewhere: false };
const book = () => placeBooking(database.ctx(), bookingInput(night), randomUUID());

/** What the screens of staff say of the crawl. */
async function textOf() {
  const [crawls, cities, schedule, page, tonights, sellable, opening, calendar] = await Promise.all([
    crawlsForStaff(staff(), { city: null, state: null, text: "" }),
    citiesForStaff(staff()),
    adminSchedule(staff(), new URLSearchParams()),
    readNight(staff(), night),
    tonight(staff()),
    sellableDepartures(staff()),
    openingOf(staff()),
    openOptions(staff(), "calendar"),
  ]);
  if (!crawls.ok || !cities.ok || !schedule.ok || !page.ok) throw new Error("refused");
  if (!tonights.ok || !sellable.ok || !opening.ok || !calendar.ok) throw new Error("refused");
  return {
    crawls: crawls.crawls.find((one) => one.id === id)?.barred,
    cities: cities.cities[0]?.byTitle.find((one) => one.id === id)?.unseen ?? null,
    schedule: schedule.crawls.find((one) => one.id === id)?.unseen,
    night: page.night.unseen?.unseen ?? null,
    dashboard: tonights.tonight.departures.find((one) => one.id === night)?.unseen?.unseen ?? null,
    byHand: sellable.departures.find((one) => one.id === night)?.unseen?.unseen ?? null,
    opening: opening.opening.crawls.byTitle.find((one) => one.id === id)?.unseen ?? null,
    calendar: calendar.facts.crawls?.find((one) => one.id === id)?.state,
  };
}

test("every screen of staff says what the title rule hides, until the operator overrules it", async () => {
  const everywhere = { schedule: RULE, night: RULE, dashboard: RULE, byHand: RULE, opening: RULE };
  expect(await textOf()).toEqual({ crawls: RULE, cities: RULE, ...everywhere, calendar: "hidden" });
  await actOnCrawl(staff(), { act: "show_everywhere", id });
  const nowhere = { schedule: null, night: null, dashboard: null, byHand: null, opening: null };
  expect(await textOf()).toEqual({ crawls: null, cities: null, ...nowhere, calendar: "shown" });
});

test("overruling it sells the crawl, and taking that back hides it again", async () => {
  const created = () => saleOfCreated(staff(), { crawl_id: id, isOff: false });
  expect(await findCrawl(database.ctx(), id)).toBeNull();
  expect(await departuresOf(database.ctx(), [id])).toEqual([]);
  expect(await book()).toMatchObject({ ok: false, reason: "crawl_not_found" });
  expect(await created()).toBe("hidden");

  await actOnCrawl(staff(), { act: "show_everywhere", id });
  expect(await findCrawl(database.ctx(), id)).toMatchObject({ id });
  expect(await departuresOf(database.ctx(), [id])).toHaveLength(1);
  expect(await created()).toBe("page");
  expect(await book()).toMatchObject({ ok: true });

  await actOnCrawl(staff(), { act: "follow_title", id });
  expect(await findCrawl(database.ctx(), id)).toBeNull();
  expect(await book()).toMatchObject({ ok: false, reason: "crawl_not_found" });
  expect(await findCrawl(database.ctx({ site: "oaxaca" }), id)).not.toBeNull();
});

test("overruling it doesn't show a hidden crawl, and showing one that its title hides says so", async () => {
  const other = await addCrawl(db(), { title: "Puerto Vallarta", is_active: false });
  const acted = (act: "activate" | "show_everywhere") => actOnCrawl(staff(), { act, id: other });
  expect(await acted("activate")).toMatchObject({ ok: true, unseen: { why: "title", words: "Puerto Vallarta" } });
  await db().updateTable("pub_crawls").set({ is_active: false }).where("id", "=", other).execute();
  expect(await acted("show_everywhere")).toMatchObject({ ok: true, unseen: { why: "hidden" } });
  expect(await findCrawl(database.ctx(), other)).toBeNull();
  expect(await acted("activate")).toMatchObject({ ok: true, unseen: null });
  expect(await findCrawl(database.ctx(), other)).not.toBeNull();
  await db().deleteFrom("pub_crawls").where("id", "=", other).execute();
});

test("a site whose only crawl is hidden by its title doesn't open, and leaves out its nights", async () => {
  const render = (is_active: boolean) =>
    db().updateTable("pub_crawls").set({ is_active }).where("id", "=", crawlId).execute();
  await db().updateTable("app_settings").set({ value: "false" }).where("key", "=", "open_for_sale").execute();
  await render(false);
  try {
    const names = { brand_name: "Noches de Jalisco", founded_year: "2019", reference_prefix: "NDJ" };
    const company = { operator_name: "Noches de Jalisco S. A. de C. V.", operator_address: "Guadalajara" };
    await db()
      .insertInto("app_settings")
      .values(Object.entries({ ...names, ...company }).map(([key, value]) => ({ key, value })))
      .onConflict((c) => c.column("key").doUpdateSet((e) => ({ value: e.ref("excluded.value") })))
      .execute();
    forgetSettings(database.ctx());
    expect(await openSales(staff())).toMatchObject({ ok: false, missing: ["crawl", "nights"] });
    expect(await openingOf(staff())).toMatchObject({ opening: { crawls: { shown: [] }, nights: { count: 0 } } });
    await actOnCrawl(staff(), { act: "show_everywhere", id });
    expect(await openingOf(staff())).toMatchObject({
      opening: { crawls: { shown: ["Ronda San Cristóbal"] }, nights: { count: 1 } },
    });
    expect(await openSales(staff())).toEqual({ ok: true });
  } finally {
    await render(true);
  }
});
