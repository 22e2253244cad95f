import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { enterBooking } from "#src/modules/office/booking-admin/enter-booking.server.ts";
import { exportBookings } from "#src/modules/office/booking-admin/export-bookings.server.ts";
import { listBookings } from "#src/modules/office/booking-admin/queries.server.ts";
import { bookingPanel } from "#src/modules/office/booking-admin/read-panel.server.ts";
import { HandBooking } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import { bookingQueryIn, SOURCES } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { bindDevice } from "#src/modules/partners/desk/bind-device.server.ts";
import { offerBinding } from "#src/modules/partners/desk/offer-binding.server.ts";
import { deskOf } from "#src/modules/partners/desk/queries.server.ts";
import { sellAtDesk } from "#src/modules/partners/desk/sell-at-desk.server.ts";
import { sellAtDoor } from "#src/modules/evening/till/sell-at-door.server.ts";
import { resellPlaces } from "#src/modules/programs/resellers/resell-places.server.ts";
import { addReseller, asKey } from "#tests/resellers.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCrawl, addDeparture, seedMinimal } from "#tests/seeds.ts";
import { csvText } from "#tests/sheets.ts";
import { addAccount } from "#tests/signed-in.ts";

const database = freshDatabase();
const stage = payingStage(database);
const db = () => database.services.db;
const ids = {} as Record<(typeof SOURCES)[number], string>;
/** The night of the tests' day runs then. */
const RUNNING = 600;
let boss: string;
const staff = () => stage.at(RUNNING, { kind: "user", role: "admin", userId: boss, secondFactor: true });

const sold = (result: { ok: true; booking_id: string } | { ok: false; reason: string }): string => {
  if (!result.ok) throw new Error(result.reason);
  return result.booking_id;
};

beforeAll(async () => {
  await seedMinimal(db());
  boss = (await addAccount(db(), { role: "admin" })).id;
  const departure = await addDeparture(db(), await addCrawl(db(), {}), { date: "2026-11-20", prices: { MXN: 40_000 } });
  ids.web = await stage.books(departure);
  const partner = { id: randomUUID(), name: "Casa Nopal", code: "nopal", desk_credit_limit: 400_000, created_at: NOON };
  await db().insertInto("partners").values(partner).execute();
  const offered = await offerBinding(staff(), { partner_id: partner.id, name: "Reception" });
  if (!offered.ok) throw new Error(offered.reason);
  const bound = await bindDevice(stage.at(0), offered.token, { name: "Reception", pin: "274913" });
  if (!bound.ok) throw new Error(bound.reason);
  const desk = (await deskOf(stage.at(0), bound.secret))!;
  const of = { key: randomUUID(), departure_id: departure, people: 2, expected: 80_000, email: "" };
  const lena = { name: "Lena Brandt", phone: "+49 151 2345678", language: "en", way: "cash" } as const;
  ids.desk = sold(await sellAtDesk(stage.at(0), desk, { ...of, ...lena, intent: "sell" }));
  const door = { currency: "MXN", way: "link", name: "", language: "es", id_seen: true, let_in: false } as const;
  ids.door = sold(await sellAtDoor(staff(), { ...of, ...door, key: randomUUID(), intent: "sell" }));
  const byHand = { first_name: "Ana", last_name: "Ruiz", email: "ana@guest.test", phone: "", country: "", names: [] };
  const sale = { departure_id: departure, people: "1", currency: "MXN", way: "free", total: "", coupon_code: "" };
  const form = HandBooking.parse({ ...byHand, ...sale, key: randomUUID(), language: "en", requests: "" });
  const reseller = await addReseller(db(), { percent: 20 });
  const wish = { departure_id: departure, uuid: randomUUID(), people: [{}], currency: "MXN", language: "en" } as const;
  const resold = await resellPlaces(asKey(stage.at(0), reseller), { ...wish, people: [{}] });
  if (!resold.ok) throw new Error(resold.reason);
  const { uuid } = wish;
  const resale = db().selectFrom("resales").select("booking_id").where("uuid", "=", uuid);
  ids.reseller = (await resale.executeTakeFirstOrThrow()).booking_id;
  ids.admin = sold(await enterBooking(stage.at(0, { kind: "user", role: "admin" }), form));
});

test.each(SOURCES)("what is sold by %s says so, in the list, its filter, its panel and its file", async (source) => {
  const read = async (query: string) => {
    const result = await listBookings(staff(), bookingQueryIn(query));
    if (!result.ok) throw new Error(result.reason);
    return result.list.bookings;
  };
  expect((await read(`source=${source}`)).map(({ id }) => id)).toEqual([ids[source]]);
  expect((await read("")).find(({ id }) => id === ids[source])).toMatchObject({ source });
  expect(await bookingPanel(staff(), ids[source])).toMatchObject({ panel: { source } });
});

test("a country that nobody asked for is nobody's default", async () => {
  const rows = await db().selectFrom("bookings").select(["id", "country"]).execute();
  const countryOf = (source: keyof typeof ids) => rows.find(({ id }) => id === ids[source])?.country;
  expect([countryOf("desk"), countryOf("door"), countryOf("admin")]).toEqual(["", "", ""]);
  expect(countryOf("web")).not.toBe("");
  const file = await exportBookings(staff(), { ids: [ids.desk] }, "csv");
  if (!file.ok) throw new Error(file.reason);
  const [head, line] = (await csvText(file.sheet)).split("\r\n");
  const at = (name: string) => line!.split(",")[head!.split(",").indexOf(name)];
  expect([at("Country"), at("Source"), at("Came by")]).toEqual(["", "Hostel desk", "Hostel desk"]);
});
