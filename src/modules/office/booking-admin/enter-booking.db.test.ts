import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { whatMayChange } from "#src/modules/sales/booking/rules/change.ts";
import { CreateBooking } from "#src/modules/sales/booking/schema.ts";
import { sendLink } from "#src/modules/mail/notifications/send-link.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { actOnBooking } from "#src/modules/office/booking-admin/act-on-booking.server.ts";
import { enterBooking } from "#src/modules/office/booking-admin/enter-booking.server.ts";
import { previewBulkMove } from "#src/modules/office/booking-admin/preview-bulk-act.server.ts";
import {
  bookingPanel,
  handPrice,
  idOfReference,
  sellableDepartures,
} from "#src/modules/office/booking-admin/read-panel.server.ts";
import { HandBooking } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import { expectedText } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import { cancelAsAdmin } from "#src/modules/changes/cancellation/cancel-as-admin.server.ts";
import { closeManualRefund } from "#src/modules/money/payments/close-manual-refund.server.ts";
import { paymentStateOf } from "#src/modules/money/payments/queries.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { takePayment } from "#src/modules/money/payments/take-payment.server.ts";
import { addPartner } from "#tests/crediting.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addAccount } from "#tests/signed-in.ts";
import { addCoupon, addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
let crawlId: string;
let lucia: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
  lucia = (await addAccount(database.services.db, { role: "admin" })).id;
});

const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);
const seats = (id: string) => seatsOf(database.services.db, id);
const staff = (minutes = 0, role: string | null = "admin") =>
  stage.at(minutes, { kind: "user", role, userId: lucia, secondFactor: true });
const sale = (departure_id: string, over: Partial<HandBooking> = {}): HandBooking => ({
  key: randomUUID(),
  departure_id,
  people: 2,
  first_name: "Ana",
  last_name: "Ruiz",
  email: "ana@guest.test",
  phone: "",
  country: "MX",
  language: "es",
  requests: "",
  currency: "MXN",
  way: "cash",
  total: null,
  coupon_code: "",
  names: [],
  expected: null,
  ...over,
});
async function entered(input: HandBooking, minutes = 0): Promise<string> {
  const result = await enterBooking(staff(minutes), input);
  if (!result.ok) throw new Error(result.reason);
  return result.booking_id;
}
const emailsOf = (id: string) =>
  database.services.db.selectFrom("emails").select(["kind", "language"]).where("booking_id", "=", id).execute();
const auditLogOf = async (id: string) =>
  (
    await database.services.db
      .selectFrom("audit_log")
      .select(["action", "actor_id"])
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute()
  ).map(({ action, actor_id }) => [action, actor_id]);

describe("a booking made by hand", () => {
  test.each([
    ["cash", null, 80_000, 0],
    ["invoice", 70_000, 70_000, 10_000],
    ["terminal", null, 80_000, 0],
    ["transfer", 70_050, 70_050, 9950],
    ["cash", 90_050, 90_050, 0],
    ["free", null, 0, 80_000],
    ["cash", 0, 0, 80_000],
  ] as const)("by %s at %s is confirmed for %i, and the books agree", async (way, total, price, discount) => {
    const departure = await newDeparture();
    const id = await entered(sale(departure, { way, total }));
    expect(await stage.bookingRow(id)).toMatchObject({
      status: "confirmed",
      source: "admin",
      total_price: price,
      discount,
      user_id: null,
      browser: null,
    });
    const provider = price === 0 ? "free" : way;
    expect(await stage.payments(id)).toMatchObject([
      { provider, amount: price, status: "succeeded", placement: "in_time" },
    ]);
    expect(await seats(departure)).toMatchObject({ available: 38, confirmed: 2, held: 0 });
    expect(await emailsOf(id)).toEqual([{ kind: "booking_confirmation", language: "es" }]);
    expect(await checkLedger(staff())).toBe(0);
  });

  test("that was paid in cash gives it back by hand, and its guest is told so", async () => {
    const id = await entered(sale(await newDeparture()));
    const expected = { version: 1, refund_minor: 80_000, currency: "MXN" } as const;
    expect(await cancelAsAdmin(staff(1), { booking_id: id, choice: "operator", expected })).toMatchObject({ ok: true });
    const [refund] = await stage.refunds(id);
    await submitRefund(staff(2), refund!.id);
    expect(await stage.refunds(id)).toMatchObject([{ status: "manual", amount: 80_000 }]);
    expect(await paymentStateOf(staff(3), id)).toMatchObject({ cash_back: true });
    await closeManualRefund(staff(4), { refund_id: refund!.id, note: "handed over" });
    expect(await checkLedger(staff(5))).toBe(0);
  });

  test("says who made it, once for each thing that was done", async () => {
    const id = await entered(sale(await newDeparture()));
    expect(await auditLogOf(id)).toEqual([
      ["booking.held", lucia],
      ["payment.taken_by_hand", lucia],
      ["booking.confirmed", lucia],
      ["payment.succeeded", lucia],
    ]);
  });

  test("is one, however often its form is sent, also at once", async () => {
    const departure = await newDeparture();
    const input = sale(departure);
    const twice = await Promise.all([enterBooking(staff(), input), enterBooking(staff(), input)]);
    const again = await enterBooking(staff(), input);
    expect(new Set([...twice, again].map((one) => one.ok && one.booking_id)).size).toBe(1);
    expect(await seats(departure)).toMatchObject({ available: 38, confirmed: 2 });
    expect(await enterBooking(staff(), { ...input, people: 3 })).toMatchObject({ reason: "idempotency_conflict" });
  });

  test("of the last seat is one of two that staff make at once", async () => {
    const departure = await newDeparture({ seats: 2 });
    const both = await Promise.all([1, 2].map(() => enterBooking(staff(), sale(departure))));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: "sold_out", left: 0 });
    expect(await seats(departure)).toMatchObject({ available: 0, confirmed: 2, overbooked: 0 });
  });

  test("may be of a departure that the site doesn't sell, until it is over, and never of one that is off", async () => {
    expect(await enterBooking(staff(), sale(await newDeparture({ bookings_disabled: true })))).toMatchObject({
      ok: true,
    });
    const tonight = await newDeparture({ date: "2026-11-20" });
    const atTen = 10 * 60;
    expect(await enterBooking(staff(atTen), sale(tonight))).toMatchObject({ ok: true });
    const nextNoon = 24 * 60;
    expect(await enterBooking(staff(nextNoon), sale(tonight))).toMatchObject({ reason: "departure_past" });
    const off = await newDeparture({ status: "cancelled" });
    expect(await enterBooking(staff(), sale(off))).toMatchObject({ reason: "departure_cancelled" });
  });

  test.each(["marketing", "guide", "customer", null])("is not for %s", async (role) => {
    const departure = await newDeparture();
    expect(await enterBooking(staff(0, role), sale(departure))).toMatchObject({
      reason: "forbidden",
      missing: "bookings.change",
    });
    expect(await sellableDepartures(staff(0, role))).toMatchObject({ reason: "forbidden" });
    expect(await seats(departure)).toMatchObject({ available: 40 });
  });

  test("is offered on departures that have not ended, with what lapsed baskets keep", async () => {
    const departure = await newDeparture({ seats: 6 });
    await stage.books(departure);
    const free = async (minutes: number) => {
      const found = await sellableDepartures(staff(minutes));
      return found.ok && found.departures.find(({ id }) => id === departure)?.free;
    };
    expect([await free(0), await free(32)]).toEqual([4, 6]);
  });

  test("is told which nights are a private group's", async () => {
    const [own, open] = [await newDeparture({ is_private: true }), await newDeparture()];
    const found = await sellableDepartures(staff());
    const isPrivate = (of: string) => found.ok && found.departures.find(({ id }) => id === of)?.isPrivate;
    expect([isPrivate(own), isPrivate(open)]).toEqual([true, false]);
  });

  test("is offered on each of any number of nights: those from a day on, and the one that is chosen", async () => {
    const days = Array.from({ length: 301 }, (_, n) =>
      Temporal.PlainDate.from("2027-06-01").add({ days: n }).toString(),
    );
    const ids = await Promise.all(days.map((date) => newDeparture({ date })));
    const listed = async (request: Parameters<typeof sellableDepartures>[1]) => {
      const found = await sellableDepartures(staff(), request);
      if (!found.ok) throw new Error(found.reason);
      return { dates: found.departures.map(({ date }) => date), later: found.later };
    };
    expect(await listed({ from: "2027-06-01" })).toEqual({ dates: days.slice(0, 300), later: days[300] });
    expect(await listed({ from: days[300]! })).toEqual({ dates: [days[300]], later: null });
    expect(await listed({ from: days[300]!, chosen: ids[5]! })).toEqual({ dates: [days[5], days[300]], later: null });
    const { dates } = await listed({ chosen: ids[300]! });
    expect([dates.length, dates.at(-1)]).toEqual([301, days[300]]);
    const last = { act: "move", departure_id: ids[300]!, money: "keeps" } as const;
    expect(await previewBulkMove(staff(), { ids: [] }, last)).toMatchObject({ ok: true, night: { date: days[300] } });
    expect(await listed({ from: "never", chosen: "nothing" })).toMatchObject({ later: expect.any(String) });
  });
});

test("a booking is found by the reference that people name, by who may read bookings", async () => {
  const result = await enterBooking(staff(), sale(await newDeparture()));
  if (!result.ok) throw new Error(result.reason);
  const { reference } = await stage.bookingRow(result.booking_id);
  expect(await idOfReference(staff(), reference.toLowerCase())).toBe(result.booking_id);
  expect(await idOfReference(staff(), "RND-NOBODY")).toBeNull();
  expect(await idOfReference(staff(0, null), reference)).toBeNull();
});

describe("the price of a booking made by hand", () => {
  const priceOf = async (input: HandBooking) => {
    const priced = await handPrice(staff(), input);
    if (!priced.ok) throw new Error(priced.reason);
    return [priced.quote.total.amount_minor, priced.quote.discount.amount_minor, priced.rounded];
  };

  test("is what is then taken: the price, a coupon, and cash without its small change", async () => {
    await addCoupon(database.services.db, { code: "DESK10" });
    const departure = await newDeparture({ price: 1963, prices: {} });
    const sales = [
      sale(departure, { way: "invoice" }),
      sale(departure),
      sale(departure, { coupon_code: "desk10" }),
      sale(departure, { total: 70_000 }),
      sale(departure, { way: "free" }),
    ];
    for (const input of sales) {
      const [total] = await priceOf(input);
      const id = await entered({ ...input, expected: total! });
      expect(await stage.bookingRow(id)).toMatchObject({ total_price: total, status: "confirmed" });
    }
    const [plain, cash, couponed] = await Promise.all(sales.slice(0, 3).map(priceOf));
    expect(cash).toEqual([plain![0]! - (plain![0]! % 500), plain![0]! % 500, plain![0]! % 500]);
    expect(plain![0]! % 500).toBeGreaterThan(0);
    expect([couponed![0]! % 500, couponed![0]! < cash![0]!]).toEqual([0, true]);
    expect(await checkLedger(staff())).toBe(0);
  });

  test("that changed since it was shown books nothing, and a coupon that isn't one says so", async () => {
    const departure = await newDeparture();
    // or whose form showed none
    for (const expected of [79_000, Number(expectedText(null, true))])
      expect(await enterBooking(staff(), sale(departure, { expected }))).toMatchObject({ reason: "price_changed" });
    const wrong = sale(departure, { coupon_code: "NONE" });
    expect(await handPrice(staff(), wrong)).toMatchObject({ reason: "coupon_invalid" });
    expect(await enterBooking(staff(), wrong)).toMatchObject({ reason: "coupon_invalid" });
    expect(await seats(departure)).toMatchObject({ available: 40 });
  });

  test("is not for those who may not sell", async () =>
    expect(await handPrice(staff(0, "guide"), sale(await newDeparture()))).toMatchObject({ reason: "forbidden" }));
});

describe("a guest without an email", () => {
  const noEmail = { email: "", phone: "55 1234 5678", names: ["Beto", "left over"] };

  test("is booked, gets no mail, ever, and staff have the link of their tickets to hand on", async () => {
    const id = await entered(sale(await newDeparture(), noEmail));
    expect(await emailsOf(id)).toEqual([]);
    const snapshot = await bookingPanel(staff(1), id);
    if (!snapshot.ok) throw new Error(snapshot.reason);
    const { share, tickets } = snapshot.panel;
    expect(tickets.map(({ name }) => name)).toEqual(["Ana Ruiz", "Beto"]);
    expect(share!.whatsApp).toContain(`https://wa.me/525512345678?text=${encodeURIComponent("Hola, Ana")}`);
    expect(share!.whatsApp).toContain(encodeURIComponent(share!.link));
    const token = new URL(share!.link).searchParams.get("token");
    const guest = await findBooking(stage.at(2), id, token);
    expect(guest?.private).toMatchObject({ email: "", phone: "55 1234 5678" });
    expect(whatMayChange(guest!, stage.at(2).now).resend).toBe("no_email");
    for (const isNew of [false, true])
      expect(await sendLink(staff(2), { booking_id: id, key: randomUUID(), isNew })).toMatchObject({
        reason: "email_nobody",
      });
    const expected = { version: 1, refund_minor: 80_000, currency: "MXN" } as const;
    expect(await cancelAsAdmin(staff(3), { booking_id: id, choice: "operator", expected })).toMatchObject({ ok: true });
    expect(await emailsOf(id)).toEqual([]);
    const after = await bookingPanel(staff(4), id);
    expect(after.ok && after.panel.share).toBeNull();
  });

  test("shares nothing with whoever has an account, nor with another guest without one", async () => {
    const id = await entered(sale(await newDeparture(), noEmail));
    const stranger = (email: string | null) =>
      stage.at(1, { kind: "user", role: "customer", userId: randomUUID(), email, emailVerified: true });
    for (const email of ["", null, "ana@guest.test"])
      expect((await findBooking(stranger(email), id, null))?.private).toBeNull();
  });

  test("is asked for a phone number instead, on this form alone: the site needs the email", () => {
    const typed = Object.fromEntries(
      Object.entries(sale(randomUUID())).map(([name, value]) => [
        name,
        typeof value === "number" ? String(value) : value,
      ]),
    );
    const input = { ...typed, total: "", expected: "", email: "", phone: "" };
    const issues = (over: object) =>
      HandBooking.safeParse({ ...input, ...over }).error?.issues.map(({ path, message }) => [path.join("."), message]);
    expect(issues({})).toEqual([["email", "booking-admin.error.contact"]]);
    expect(issues({ phone: "( - . - )" })).toContainEqual(["phone", "errors.phone"]);
    expect(issues({ phone: "5512345678" })).toBeUndefined();
    expect(issues({ email: "ana@guest.test" })).toBeUndefined();
    expect(issues({ email: "ana", phone: "5512345678" })).toEqual([["email", "errors.email"]]);
    const { success } = CreateBooking.safeParse(bookingInput(randomUUID()));
    const { customer, ...rest } = bookingInput(randomUUID());
    expect([success, CreateBooking.safeParse({ ...rest, customer: { ...customer, email: "" } }).success]).toEqual([
      true,
      false,
    ]);
  });
});

describe("cash that goes back", () => {
  test("is done with the refund or the cancellation that it is handed over at", async () => {
    const id = await entered(sale(await newDeparture()));
    const [payment] = await stage.payments(id);
    const act = {
      act: "refund",
      key: randomUUID(),
      payment_id: payment!.id,
      amount: 5000,
      reason: "goodwill",
    } as const;
    const refund = { ...act, words: "", handed: "in hand" };
    for (const minutes of [1, 2]) expect(await actOnBooking(staff(minutes), id, refund)).toMatchObject({ ok: true });
    expect(await stage.refunds(id)).toMatchObject([{ status: "succeeded", amount: 5000, note: "in hand" }]);
    const cancel = { act: "cancel", choice: "operator", version: 1, refund: 75_000, currency: "MXN" } as const;
    expect(await actOnBooking(staff(3), id, { ...cancel, handed: "in hand" })).toMatchObject({ ok: true });
    expect((await stage.refunds(id)).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
    expect(await paymentStateOf(staff(4), id)).toMatchObject({ cash_back: false });
    expect(await checkLedger(staff(5))).toBe(0);
  });

  test("leaves what waited to be handed over before, when another refund is handed over at once", async () => {
    const id = await entered(sale(await newDeparture()));
    const [payment] = await stage.payments(id);
    const refund = { act: "refund", payment_id: payment!.id, reason: "goodwill", words: "" } as const;
    const waiting = { ...refund, key: randomUUID(), amount: 5000 };
    expect(await actOnBooking(staff(1), id, waiting)).toMatchObject({ ok: true });
    const second = { ...refund, key: randomUUID(), amount: 7000, handed: "in hand" };
    expect(await actOnBooking(staff(2), id, second)).toMatchObject({ ok: true });
    const cancel = { act: "cancel", choice: "operator", version: 1, refund: 68_000, currency: "MXN" } as const;
    expect(await actOnBooking(staff(3), id, { ...cancel, handed: "in hand" })).toMatchObject({ ok: true });
    const refunds = new Map((await stage.refunds(id)).map(({ amount, status }) => [amount, status]));
    expect(refunds.get(5000)).not.toBe("succeeded");
    expect([refunds.get(7000), refunds.get(68_000)]).toEqual(["succeeded", "succeeded"]);
    expect(await checkLedger(staff(5))).toBe(0);
  });

  test("on a card waits until somebody says that it was made on the terminal, and the guest isn't asked for an account", async () => {
    const id = await entered(sale(await newDeparture(), { way: "terminal", reference: "004711" }));
    const panelOf = async (minutes: number) => {
      const read = await bookingPanel(staff(minutes), id);
      if (!read.ok) throw new Error(read.reason);
      return read.panel;
    };
    expect((await panelOf(1)).payments).toMatchObject([{ method: "terminal", reference: "004711" }]);
    const cancel = { act: "cancel", choice: "operator", version: 1, refund: 80_000, currency: "MXN" } as const;
    expect(await actOnBooking(staff(1), id, cancel)).toMatchObject({ ok: true });
    const [refund] = (await panelOf(2)).refunds;
    expect(refund).toMatchObject({ giveBy: "terminal" });
    expect(await paymentStateOf(staff(2), id)).toMatchObject({ cash_back: false });
    const act = { act: "hand_over", refund_id: refund!.id, handed: "on the terminal" } as const;
    expect(await actOnBooking(staff(3), id, act)).toEqual({ ok: true });
    expect((await panelOf(4)).refunds).toMatchObject([{ status: "succeeded", giveBy: null }]);
    expect(await checkLedger(staff(5))).toBe(0);
  });

  test("waits on the booking until somebody says that it was, once", async () => {
    const id = await entered(sale(await newDeparture()));
    const cancel = { act: "cancel", choice: "operator", version: 1, refund: 80_000, currency: "MXN" } as const;
    expect(await actOnBooking(staff(1), id, cancel)).toMatchObject({ ok: true });
    const snapshot = await bookingPanel(staff(2), id);
    const [refund] = snapshot.ok ? snapshot.panel.refunds : [];
    expect(refund).toMatchObject({ giveBy: "hand_over" });
    const act = { act: "hand_over", refund_id: refund!.id, handed: "in hand" } as const;
    expect(await actOnBooking(staff(3, "support"), id, act)).toMatchObject({ reason: "forbidden" });
    expect(await actOnBooking(staff(3), randomUUID(), act)).toMatchObject({ reason: "refund_not_found" });
    const twice = await Promise.all([actOnBooking(staff(4), id, act), actOnBooking(staff(4), id, act)]);
    expect(twice.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await stage.refunds(id)).toMatchObject([{ status: "succeeded", amount: 80_000 }]);
    expect(await checkLedger(staff(5))).toBe(0);
  });
});

describe("an unpaid booking whose money staff have", () => {
  const cash = (booking_id: string, minutes: number, amount_minor = 80_000, key: string = randomUUID()) =>
    takePayment(
      staff(minutes),
      { of: bookingRef(booking_id), way: "cash", expected: { amount_minor, currency: "MXN" } },
      key,
    );

  test("is confirmed, and what was open at the company is closed", async () => {
    const departure = await newDeparture();
    const id = await stage.books(departure);
    const { externalId } = await stage.goesToPay(id);
    expect(await cash(id, 5)).toMatchObject({ ok: true });
    expect((await stage.payments(id)).map(({ provider, status }) => [provider, status])).toEqual([
      ["sandbox", "cancelled"],
      ["cash", "succeeded"],
    ]);
    expect(await stage.bookingRow(id)).toMatchObject({ status: "confirmed" });
    expect(externalId).toContain("sandbox");
    expect(await checkLedger(staff(6))).toBe(0);
  });

  test("is taken once, and not when it was paid, costs something else or is cancelled for good", async () => {
    const id = await stage.books(await newDeparture());
    expect(await cash(id, 1, 79_000)).toMatchObject({ reason: "price_changed" });
    const key = randomUUID();
    const twice = await Promise.all([cash(id, 2, 80_000, key), cash(id, 2, 80_000, key)]);
    expect(twice.every(({ ok }) => ok)).toBe(true);
    expect(await stage.payments(id)).toHaveLength(1);
    expect(await cash(id, 3)).toMatchObject({ reason: "not_payable" });
    const paid = await stage.books(await newDeparture());
    const attempt = await stage.goesToPay(paid);
    stage.provider.pays(attempt.externalId);
    expect(await cash(paid, 3)).toMatchObject({ reason: "already_paid" });
    expect(await checkLedger(staff(6))).toBe(0);
  });

  test("whose hold lapsed takes its seats anew, and nothing is taken when they are gone", async () => {
    const departure = await newDeparture({ seats: 2, late_tolerance: 2 });
    const late = await stage.books(departure);
    await freeLapsedHolds(staff(40), departure);
    const rival = await stage.books(departure, {}, 41);
    expect(await cash(late, 42)).toMatchObject({ reason: "sold_out", left: 0 });
    expect(await stage.payments(late)).toEqual([]);
    expect(await stage.bookingRow(late)).toMatchObject({ status: "cancelled" });
    await freeLapsedHolds(staff(80), departure);
    expect(await cash(late, 81)).toMatchObject({ ok: true });
    expect(await stage.bookingRow(rival)).toMatchObject({ status: "cancelled" });
    expect(await seats(departure)).toMatchObject({ available: 0, confirmed: 2, overbooked: 0 });
  });

  test("is not for those who may not change bookings", async () => {
    const id = await stage.books(await newDeparture());
    const wish = { of: bookingRef(id), way: "cash", expected: { amount_minor: 80_000, currency: "MXN" } } as const;
    expect(await takePayment(stage.at(1), wish, randomUUID())).toMatchObject({ reason: "forbidden" });
  });
});

describe("a booking made by hand for a guest whom a partner sent", () => {
  const creditOf = async (id: string) => {
    const { partner_id, partner_reason, partner_doubts } = await stage.bookingRow(id);
    return { partner_id, partner_reason, partner_doubts };
  };

  test("is credited by staff, in doubt where the guest is the partner", async () => {
    const hostel = await addPartner(database.services.db, { email: "ana@guest.test" });
    const id = await entered(sale(await newDeparture(), { partner_id: hostel }));
    expect(await creditOf(id)).toEqual({ partner_id: hostel, partner_reason: "staff", partner_doubts: ["email"] });
  });

  test("goes before the coupon's partner, who is credited without it", async () => {
    const [hostel, bar] = [await addPartner(database.services.db), await addPartner(database.services.db)];
    await addCoupon(database.services.db, { code: "DEL-BAR", partner_id: bar });
    const ways = [{ partner_id: hostel }, {}].map(async (way) =>
      creditOf(await entered(sale(await newDeparture(), { coupon_code: "del-bar", ...way }))),
    );
    expect(await Promise.all(ways)).toEqual([
      { partner_id: hostel, partner_reason: "staff", partner_doubts: null },
      { partner_id: bar, partner_reason: "coupon", partner_doubts: null },
    ]);
  });

  test("needs somebody who may credit partners, and a partner that there is", async () => {
    const [departure, hostel] = [await newDeparture(), await addPartner(database.services.db)];
    const forbidden = { ok: false, reason: "forbidden", missing: "affiliates.change" };
    expect(await enterBooking(staff(0, "support"), sale(departure, { partner_id: hostel }))).toEqual(forbidden);
    expect(await enterBooking(staff(), sale(departure, { partner_id: randomUUID() }))).toEqual({
      ok: false,
      reason: "partner_not_found",
    });
    expect(await seats(departure)).toMatchObject({ held: 0, confirmed: 0 });
  });
});
