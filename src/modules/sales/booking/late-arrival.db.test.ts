import { beforeAll, describe, expect, test } from "vitest";
import { whyNotHeldAgain } from "#src/modules/sales/booking/queries.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
let crawlId: string;
beforeAll(async () => void ({ crawlId } = await seedMinimal(database.services.db)));

const departureOf = (places: number) => addDeparture(database.services.db, crawlId, { seats: places });
const set = (departure: string, values: object) =>
  database.services.db.updateTable("scheduled_crawls").set(values).where("id", "=", departure).execute();

describe("what a guest is told of a lapsed hold before they try is what trying answers", () => {
  const LATE = 45;
  const cases: [string, number, (departure: string) => Promise<unknown>, object | null][] = [
    ["the places are free", 10, async () => {}, null],
    ["free, and the hold was already released", 2, (id) => freeLapsedHolds(stage.at(LATE), id), null],
    ["others have them for now", 2, (id) => freedAndTaken(id), { reason: "sold_out", left: 0 }],
    ["too few are left", 3, (id) => freedAndTaken(id), { reason: "sold_out", left: 1 }],
    ["others had them, whose hold has lapsed too", 4, (id) => stage.books(id), null],
    ["the night is called off", 10, (id) => set(id, { status: "cancelled" }), { reason: "departure_cancelled" }],
    ["the night has begun", 10, (id) => set(id, begun), { reason: "departure_past" }],
  ];
  const begun = { sales_close_at: later(LATE - 1), starts_at: later(LATE - 1), ends_at: later(LATE + 60) };
  async function freedAndTaken(departure: string) {
    await freeLapsedHolds(stage.at(LATE), departure);
    await stage.books(departure, {}, LATE);
  }

  test.each(cases)("%s", async (_, places, happens, why) => {
    const departure = await departureOf(places);
    const booking = await stage.books(departure);
    await happens(departure);
    const messages = await whyNotHeldAgain(stage.at(LATE), booking);
    const tried = await retakeHold(stage.at(LATE), booking);
    if (why) {
      expect(messages).toEqual({ ok: false, ...why });
      expect(tried).toEqual(messages);
    } else {
      expect(messages).toBeNull();
      expect(tried).toMatchObject({ ok: true });
    }
  });
});

test("nobody is told of a hold that lives", async () => {
  const booking = await stage.books(await departureOf(2));
  expect(await whyNotHeldAgain(stage.at(5), booking)).toBeNull();
});
