import { beforeAll, expect, test, vi } from "vitest";
import { randomUUID } from "node:crypto";
import { gapOf } from "#src/locales/why.ts";
import { ledgerLinesOf } from "#src/modules/base/ledger/queries.server.ts";
import { explainCancellation } from "#src/modules/changes/cancellation/explain-cancellation.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceCancellation } from "#src/modules/changes/cancellation/price-cancellation.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { explainBooking } from "#src/modules/sales/booking/explain-price.server.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCoupon, addDeparture, seedMinimal } from "#tests/seeds.ts";

// What is stored explains what is shown: of bookings as they are sold, changed and cancelled, on the database itself.

const database = freshDatabase();
const stage = payingStage(database);
const { at, provider } = stage;
let crawlId = "";
beforeAll(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  ({ crawlId } = await seedMinimal(database.services.db));
});

const staff = () => at(0, { kind: "user", role: "support" });

async function booked(over: object = {}): Promise<string> {
  const departureId = await addDeparture(database.services.db, crawlId, {});
  const id = await stage.books(departureId, { number_of_people: 2, additional_names: ["Marta"], ...over });
  const { externalId } = await stage.goesToPay(id);
  provider.pays(externalId);
  await stage.webhook(externalId);
  return id;
}

test("a booking with a code: its steps come to its total, and name the code's terms", async () => {
  const { db } = database.services;
  await addCoupon(db, { code: "LUNA10" });
  const id = await booked({ coupon_code: "LUNA10" });
  const why = (await explainBooking({ db }, id))!;
  const booking = (await findBooking(staff(), id, null))!;
  expect([why.total.amount.amount, gapOf(why.total)]).toEqual([booking.total.amount_minor, 0]);
  expect(why.total.steps.map(({ text }) => text)).toEqual([
    "why.price.booked",
    expect.stringMatching(/^why\.coupon\./),
  ]);
  expect(why.refundVersion).toBe("2025-05-21");
});

test("a change's difference and a cancellation's refund are what their steps come to, before and after", async () => {
  const id = await booked();
  const change = { kind: "remove" as const, positions: [2] };
  const priced = await priceChange(staff(), { booking_id: id, token: null, change });
  if (!priced.ok) throw new Error(priced.reason);
  expect([priced.why.amount.amount, gapOf(priced.why)]).toEqual([priced.quote.difference.amount_minor, 0]);
  const { version, difference } = priced.quote;
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  await changeBooking(staff(), { booking_id: id, token: null, change, expected }, randomUUID());
  expect(gapOf((await explainBooking(database.services, id))!.total)).toBe(0);
  const booking = (await findBooking(staff(), id, null))!;
  for (const by of ["guest", "operator", "none"] as const) {
    const cancelled = await priceCancellation(staff(), booking, by);
    const { refundVersion } = (await explainBooking(database.services, id))!;
    const why = explainCancellation(staff(), booking, cancelled, refundVersion, by);
    expect([by, why.amount.amount, gapOf(why)]).toEqual([by, cancelled.refund.amount_minor, 0]);
  }
});

test("a booking's ledger lines are its own, in order, for those who may read payments", async () => {
  const [id, other] = [await booked(), await booked()];
  const found = await ledgerLinesOf(staff(), "booking", id);
  if (!found.ok) throw new Error(found.reason);
  expect(found.lines.map(({ kind, amount }) => [kind, amount])).toEqual(
    expect.arrayContaining([
      ["sold", 80_000],
      ["captured", 80_000],
    ]),
  );
  const others = await ledgerLinesOf(staff(), "booking", other);
  const postings = others.ok ? others.lines.map(({ posting }) => posting) : [];
  expect(found.lines.filter(({ posting }) => postings.includes(posting))).toEqual([]);
  const guide = at(0, { kind: "user", role: "guide" });
  expect(await ledgerLinesOf(guide, "booking", id)).toMatchObject({ ok: false, reason: "forbidden" });
});
