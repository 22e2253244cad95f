import { changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readRecent } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { dropChange } from "#src/modules/changes/change/drop-change.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { holdingStage } from "#tests/holding.ts";
import { later } from "#tests/seeds.ts";

// Places that changes of paid bookings hold until they are paid: they count as unpaid ones do, and holding them ends.

const database = freshDatabase();
const stage = holdingStage(database);
const { night, guest, held } = stage;

const staff = (minutes: number) => stage.at(minutes, { kind: "user", role: "support" });

/** A paid booking of one person, made from that address. */
async function booked(departure: string, who: Parameters<typeof guest>[0] = {}): Promise<string> {
  const placed = await guest(who).asks(departure, 1);
  if (!placed.ok) throw new Error(placed.reason);
  const { id } = placed.booking;
  const { externalId } = await stage.goesToPay(id);
  stage.provider.pays(externalId);
  await stage.webhook(externalId);
  return id;
}

/** Asks for a change as agreed to, by its guest or by staff. */
async function changes(id: string, change: Change, { minutes = 0, byStaff = false } = {}) {
  const ctx = staff(minutes);
  const request = { booking_id: id, token: null, change, ...(byStaff ? { admin: { keeps: false } } : {}) };
  const priced = await priceChange(ctx, request);
  if (!priced.ok) return priced;
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  return changeBooking(ctx, { ...request, expected }, randomUUID());
}
const more = (people: number): Change => ({ kind: "add", names: Array.from({ length: people }, () => "Marta") });

const endOf = async (id: string): Promise<Date> => {
  const { rows } = await database.services.pool.query<{ hold_expires_at: Date }>(
    "select hold_expires_at from booking_changes where booking_id = $1 and status = 'pending'",
    [id],
  );
  return rows[0]!.hold_expires_at;
};

describe("the places that unpaid changes hold", () => {
  test("count for the network of their bookings, and for new ones from there", async () => {
    const departure = await night(100);
    const ids = [];
    for (let n = 0; n < 5; n++) ids.push(await booked(departure));
    const answers = [];
    for (const id of ids) answers.push(await changes(id, more(19)));
    expect(answers.map((answer) => answer.ok)).toEqual([true, true, true, false, false]);
    expect(answers[3]).toMatchObject({ reason: "unpaid_change", because: "network" });
    expect(await held(departure)).toBe(57);
    expect(await guest().asks(await night(), 5)).toMatchObject({ reason: "email_code_needed", because: "network" });
    expect(await changes(ids[4]!, more(19), { byStaff: true })).toMatchObject({ ok: true });
  });

  test("count for one mailbox's guest, who is told what to finish", async () => {
    const departure = await night(100);
    const ids = [];
    for (const n of [1, 2]) ids.push(await booked(departure, { address: `10.5.${n}.1`, email: "one@example.test" }));
    expect(await changes(ids[0]!, more(19))).toMatchObject({ ok: true });
    expect(await changes(ids[1]!, more(19))).toMatchObject({ reason: "unpaid_places", unpaid: 19 });
    // another date takes the places of the first, which it replaces
    expect(await changes(ids[0]!, more(18))).toMatchObject({ ok: true });
  });

  test("count as unpaid where it is asked whether those pile up, and as paid once they are", async () => {
    const id = await booked(await night(100));
    await changes(id, more(3));
    expect((await readRecent(stage.at(4))).all).toEqual({ unpaid: 0, paid: 1 });
    expect((await readRecent(stage.at(6))).all).toEqual({ unpaid: 3, paid: 1 });
    await freeLapsedHolds(stage.at(40), null);
    expect((await readRecent(stage.at(40))).all).toEqual({ unpaid: 3, paid: 1 });
    const again = await changes(id, more(2), { minutes: 41 });
    const change_id = again.ok && again.state === "to_pay" ? again.change_id : "";
    const way = { of: changeRef(id, change_id), provider: "sandbox", method: "card" } as const;
    const started = await startPayment(stage.at(41), way, randomUUID());
    const externalId = `sandbox_${started.ok ? started.payment_id : ""}`;
    stage.provider.pays(externalId);
    await stage.webhook(externalId, 42);
    expect((await readRecent(stage.at(50))).all).toEqual({ unpaid: 3, paid: 3 });
  });
});

describe("holding places for a change ends", () => {
  test("when the first change's time does, however often it is replaced", async () => {
    const id = await booked(await night(100));
    await changes(id, more(3));
    expect(await endOf(id)).toEqual(later(31));
    await changes(id, more(4), { minutes: 20 });
    expect(await endOf(id)).toEqual(later(31));
    // paying extends it, up to an hour after the first
    const paying = async (minutes: number) => {
      const answer = await changes(id, more(5), { minutes });
      const change_id = answer.ok && answer.state === "to_pay" ? answer.change_id : "";
      const way = { of: changeRef(id, change_id), provider: "sandbox", method: "card" } as const;
      return startPayment(stage.at(minutes), way, randomUUID());
    };
    expect(await paying(25)).toMatchObject({ ok: true });
    expect(await endOf(id)).toEqual(later(56));
    expect(await paying(50)).toMatchObject({ ok: true });
    expect(await endOf(id)).toEqual(later(60));
  });

  test("after three times a day, dropped or lapsed, and staff may go on", async () => {
    const departure = await night(100);
    const id = await booked(departure);
    const first = await changes(id, more(3));
    const change_id = first.ok && first.state === "to_pay" ? first.change_id : "";
    expect(await dropChange(staff(1), { booking_id: id, token: null, change_id })).toMatchObject({ ok: true });
    expect(await changes(id, more(3), { minutes: 2 })).toMatchObject({ ok: true });
    // lapsed, and not swept yet
    expect(await changes(id, more(3), { minutes: 40 })).toMatchObject({ ok: true });
    expect(await changes(id, more(4), { minutes: 50 })).toMatchObject({ ok: true });
    expect(await changes(id, more(3), { minutes: 80 })).toMatchObject({ reason: "changes_used" });
    await freeLapsedHolds(stage.at(80), departure);
    expect(await changes(id, more(3), { minutes: 80 })).toMatchObject({ reason: "changes_used" });
    expect(await held(departure)).toBe(0);
    expect(await changes(id, more(3), { minutes: 81, byStaff: true })).toMatchObject({ ok: true });
    expect(await changes(id, more(3), { minutes: 1490 })).toMatchObject({ ok: true });
  });

  test("but one that was paid in the end counts as nothing", async () => {
    const id = await booked(await night(100));
    for (let n = 0; n < 4; n++) {
      await changes(id, more(2), { minutes: n * 5 });
      const answer = await changes(id, more(1), { minutes: n * 5 + 1 });
      expect(answer).toMatchObject({ ok: true, state: "to_pay" });
      const change_id = answer.ok && answer.state === "to_pay" ? answer.change_id : "";
      const way = { of: changeRef(id, change_id), provider: "sandbox", method: "card" } as const;
      const started = await startPayment(stage.at(n * 5 + 1), way, randomUUID());
      const externalId = `sandbox_${started.ok ? started.payment_id : ""}`;
      stage.provider.pays(externalId);
      await stage.webhook(externalId, n * 5 + 2);
    }
  });
});
