import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { resellPlaces } from "#src/modules/programs/resellers/resell-places.server.ts";
import { findResale, listResales } from "#src/modules/programs/resellers/queries.server.ts";
import type { ReserveResale } from "#src/modules/programs/resellers/schema.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addReseller, asKey, wholeDatabase } from "#tests/resellers.ts";
import { addCrawl, addDeparture, seatsOf, seedMinimal } from "#tests/seeds.ts";

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
