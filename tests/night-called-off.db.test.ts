import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { cancelDeparture } from "#src/modules/changes/cancellation/cancel-departure.server.ts";
import { finishCancellation } from "#src/modules/changes/cancellation/cancel-departure-bookings.server.ts";
import { cancellationPage } from "#src/modules/changes/cancellation/queries.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { creditUnseated } from "#src/modules/changes/unseated/credit-unseated.server.ts";
import { openTill } from "#src/modules/evening/till/open-till.server.ts";
import { sellAtDoor } from "#src/modules/evening/till/sell-at-door.server.ts";
import { creditsOf } from "#src/modules/money/credits/queries.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { makeImport } from "#src/modules/office/importing/make-import.server.ts";
import { importPage } from "#src/modules/office/importing/queries.server.ts";
import { startImport } from "#src/modules/office/importing/start-import.server.ts";
import { forgetAddOns } from "#src/modules/sales/add-ons/queries.server.ts";
import { applyCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { bookingRef, changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { startTable } from "#src/modules/sales/booking/start-table.server.ts";
import { closeTables } from "#src/modules/sales/booking/close-table.server.ts";
import { issueGiftCard } from "#src/modules/sales/gift-cards/issue-gift-card.server.ts";
import { addAddOn } from "#tests/add-ons.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addRule } from "#tests/price-rule.ts";
import { whatDiffers } from "#tests/raw-balances.ts";
import { addCoupon, addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";
import { addAccount } from "#tests/signed-in.ts";

// One night has everything that is sold on it when it is called off: each part goes back the way it came, once, and each guest is told once.

const database = freshDatabase();
const stage = payingStage(database);
const { provider } = stage;
/** Just after the midnight before the night: its door sells, and friends' tables still start. */
const FIRST = -700;
const at: typeof stage.at = (minutes, actor) => stage.at(FIRST + minutes, actor);
const webhook = (externalId: string, minutes: number) => stage.webhook(externalId, FIRST + minutes);
const books = (night: string, over: object, minutes: number) => stage.books(night, over, FIRST + minutes);
const db = () => database.services.db;
const token = (booking: string) => accessToken(database.services.secret, booking);
let crawlId = "";
let boss = "";
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(db()));
  boss = (await addAccount(db(), { role: "admin" })).id;
});
const staff = (minutes: number) => at(minutes, { kind: "user", role: "admin", userId: boss, secondFactor: true });
function done<R extends { ok: boolean }>(result: R): Extract<R, { ok: true }> {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result as Extract<R, { ok: true }>;
}

async function pays(of: Parameters<typeof startPayment>[1]["of"], minutes: number): Promise<string> {
  const started = done(await startPayment(at(minutes), { of, provider: "sandbox", method: "card" }, randomUUID()));
  const externalId = `sandbox_${started.payment_id}`;
  provider.pays(externalId);
  await webhook(externalId, minutes);
  return externalId;
}

/** A booking whose money came when its places were gone, and whose guest took credit for it: 800 pesos. */
async function tooLate(): Promise<string> {
  const full = await addDeparture(db(), crawlId, { date: "2027-03-01", seats: 2 });
  const booking = await books(full, {}, -100);
  const { externalId } = await stage.goesToPay(booking, FIRST - 100);
  await freeLapsedHolds(at(-60), full);
  await books(full, {}, -59);
  provider.pays(externalId);
  await webhook(externalId, -50);
  done(await creditUnseated(at(-49), { booking_id: booking, token: token(booking) }));
  return booking;
}

/** A booking with a coupon, a price rule, an add-on, a gift card and credit, whose rest a bank card has paid. */
async function withEverything(night: string) {
  const shirt = await addAddOn(db(), { stock: 1 });
  forgetAddOns({ db: db() });
  await addRule(db(), { people_from: 3 });
  await addCoupon(db(), { code: "TEN" });
  const wish = { number_of_people: 3, coupon_code: "TEN", add_ons: [{ id: shirt, quantity: 1 }] };
  const booking = await books(night, wish, 0);
  const card = { key: randomUUID(), own: 20_000, currency: "MXN", gesture: "Rain", message: "", send_on: "" } as const;
  const who = { receiver_name: "Diego", receiver_email: "diego@guest.test", language: "es" } as const;
  const { id: gift } = done(await issueGiftCard(staff(0), { ...card, ...who }));
  const earlier = await tooLate();
  for (const of of [gift, earlier]) {
    const [credit] = await creditsOf(database.services, of);
    done(await applyCredit(at(1), { booking_id: booking, token: token(booking), code: credit!.code }));
  }
  const externalId = await pays(bookingRef(booking), 2);
  const left = async (of: string) => (await creditsOf(database.services, of))[0]!.left;
  return { booking, externalId, shirt, left: async () => [await left(gift), await left(earlier)] };
}

async function imported(date: string): Promise<string> {
  const text = [
    "Booking ID,Date,People,Name,Email,Total,Currency,Paid",
    `X-1,${date},2,Ana Ruiz,ana@guest.test,800.00,MXN,yes`,
  ];
  const file = new File([text.join("\r\n")], "bookings.csv");
  const ctx = staff(3);
  const { id } = done(await startImport(ctx, { key: randomUUID(), kind: "bookings", source: "Another system", file }));
  const { view } = done(await importPage(ctx, id, 0));
  done(await makeImport(ctx, id, { seen: view.state === "draft" ? view.plan!.seen : "" }));
  const row = db().selectFrom("imported_bookings").select("booking_id").where("import_id", "=", id);
  return (await row.executeTakeFirstOrThrow()).booking_id;
}

test("a night that is called off gives everything back the way it came, once, and tells each guest once", async () => {
  const date = "2026-11-20";
  const night = await addDeparture(db(), crawlId, { date, seats: 60 });
  const all = await withEverything(night);
  const brought = await imported(date);

  const host = await books(night, {}, 3);
  const hosted = await pays(bookingRef(host), 3);
  const { code } = done(await startTable(at(3), { booking_id: host, token: token(host), places: 6 }));
  const seller = { kind: "friend", table: code } as const;
  const share = done(await placeBooking(at(4), bookingInput(night), randomUUID(), { seller })).booking.id;
  const sharePage = `sandbox_${done(await startPayment(at(4), { of: bookingRef(share), provider: "sandbox", method: "card" }, randomUUID())).payment_id}`;

  const growing = await books(night, {}, 4);
  await pays(bookingRef(growing), 4);
  const wish = { booking_id: growing, token: null, change: { kind: "add" as const, names: [""] } };
  const system = at(5, { kind: "system" });
  const { quote } = done(await priceChange(system, wish));
  const expected = {
    version: quote.version,
    difference_minor: quote.difference.amount_minor,
    currency: quote.difference.currency,
  };
  const change = done(await changeBooking(system, { ...wish, expected }, randomUUID()));
  if (change.state !== "to_pay") throw new Error("nothing to pay");
  const way = { of: changeRef(growing, change.change_id), provider: "sandbox", method: "card" } as const;
  const changePage = `sandbox_${done(await startPayment(at(5), way, randomUUID())).payment_id}`;

  const opening = { intent: "open", key: randomUUID(), city_id: "mexico-city", float_MXN: 0, float_USD: 0 } as const;
  done(await openTill(staff(6), opening));
  const sale = {
    intent: "sell",
    key: randomUUID(),
    departure_id: night,
    people: 2,
    currency: "MXN",
    way: "cash",
  } as const;
  const more = {
    expected: null,
    name: "Gil",
    email: "gil@guest.test",
    language: "es",
    id_seen: true,
    let_in: false,
  } as const;
  const atDoor = done(await sellAtDoor(staff(6), { ...sale, ...more })).booking_id;
  const places = 3 + 2 + 2 + 2 + 6 + 1 + 2;
  expect(await seatsOf(db(), night)).toMatchObject({ available: 60 - places });
  expect(await all.left()).toEqual([0, 0]);

  const page = done(await cancellationPage(staff(10), night));
  const input = { departure_id: night, fingerprint: page.preview!.fingerprint, word: page.departure.word };
  done(await cancelDeparture(staff(10), { ...input, choice: false, note_en: "", note_es: "" }));
  // a share and a change are being paid, and the company doesn't answer as the night ends: their money comes afterward
  provider.fails();
  await finishCancellation(staff(11), night).catch(() => undefined);
  provider.wakes();
  for (const externalId of [sharePage, changePage]) {
    provider.pays(externalId);
    await webhook(externalId, 12);
  }
  await Promise.all([finishCancellation(staff(13), night), finishCancellation(staff(13), night)]);
  await closeTables(at(14, { kind: "system" }));
  for (let n = 0; n < 2; n++)
    for (const { id } of await db().selectFrom("refunds").select("id").execute()) await submitRefund(at(20), id);

  const of = [all.booking, brought, host, share, growing, atDoor];
  for (const id of of)
    expect(await stage.bookingRow(id)).toMatchObject({ status: "cancelled", cancel_reason: "departure_cancelled" });
  expect(await seatsOf(db(), night)).toMatchObject({ total: 60, available: 60, held: 0, confirmed: 0 });
  const { total_price: price } = await stage.bookingRow(all.booking);
  const refundsOf = async (id: string) => (await stage.refunds(id)).map(({ amount, status }) => [amount, status]);
  expect(await refundsOf(all.booking)).toEqual([[price - 100_000, "succeeded"]]);
  expect(await all.left()).toEqual([20_000, 80_000]);
  expect(await refundsOf(brought)).toEqual([[80_000, "manual"]]);
  expect(await refundsOf(atDoor)).toEqual([[80_000, "manual"]]);
  expect(await refundsOf(host)).toEqual([[80_000, "succeeded"]]);
  expect(await refundsOf(share)).toEqual([[80_000, "succeeded"]]);
  expect((await refundsOf(growing)).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
    // a third person pays by the rule for three
    [34_000, "succeeded"],
    [80_000, "succeeded"],
  ]);
  for (const externalId of [all.externalId, hosted, sharePage, changePage]) expect(provider.leftOf(externalId)).toBe(0);

  const emails = await db().selectFrom("emails").select(["booking_id", "kind"]).where("booking_id", "in", of).execute();
  for (const id of of) {
    const notices = emails.filter(({ booking_id, kind }) => booking_id === id && kind === "booking_cancelled");
    expect([id, notices.length]).toEqual([id, 1]);
  }
  expect(await whatDiffers(db())).toEqual({});
  expect(await checkLedger(staff(30))).toBe(0);
});
