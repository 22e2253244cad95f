import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { changeResale } from "#src/modules/programs/resellers/change-resale.server.ts";
import { resellPlaces, roomFor } from "#src/modules/programs/resellers/resell-places.server.ts";
import { findResale, listResales } from "#src/modules/programs/resellers/queries.server.ts";
import type { ReserveResale } from "#src/modules/programs/resellers/schema.ts";
import { forgetRecent, readRecent } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addReseller, asKey, wholeDatabase } from "#tests/resellers.ts";
import { addCrawl, addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const db = () => database.services.db;

beforeAll(() => seedMinimal(db()));

const night = async (over: Parameters<typeof addDeparture>[2] = {}) =>
  addDeparture(db(), await addCrawl(db(), {}), { date: "2026-11-20", prices: { MXN: 40_000 }, ...over });
const wish = (departure_id: string, over: Partial<ReserveResale> = {}): ReserveResale => ({
  departure_id,
  uuid: randomUUID(),
  people: [{}, {}],
  currency: "MXN",
  language: "en",
  ...over,
});

test("places are held for twenty minutes, and the reseller finds them by its own id", async () => {
  const seller = await addReseller(db(), { percent: 20 });
  const departure = await night();
  const input = wish(departure, { reseller_reference: "R-1", people: [{ uuid: randomUUID() }, {}] });
  const sold = await resellPlaces(asKey(stage.at(0), seller), input);
  expect(sold).toMatchObject({
    ok: true,
    resale: {
      uuid: input.uuid,
      status: "on_hold",
      reseller_reference: "R-1",
      expires_at: stage.at(20).now.toISOString(),
      total: 80_000,
      net: 64_000,
      tax: 11_034,
      unit_price: 40_000,
      cancellable: true,
      voucher: null,
      people: [{ uuid: input.people[0]!.uuid, ticket: null }, { ticket: null }],
    },
  });
  expect(await seatsOf(db(), departure)).toMatchObject({ available: 38, held: 2 });
  expect(await findResale(asKey(stage.at(5), seller), input.uuid!)).toEqual(sold);
  expect(await resellPlaces(asKey(stage.at(5), seller), input), "sent again").toEqual(sold);
  expect(await resellPlaces(asKey(stage.at(5), seller), { ...input, people: [{}] })).toMatchObject({
    reason: "idempotency_conflict",
  });
  expect(await findResale(asKey(stage.at(20), seller), input.uuid!)).toMatchObject({ resale: { status: "expired" } });
  const other = await addReseller(db());
  expect(await findResale(asKey(stage.at(5), other), input.uuid!)).toMatchObject({ reason: "resale_not_found" });
  expect(await listResales(asKey(stage.at(5), other), {})).toMatchObject({ resales: [], next: null });
  expect(await listResales(asKey(stage.at(5), seller), { reseller_reference: "R-1" })).toMatchObject({
    resales: [{ uuid: input.uuid }],
  });
});

test("a test key is answered alike, and changes nothing", async () => {
  const seller = await addReseller(db(), { test: true });
  const departure = await night({ seats: 3 });
  const before = await wholeDatabase(db());
  const input = wish(departure, { people: [{}, {}] });
  const sold = await resellPlaces(asKey(stage.at(0), seller), input);
  expect(sold).toMatchObject({ ok: true, resale: { test: true, status: "on_hold", total: 80_000 } });
  expect(await resellPlaces(asKey(stage.at(1), seller), input)).toEqual(sold);
  expect(await resellPlaces(asKey(stage.at(0), seller), wish(departure, { people: [{}, {}, {}, {}] }))).toMatchObject({
    reason: "sold_out",
    left: 3,
  });
  const after = await wholeDatabase(db());
  expect({ ...after, test_resales: 0 }).toEqual({ ...before, test_resales: 0 });
});

const crowd = (people: number) => Array.from({ length: people }, () => ({}));

test("one reseller holds half of a night at most, with the settings of a new installation, and all nights have an end", async () => {
  const seller = await addReseller(db());
  const asks = async (departure: string, people: number) =>
    resellPlaces(asKey(stage.at(0), seller), wish(departure, { people: crowd(people) }));
  const departure = await night({ seats: 40 });
  expect(await asks(departure, 15)).toMatchObject({ ok: true });
  expect(await asks(departure, 6)).toMatchObject({ reason: "resale_limit", left: 5 });
  expect(await asks(departure, 5)).toMatchObject({ ok: true });
  expect(await asks(departure, 1)).toMatchObject({ reason: "resale_limit", left: 0 });
  const big = await night({ seats: 400 });
  expect(await asks(big, 20)).toMatchObject({ ok: true });
  expect(await asks(big, 20)).toMatchObject({ ok: true });
  expect(await asks(big, 1), "however large the night is").toMatchObject({ reason: "resale_limit", left: 0 });
  expect(await asks(await night({ seats: 10 }), 10), "one whole booking always fits").toMatchObject({ ok: true });
  expect(await asks(await night(), 20)).toMatchObject({ ok: true });
  expect(await asks(await night(), 11), "all nights together").toMatchObject({ reason: "resale_limit", left: 10 });
});

test("with a test key it has the same caps, and there is an end to what is stored of it", async () => {
  const seller = await addReseller(db(), { test: true });
  const key = asKey(stage.at(0), seller);
  const asks = async (departure: string, people: number) =>
    resellPlaces(key, wish(departure, { people: crowd(people) }));
  const departure = await night({ seats: 40 });
  const first = await asks(departure, 15);
  expect(first).toMatchObject({ ok: true });
  expect(await asks(departure, 6)).toMatchObject({ reason: "resale_limit", left: 5 });
  expect(await asks(departure, 3)).toMatchObject({ ok: true });
  const uuid = first.ok ? first.resale.uuid : "";
  expect(await changeResale(key, uuid, { people: crowd(18) })).toMatchObject({ reason: "resale_limit", left: 17 });
  expect(await changeResale(key, uuid, { people: crowd(17) })).toMatchObject({ ok: true });
  await sql`insert into test_resales (uuid, partner_id, key_id, request_hash, reference, contact, people, departure_id, crawl_id, language, unit_price, total, hold_expires_at, created_at, updated_at)
    select gen_random_uuid(), partner_id, key_id, request_hash, reference, contact, '[]', departure_id, crawl_id, language, unit_price, total, created_at, created_at, updated_at
    from test_resales, generate_series(1, 2500) where partner_id = ${seller.partnerId}`.execute(db());
  expect(await asks(await night(), 1)).toMatchObject({ reason: "resale_limit", left: 0 });
});

test("a largest party as large as the night doesn't give it to many small ones, nor does a cap that is switched off", () => {
  const caps = (resellerNight: number, maxPeople = 40) => ({ unpaid: { reseller: 100, resellerNight }, maxPeople });
  const held = (all: number, onNight: number) => ({ all, night: onNight, seats: 40 });
  expect(roomFor(caps(40), held(0, 0)), "one whole booking").toBe(40);
  expect(roomFor(caps(40), held(2, 2))).toBe(18);
  expect(roomFor(caps(40), held(20, 20))).toBe(0);
  expect(roomFor(caps(0), held(2, 2))).toBe(18);
  expect(roomFor(caps(0, 10), held(0, 0))).toBe(20);
});

test("what resellers hold is nothing to the public's alarm: guests book as before", async () => {
  const before = await readRecent(stage.at(6));
  const nights = await Promise.all(Array.from({ length: 4 }, () => night({ seats: 20 })));
  for (const departure of nights) {
    const seller = await addReseller(db());
    const people = crowd(18);
    expect(await resellPlaces(asKey(stage.at(0), seller), wish(departure, { people }))).toMatchObject({ ok: true });
  }
  const { all, networks, young, nights: tallies } = await readRecent(stage.at(6));
  expect({ all, networks, young }).toEqual({ all: before.all, networks: before.networks, young: before.young });
  expect(nights.filter((id) => tallies.has(id))).toEqual([]);
  forgetRecent(database.services);
  const guest = { ...stage.at(6, { address: "203.0.113.9", browser: "theirs" }), locale: "en" as const };
  expect(await placeBooking(guest, bookingInput(nights[0]!, { number_of_people: 2 }), randomUUID())).toMatchObject({
    ok: true,
  });
});
