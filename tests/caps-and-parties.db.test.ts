import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";

// Of 40 places 35 are taken: a party of five fits, one of six doesn't, whichever way they come. (Caps that are only ever met in equal
// steps say nothing about who oversteps them. Those on unpaid places: guard-places; a desk's and a door's: beside their sales.)

const database = freshDatabase();
const stage = payingStage(database);
const db = () => database.services.db;
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(db()));
});

const night = () => addDeparture(db(), crawlId, { seats: 40, late_tolerance: 0 });
const booked = (departure: string, people: number, minutes = 0) =>
  stage.books(departure, { number_of_people: people }, minutes);
async function paid(departure: string, people: number): Promise<string> {
  const id = await booked(departure, people);
  const { externalId } = await stage.goesToPay(id);
  stage.provider.pays(externalId);
  await stage.webhook(externalId);
  return id;
}
const fill = async (departure: string, minutes = 0) => {
  for (const people of [20, 15]) await booked(departure, people, minutes);
};

type Answer = { ok: boolean; reason?: string; left?: number };
const asks = async (departure: string, people: number, over: object | null = null): Promise<Answer> => {
  const input = bookingInput(departure, { number_of_people: people });
  return over
    ? placeBooking(stage.at(0, { kind: "user", role: "admin" }), input, randomUUID(), {
        seller: { kind: "staff", total: null },
      })
    : placeBooking(stage.at(0), input, randomUUID());
};
async function changes(booking_id: string, change: Change): Promise<Answer> {
  const ctx = stage.at(1, { kind: "user", role: "support" });
  const priced = await priceChange(ctx, { booking_id, token: null, change });
  if (!priced.ok) return priced;
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  return changeBooking(ctx, { booking_id, token: null, change, expected }, randomUUID());
}

const WAYS: Record<string, (departure: string, people: number) => Promise<Answer>> = {
  "guests who book": async (departure, people) => {
    await fill(departure);
    return asks(departure, people);
  },
  "guests whom staff book": async (departure, people) => {
    await fill(departure);
    return asks(departure, people, { total: null });
  },
  "guests whose time was over": async (departure, people) => {
    const id = await booked(departure, people);
    await freeLapsedHolds(stage.at(32), departure);
    await fill(departure, 33);
    return retakeHold(stage.at(34), id);
  },
  "more people of a paid booking": async (departure, people) => {
    const id = await paid(departure, 1);
    for (const others of [20, 14]) await booked(departure, others);
    return changes(id, { kind: "add", names: Array.from({ length: people }, () => "Marta") });
  },
  "guests of another night": async (departure, people) => {
    await fill(departure);
    return changes(await paid(await night(), people), { kind: "date", departure_id: departure });
  },
  "guests whose money comes late": async (departure, people) => {
    const id = await booked(departure, people);
    const { externalId } = await stage.goesToPay(id);
    await freeLapsedHolds(stage.at(32), departure);
    await fill(departure, 33);
    stage.provider.pays(externalId);
    await stage.webhook(externalId, 40);
    return { ok: (await stage.bookingRow(id)).status === "confirmed" };
  },
};

describe.each(Object.entries(WAYS))("%s", (_, way) => {
  test.each([
    [5, 0],
    [6, 5],
  ])("as %i leave %i places", async (people, left) => {
    const departure = await night();
    const answer = await way(departure, people);
    expect(answer.ok).toBe(left === 0);
    if ("reason" in answer) expect(answer.reason).toBe("sold_out");
    if ("left" in answer) expect(answer.left).toBe(5);
    expect((await seatsOf(db(), departure)).available).toBe(left);
  });
});
