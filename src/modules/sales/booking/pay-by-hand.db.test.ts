import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { openingOf } from "#src/modules/office/opening/queries.server.ts";
import { payByHand } from "#src/modules/sales/booking/pay-by-hand.server.ts";
import {
  byHandWays,
  paymentOptions,
  paymentStateOf,
  usableMethods,
} from "#src/modules/money/payments/queries.server.ts";
import { confirmationKind } from "#src/modules/changes/manage/rules/confirmation-view.ts";
import { handBackOf } from "#src/modules/money/payments/rules/payment.ts";
import { freeProvider } from "#src/modules/money/payments/serve-free.server.ts";
import { manualProvider } from "#src/modules/money/payments/serve-manual.server.ts";
import { settlePayment } from "#src/modules/money/payments/settle-payment.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { takePayment } from "#src/modules/money/payments/take-payment.server.ts";
import { currenciesToPayIn, forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { scriptedProvider } from "#tests/scripted-provider.ts";
import { addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

// Payments are live and no company has its keys: guests keep their places and pay us directly.

const database = freshDatabase();
const stage = payingStage(database);
let crawlId: string;
beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  ({ crawlId } = await seedMinimal(database.services.db));
});
beforeEach(() => takes({ pay_at_door: "true", transfer_details: "", by_hand_hours: "48" }));

async function takes(settings: Record<string, string>) {
  for (const [key, value] of Object.entries(settings))
    await database.services.db
      .insertInto("app_settings")
      .values({ key, value })
      .onConflict((c) => c.column("key").doUpdateSet({ value }))
      .execute();
  forgetSettings(database.services);
}

const BY_HAND = {
  free: freeProvider,
  cash: manualProvider("cash"),
  terminal: manualProvider("terminal"),
  transfer: manualProvider("transfer"),
  invoice: manualProvider("invoice"),
  hostel: manualProvider("hostel"),
};

/** A call in live mode without keys; `companies` are those whose keys have come since. */
function live(minutes: number, actor: Partial<Context["actor"]> = {}, companies: Context["providers"] = {}): Context {
  const ctx = stage.at(minutes, actor);
  return { ...ctx, settings: { ...ctx.settings, PAYMENTS_MODE: "live" }, providers: { ...BY_HAND, ...companies } };
}
const staff = (minutes: number) => live(minutes, { kind: "user", role: "admin", secondFactor: true });

const DAY = 24 * 60;
const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);
const startOf = async (id: string) =>
  (
    await database.services.db
      .selectFrom("scheduled_crawls")
      .select("starts_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).starts_at;

async function books(departure: string, over: Parameters<typeof bookingInput>[1] = {}, minutes = 0): Promise<string> {
  const placed = await placeBooking(live(minutes), bookingInput(departure, over), randomUUID());
  if (!placed.ok) throw new Error(placed.reason);
  return placed.booking.id;
}

const emailsOf = (booking: string) =>
  database.services.db
    .selectFrom("emails")
    .select(["kind", "payload"])
    .where("booking_id", "=", booking)
    .orderBy("created_at")
    .execute();

async function kindOf(ctx: Context, booking: string) {
  const view = (await findBooking(ctx, booking, null))!;
  return confirmationKind(view, await paymentStateOf(ctx, booking), null);
}

const paysCash = (booking: string, minutes: number) =>
  takePayment(
    staff(minutes),
    { of: bookingRef(booking), way: "cash", expected: { amount_minor: 80_000, currency: "MXN" } },
    randomUUID(),
  );

describe("a guest who pays at the meeting point", () => {
  test("keeps their places until shortly after the start, is told how once, and gets valid tickets for real cash", async () => {
    const departure = await newDeparture();
    const booking = await books(departure);
    expect(await paymentOptions(live(1), { amount_minor: 80_000, currency: "MXN" })).toEqual([]);
    expect(await payByHand(live(1), { booking_id: booking })).toMatchObject({ ok: true });
    expect(await payByHand(live(2), { booking_id: booking })).toMatchObject({ ok: true });
    const until = new Date((await startOf(departure)).getTime() + 30 * 60_000);
    expect(await stage.bookingRow(booking)).toMatchObject({
      status: "pending",
      kept_for: "by_hand",
      hold_expires_at: until,
      test: false,
    });
    expect(await emailsOf(booking)).toEqual([
      { kind: "pay_by_hand", payload: { until: until.toISOString(), door: true, transfer: "" } },
    ]);
    await freeLapsedHolds(live(2 * DAY), null);
    expect(await kindOf(live(2 * DAY), booking)).toBe("by_hand");
    expect(await seatsOf(database.services.db, departure)).toMatchObject({ held: 2, confirmed: 0 });

    expect(await paysCash(booking, 2 * DAY)).toMatchObject({ ok: true });
    expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed", kept_for: null, test: false });
    expect(await stage.payments(booking)).toMatchObject([{ provider: "cash", mode: "live", status: "succeeded" }]);
    expect((await emailsOf(booking)).map(({ kind }) => kind)).toEqual(["pay_by_hand", "booking_confirmation"]);
  });

  test("may come a little late, and gives their places back if they don't come", async () => {
    const departure = await newDeparture({ date: "2026-11-21" });
    const [late, absent] = [await books(departure), await books(departure)];
    for (const booking of [late, absent]) await payByHand(live(1), { booking_id: booking });
    const start = ((await startOf(departure)).getTime() - later(0).getTime()) / 60_000;
    expect(await paysCash(late, start + 10)).toMatchObject({ ok: true });
    await freeLapsedHolds(live(start + 31), null);
    expect(await stage.bookingRow(absent)).toMatchObject({ status: "cancelled", cancel_reason: "expired" });
  });
});

test("a guest who pays by transfer alone has so many hours, and the account in their email", async () => {
  await takes({ pay_at_door: "false", transfer_details: "Banco Uno, CLABE 1", by_hand_hours: "24" });
  const booking = await books(await newDeparture());
  await payByHand(live(1), { booking_id: booking });
  expect(await stage.bookingRow(booking)).toMatchObject({ hold_expires_at: later(1 + DAY) });
  expect(await emailsOf(booking)).toMatchObject([{ payload: { door: false, transfer: "Banco Uno, CLABE 1" } }]);
  await freeLapsedHolds(live(DAY + 2), null);
  expect(await kindOf(live(DAY + 3), booking)).toBe("expired");
});

test("money that came by transfer is recorded as that, and goes back by transfer", async () => {
  await takes({ pay_at_door: "false", transfer_details: "Banco Uno, CLABE 1" });
  const booking = await books(await newDeparture());
  await payByHand(live(1), { booking_id: booking });
  const result = {
    of: bookingRef(booking),
    way: "transfer",
    reference: "MBAN01002603010055",
    expected: { amount_minor: 80_000, currency: "MXN" },
  } as const;
  expect(await takePayment(staff(60), result, randomUUID())).toMatchObject({ ok: true });
  const [payment] = await stage.payments(booking);
  expect(payment).toMatchObject({ provider: "transfer", method: "transfer", mode: "live", status: "succeeded" });
  expect(payment).toMatchObject({ hand_reference: "MBAN01002603010055" });
  expect(handBackOf(payment!)).toBe("transfer");
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "confirmed" });
});

test("places that have lapsed are taken again for it, while there are any", async () => {
  const departure = await newDeparture({ seats: 2 });
  const booking = await books(departure);
  await freeLapsedHolds(live(62), null);
  expect(await payByHand(live(63), { booking_id: booking })).toMatchObject({ ok: true });
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "pending", kept_for: "by_hand" });
  const full = await newDeparture({ seats: 2 });
  const loser = await books(full);
  await freeLapsedHolds(live(62), null);
  await books(full, {}, 63);
  expect(await payByHand(live(64), { booking_id: loser })).toMatchObject({ reason: "sold_out" });
});

test("where guests can pay online, in practice, or nobody takes money, it isn't offered", async () => {
  const booking = await books(await newDeparture());
  const keys = { stripe: scriptedProvider("stripe") };
  expect([await byHandWays(live(1, {}, keys)), await byHandWays(stage.at(1))]).toEqual([null, null]);
  expect(await payByHand(live(1, {}, keys), { booking_id: booking })).toMatchObject({ reason: "provider_not_offered" });
  expect(await payByHand(stage.at(1), { booking_id: booking })).toMatchObject({ reason: "provider_not_offered" });
  await takes({ pay_at_door: "false" });
  expect(await payByHand(live(1), { booking_id: booking })).toMatchObject({ reason: "provider_not_offered" });
  expect(await payByHand(live(1), { booking_id: randomUUID() })).toMatchObject({ reason: "booking_not_found" });
});

test("when keys come, who was to pay directly pays online, and nothing is done anew", async () => {
  const departure = await newDeparture();
  const booking = await books(departure);
  await payByHand(live(1), { booking_id: booking });
  const stripe = scriptedProvider("stripe");
  const keyed = (minutes: number) => live(minutes, {}, { stripe });
  const wish = { of: bookingRef(booking), provider: "stripe", method: "card" } as const;
  const started = await startPayment(keyed(DAY), wish, randomUUID());
  if (!started.ok) throw new Error(started.reason);
  // it isn't paid, and the places stay
  await freeLapsedHolds(keyed(DAY + 90), null);
  expect(await stage.bookingRow(booking)).toMatchObject({ status: "pending", kept_for: "by_hand" });
  expect(await kindOf(keyed(DAY + 91), booking)).toBe("by_hand");
});

test("when keys come, a bank that refuses takes nothing from who may pay at the meeting point", async () => {
  const departure = await newDeparture();
  const booking = await books(departure);
  await payByHand(live(1), { booking_id: booking });
  const promised = (await stage.bookingRow(booking)).hold_expires_at;
  const stripe = scriptedProvider("stripe");
  const keyed = (minutes: number) => live(minutes, {}, { stripe });
  const wish = { of: bookingRef(booking), provider: "stripe", method: "card" } as const;
  const started = await startPayment(keyed(5), wish, randomUUID());
  if (!started.ok) throw new Error(started.reason);
  const { external_id: externalId } = (await stage.payments(booking))[0]!;
  stripe.says(externalId!, { status: "pending" });
  await settlePayment(keyed(6), started.payment_id);
  stripe.says(externalId!, { status: "failed", reason: "declined" });
  await settlePayment(keyed(DAY), started.payment_id);
  expect(await stage.bookingRow(booking)).toMatchObject({ kept_for: "by_hand", hold_expires_at: promised });
});

test("the site says how to pay, in which currency, and the opening can be finished", async () => {
  expect(await usableMethods(live(0))).toEqual(["door"]);
  await takes({ transfer_details: "Banco Uno" });
  expect(await usableMethods(live(0))).toEqual(["door", "transfer"]);
  expect(await currenciesToPayIn(live(0))).toEqual(["MXN"]);
  const found = await openingOf(staff(0));
  expect(found).toMatchObject({
    opening: {
      states: { payments: "done" },
      payments: { live: true, providers: [], byHand: { door: true, transfer: true } },
    },
  });
  await takes({ pay_at_door: "false", transfer_details: "" });
  expect(await openingOf(staff(0))).toMatchObject({ opening: { payments: { byHand: null } } });
});
