import { beforeAll, describe, expect, test, vi } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { refundUnseatedNow } from "#src/modules/changes/unseated/refund-unseated.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
const { provider, at, books, goesToPay, webhook, factsOf } = stage;
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});
const departure = (over = {}) => addDeparture(database.services.db, crawlId, over);
const token = (booking: string) => accessToken(database.services.secret, booking);

/** When the job of a refund runs next; null if there is none. */
async function nextTry(refundId: string): Promise<Date | null> {
  const { rows } = await database.services.pool.query<{ run_at: Date }>(
    "select run_at from graphile_worker._private_jobs where key = $1",
    [`refund:${refundId}`],
  );
  return rows[0]?.run_at ?? null;
}

/** A confirmed booking cancelled in time, with its refund waiting to be sent. */
async function owed() {
  const booking = await books(await departure());
  const { externalId } = await goesToPay(booking);
  provider.pays(externalId);
  await webhook(externalId, 1);
  const expected_refund = { amount_minor: 80_000, currency: "MXN" as const };
  const cancelled = await cancelBooking(at(2), { booking_id: booking, token: token(booking), expected_refund });
  expect(cancelled).toMatchObject({ ok: true });
  const [refund] = await stage.refunds(booking);
  return { booking, externalId, id: refund!.id };
}
const refund = async (booking: string) => (await stage.refunds(booking))[0]!;
const sentFor = (id: string) => [...provider.refunds.keys()].filter((key) => key.startsWith(id));

describe("a refund", () => {
  test("is sent once, however often its job runs, and published once", async () => {
    const { booking, id } = await owed();
    await Promise.all([submitRefund(at(3), id), submitRefund(at(3), id), submitRefund(at(3), id)]);
    await submitRefund(at(4), id);
    expect(await refund(booking)).toMatchObject({ status: "succeeded", external_id: `re_${id}:0` });
    expect(sentFor(id)).toHaveLength(1);
    expect(factsOf(booking).filter((f) => f === "refund.succeeded")).toHaveLength(1);
  });

  test("is dated by when its money went, whatever is written about it later", async () => {
    const { booking, id } = await owed();
    expect(await refund(booking)).toMatchObject({ succeeded_at: null });
    await submitRefund(at(90), id);
    expect(await refund(booking)).toMatchObject({ succeeded_at: later(90) });
    const { db } = database.services;
    await db
      .updateTable("refunds")
      .set({ note: "seen", updated_at: later(9_000) })
      .execute();
    expect(await refund(booking)).toMatchObject({ succeeded_at: later(90) });
    // whoever writes it
    await db.updateTable("refunds").set({ status: "manual" }).where("id", "=", id).execute();
    expect(await refund(booking)).toMatchObject({ succeeded_at: null });
    const written = { status: "succeeded", updated_at: later(9_001) };
    await db.updateTable("refunds").set(written).where("id", "=", id).execute();
    expect(await refund(booking)).toMatchObject({ succeeded_at: later(9_001) });
  });

  test("that is declined is tried again a minute later, then two, as a new request", async () => {
    const { booking, id } = await owed();
    provider.answersRefunds("failed", "failed");
    await submitRefund(at(3), id);
    expect(await refund(booking)).toMatchObject({ status: "failed", attempts: 1, last_error: "declined by the bank" });
    expect(await nextTry(id)).toEqual(later(4));
    await submitRefund(at(4), id);
    expect(await nextTry(id)).toEqual(later(6));
    await submitRefund(at(6), id);
    expect(await refund(booking)).toMatchObject({ status: "succeeded", attempts: 2, last_error: null });
    expect(sentFor(id)).toEqual([`${id}:0`, `${id}:1`, `${id}:2`]);
  });

  test("that is declined five times waits for a person", async () => {
    const { booking, id } = await owed();
    provider.answersRefunds("failed", "failed", "failed", "failed", "failed");
    for (const minute of [3, 4, 6, 10, 18]) await submitRefund(at(minute), id);
    expect(await refund(booking)).toMatchObject({ status: "manual", attempts: 5 });
    await submitRefund(at(60), id);
    expect(sentFor(id)).toHaveLength(5);
  });

  test("stays what it was when the provider can't be reached", async () => {
    const { booking, id } = await owed();
    provider.fails();
    await expect(submitRefund(at(3), id)).rejects.toThrow("can't be reached");
    provider.wakes();
    expect(await refund(booking)).toMatchObject({ status: "requested", attempts: 0 });
  });

  test("on its way is followed by the provider's message", async () => {
    const { booking, id, externalId } = await owed();
    provider.answersRefunds("submitted");
    await submitRefund(at(3), id);
    expect(await refund(booking)).toMatchObject({ status: "submitted" });
    provider.refundBecomes(`${id}:0`, "succeeded");
    await webhook(externalId, 5, { type: "refund.updated" });
    expect(await refund(booking)).toMatchObject({ status: "succeeded" });
  });

  test("on its way is asked about when no message comes", async () => {
    const { booking, id } = await owed();
    provider.answersRefunds("submitted");
    await submitRefund(at(3), id);
    expect(await nextTry(id)).toEqual(later(63));
    provider.refundBecomes(`${id}:0`, "succeeded");
    await submitRefund(at(63), id);
    expect(await refund(booking)).toMatchObject({ status: "succeeded" });
  });

  test("that fails after it was on its way is sent anew", async () => {
    const { booking, id, externalId } = await owed();
    provider.answersRefunds("submitted");
    await submitRefund(at(3), id);
    provider.refundBecomes(`${id}:0`, "failed");
    await webhook(externalId, 5, { type: "refund.failed" });
    expect(await refund(booking)).toMatchObject({ status: "failed", attempts: 1 });
    await submitRefund(at(6), id);
    expect(await refund(booking)).toMatchObject({ status: "succeeded" });
  });

  test("whose old answer comes late doesn't undo the new try", async () => {
    const { booking, id } = await owed();
    provider.answersRefunds("failed", "submitted");
    const { refund: ask } = provider;
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    provider.refund = (wish) => ask(wish).then((state) => held.then(() => state));
    const slow = submitRefund(at(3), id);
    provider.refund = ask;
    await vi.waitFor(() => expect(sentFor(id)).toHaveLength(1), { timeout: 20_000 });
    await submitRefund(at(3), id);
    await submitRefund(at(4), id);
    answer();
    await slow;
    expect(await refund(booking)).toMatchObject({ status: "submitted", attempts: 1 });
  });
});

describe("the money of an unplaced payment", () => {
  async function unplaced() {
    const { booking } = await stage.unplaced(await departure({ seats: 2, late_tolerance: 0 }));
    const [row] = await stage.refunds(booking);
    return { booking, id: row!.id };
  }

  test("waits a day", async () => {
    const { booking, id } = await unplaced();
    expect(await nextTry(id)).toEqual(later(40 + 24 * 60));
    await submitRefund(at(41), id);
    expect(await refund(booking)).toMatchObject({ status: "requested" });
    await submitRefund(at(40 + 24 * 60), id);
    expect(await refund(booking)).toMatchObject({ status: "succeeded" });
  });

  test("that is asked about too early keeps its job", async () => {
    const { id } = await unplaced();
    await database.services.pool.query("delete from graphile_worker._private_jobs where key = $1", [`refund:${id}`]);
    await submitRefund(at(41), id);
    expect(await nextTry(id)).toEqual(later(40 + 24 * 60));
  });

  test("goes back at once when its guest says so, once, and for nobody else", async () => {
    const { booking, id } = await unplaced();
    expect(await refundUnseatedNow(at(50), { bookingId: booking, token: null })).toMatchObject({ ok: false });
    const hurry = () => refundUnseatedNow(at(50), { bookingId: booking, token: token(booking) });
    await Promise.all([hurry(), hurry(), hurry()]);
    expect(await nextTry(id)).toEqual(later(50));
    await submitRefund(at(50), id);
    await hurry();
    expect(await refund(booking)).toMatchObject({ status: "succeeded" });
    expect(sentFor(id)).toHaveLength(1);
  });
});
