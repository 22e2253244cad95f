import { beforeEach, describe, expect, test } from "vitest";
import { forgetRecent, readRecent } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { holdingStage } from "#tests/holding.ts";

// What counts as unpaid when it is asked whether unpaid places pile up: whatever ended a hold that nobody paid.

const database = freshDatabase();
const stage = holdingStage(database);
const { night, guest, settings } = stage;

beforeEach(() => settings({ unpaid_per_browser: 0, unpaid_per_email: 0, unpaid_alarm_places: 0 }));

const recent = async (minutes: number) => (await readRecent(stage.at(minutes))).all;

/** Books and returns the booking's id. */
async function books(departure: string, people: number, who: Parameters<typeof guest>[0] = {}): Promise<string> {
  const placed = await guest(who).asks(departure, people);
  if (!placed.ok) throw new Error(placed.reason);
  return placed.booking.id;
}
async function pays(id: string, minutes: number): Promise<void> {
  const { externalId } = await stage.goesToPay(id, minutes);
  stage.provider.pays(externalId);
  await stage.webhook(externalId, minutes);
}
const cancels = (id: string, minutes: number) =>
  cancelBooking(stage.at(minutes, { kind: "system" }), { booking_id: id, token: null });

test("a hold counts once it is five minutes old, and no more when it is paid", async () => {
  const id = await books(await night(), 4);
  expect(await recent(4)).toEqual({ unpaid: 0, paid: 0 });
  expect(await recent(5)).toEqual({ unpaid: 4, paid: 0 });
  await pays(id, 6);
  expect(await recent(6)).toEqual({ unpaid: 0, paid: 4 });
});

test("one that its guest cancelled or let lapse counts, one that the operator ended doesn't", async () => {
  const departure = await night();
  await cancels(await books(departure, 4), 20);
  await books(departure, 3);
  await freeLapsedHolds(stage.at(40), departure);
  for (const reason of ["admin", "departure_cancelled"]) {
    const id = await books(departure, 5, { minutes: 40 });
    await database.services.pool.query("update bookings set status = 'cancelled', cancel_reason = $2 where id = $1", [
      id,
      reason,
    ]);
  }
  expect(await recent(45)).toEqual({ unpaid: 7, paid: 0 });
  // each for half an hour after it ended
  expect(await recent(50)).toEqual({ unpaid: 3, paid: 0 });
  expect(await recent(60)).toEqual({ unpaid: 3, paid: 0 });
  expect(await recent(61)).toEqual({ unpaid: 0, paid: 0 });
});

test("a paid booking that is cancelled counts neither way", async () => {
  const id = await books(await night(), 4);
  await pays(id, 6);
  await database.services.pool.query(
    "update bookings set status = 'cancelled', cancel_reason = 'customer' where id = $1",
    [id],
  );
  expect(await recent(7)).toEqual({ unpaid: 0, paid: 0 });
});

describe("a guest who changes their mind five times", () => {
  const edits = async (departure: string) => {
    let id = "";
    for (const [n, people] of [2, 3, 6, 4, 3].entries())
      id = await books(departure, people, { browser: "mine", minutes: n });
    return id;
  };

  test("counts as nothing when they have paid for the most of it, else once", async () => {
    const departure = await night();
    const last = await edits(departure);
    expect(await recent(4)).toEqual({ unpaid: 0, paid: 0 });
    expect(await recent(10)).toEqual({ unpaid: 6, paid: 0 });
    await pays(last, 10);
    expect(await recent(10)).toEqual({ unpaid: 3, paid: 3 });
    // what was replaced counts for half an hour, what was paid for two
    expect(await recent(40)).toEqual({ unpaid: 0, paid: 3 });
    expect(await recent(119)).toEqual({ unpaid: 0, paid: 3 });
    expect(await recent(130)).toEqual({ unpaid: 0, paid: 0 });
  });
});

test.each([
  ["replaces its booking", async () => {}],
  ["cancels and books again", async (id: string) => void (await cancels(id, 0))],
])("who %s every four and a half minutes is noticed in the second round", async (_, ends) => {
  await settings({ unpaid_alarm_share: 0, unpaid_alarm_places: 160 });
  const nights = [await night(), await night()];
  const round = async (minutes: number) => {
    forgetRecent(database.services);
    const answers = [];
    for (let n = 0; n < 8; n++)
      for (const departure of nights)
        answers.push(await guest({ address: `10.7.${n}.1`, browser: `again-${n}`, minutes }).asks(departure, 10));
    for (const answer of answers) if (answer.ok) await ends(answer.booking.id);
    return answers.map((answer) => (answer.ok ? "ok" : answer.reason));
  };
  expect(new Set(await round(0))).toEqual(new Set(["ok"]));
  expect(new Set(await round(4.5))).toEqual(new Set(["email_code_needed"]));
});
