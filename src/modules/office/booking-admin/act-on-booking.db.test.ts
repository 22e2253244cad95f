import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { previewEmail } from "#src/modules/mail/notifications/queries.server.ts";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { actOnBooking } from "#src/modules/office/booking-admin/act-on-booking.server.ts";
import {
  bookingPanel,
  cancellationQuote,
  changeQuotes,
  adminDates,
} from "#src/modules/office/booking-admin/read-panel.server.ts";
import { findForCommand } from "#src/modules/office/booking-admin/find-bookings.server.ts";
import { forgetNotes } from "#src/modules/office/booking-admin/forget-notes.server.ts";
import type { CancelChoice } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import type { TakeWay } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addAccount } from "#tests/signed-in.ts";
import { addDeparture, seatsOf, seedMinimal } from "#tests/seeds.ts";

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
const staff = (minutes = 2, role: string | null = "admin") =>
  stage.at(minutes, { kind: "user", role, userId: lucia, secondFactor: true });

/** A confirmed booking of two for 800 MXN. */
async function paid(departure?: string): Promise<string> {
  const id = await stage.books(departure ?? (await newDeparture()));
  const { externalId } = await stage.goesToPay(id);
  stage.provider.pays(externalId);
  await stage.webhook(externalId, 1);
  return id;
}
const auditLogOf = async (id: string, since = 0) =>
  (
    await database.services.db
      .selectFrom("audit_log")
      .select(["action"])
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute()
  )
    .map(({ action }) => action)
    .slice(since);
/** The audit entries an action adds to a booking. */
async function written(id: string, act: () => Promise<unknown>): Promise<string[]> {
  const before = (await auditLogOf(id)).length;
  await act();
  return auditLogOf(id, before);
}
const render = async (id: string, ctx = staff()) => {
  const snapshot = await bookingPanel(ctx, id);
  if (!snapshot.ok) throw new Error(snapshot.reason);
  return snapshot.panel;
};

describe("part of a payment", () => {
  const refund = async (id: string, amount: number, over: object = {}, ctx = staff()) => {
    const [payment] = await stage.payments(id);
    const wish = { act: "refund", key: randomUUID(), payment_id: payment!.id, amount, reason: "goodwill", words: "" };
    return actOnBooking(ctx, id, { ...wish, ...over } as Parameters<typeof actOnBooking>[2]);
  };

  test("goes back for a reason while the booking stays, with what was written about it as a note", async () => {
    const id = await paid();
    const auditLog = await written(id, () => refund(id, 30_000, { words: "One venue was closed" }));
    expect(auditLog).toEqual(["refund.requested", "booking.noted"]);
    expect(await stage.refunds(id)).toMatchObject([{ amount: 30_000, reason: "goodwill", status: "requested" }]);
    expect(await render(id)).toMatchObject({
      status: "confirmed",
      kept: 50_000,
      payments: [{ left: 50_000, state: "paid" }],
      notes: [{ text: "One venue was closed" }],
    });
    expect(await checkLedger(staff(3))).toBe(0);
  });

  test("goes back once for one form, however often it is sent", async () => {
    const id = await paid();
    const key = randomUUID();
    const sent = await Promise.all([1, 2, 3].map(() => refund(id, 30_000, { key, words: "sorry" })));
    expect(sent.every(({ ok }) => ok)).toBe(true);
    expect(await stage.refunds(id)).toHaveLength(1);
    expect((await render(id)).notes).toHaveLength(1);
    expect(await refund(id, 20_000, { key })).toMatchObject({ reason: "idempotency_conflict" });
  });

  test("is never more than is left, whoever is faster", async () => {
    const id = await paid();
    const both = await Promise.all([refund(id, 50_000), refund(id, 50_000)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: "refund_too_much", left: 30_000 });
    for (const amount of [30_001, 0, -1])
      expect(await refund(id, amount)).toMatchObject({ reason: "refund_too_much", left: 30_000 });
    expect(await refund(id, 30_000)).toMatchObject({ ok: true });
    expect(await refund(id, 1)).toMatchObject({ reason: "refund_too_much", left: 0 });
    expect(await checkLedger(staff(3))).toBe(0);
  });

  test("takes the right to change payments, and money that bought something", async () => {
    const id = await paid();
    expect(await refund(id, 100, {}, staff(2, "support"))).toMatchObject({ missing: "payments.change" });
    expect(await refund(id, 100, {}, staff(2, "marketing"))).toMatchObject({ missing: "bookings.change" });
    expect(await refund(id, 100, { payment_id: randomUUID() })).toMatchObject({ reason: "payment_not_found" });
    const [other] = await stage.payments(await paid());
    expect(await refund(id, 100, { payment_id: other!.id, words: "Theirs" })).toMatchObject({
      reason: "payment_not_found",
    });
    const unpaid = await stage.books(await newDeparture());
    await stage.goesToPay(unpaid);
    expect(await refund(unpaid, 100)).toMatchObject({ reason: "nothing_bought" });
    expect(await stage.refunds(id)).toEqual([]);
  });
});

describe("cancelling", () => {
  async function cancels(id: string, choice: CancelChoice, ctx = staff(), over: object = {}) {
    const quoted = await cancellationQuote(ctx, id);
    if (!quoted.ok) throw new Error(quoted.reason);
    const { version, currency, choices } = quoted;
    const act = { act: "cancel", choice, version, currency, refund: choices[choice].refund, ...over } as const;
    return actOnBooking(ctx, id, act);
  }
  let day = 22;
  const afterStart = 6 * 24 * 60;

  test.each([
    ["none", 2, 0],
    ["guest", 2, 80_000],
    ["guest", afterStart, 0],
    ["operator", afterStart, 80_000],
  ] as const)("by the rule %s in minute %i gives back %i", async (choice, minutes, back) => {
    const departure = await newDeparture({ date: `2026-11-${day++}` });
    const id = await paid(departure);
    const auditLog = await written(id, async () =>
      expect(await cancels(id, choice, staff(minutes))).toMatchObject({ ok: true }),
    );
    expect(auditLog).toEqual(["booking.cancelled", ...(back > 0 ? ["refund.requested"] : [])]);
    expect(await stage.bookingRow(id)).toMatchObject({ status: "cancelled", cancel_reason: "admin" });
    expect((await stage.refunds(id)).map(({ amount }) => amount)).toEqual(back > 0 ? [back] : []);
    expect(await seats(departure)).toMatchObject({ available: 40, confirmed: 0 });
    expect(stage.factsOf(id)).toContain("booking.cancelled");
    expect(await checkLedger(staff(minutes))).toBe(0);
  });

  test("after a part went back gives back the rest", async () => {
    const id = await paid();
    const [payment] = await stage.payments(id);
    const part = { key: randomUUID(), payment_id: payment!.id, amount: 30_000, reason: "other", words: "" } as const;
    await actOnBooking(staff(), id, { act: "refund", ...part });
    expect(await cancels(id, "operator")).toMatchObject({ ok: true });
    expect((await stage.refunds(id)).map(({ amount }) => amount)).toEqual([30_000, 50_000]);
    expect(await checkLedger(staff(3))).toBe(0);
  });

  test("is refused when it is not what was shown, and when money goes out that isn't theirs to give", async () => {
    const id = await paid();
    expect(await cancels(id, "guest", staff(), { refund: 79_999 })).toMatchObject({ reason: "quote_changed" });
    expect(await cancels(id, "guest", staff(), { version: 9 })).toMatchObject({ reason: "booking_changed" });
    expect(await cancels(id, "guest", staff(2, "support"))).toMatchObject({ missing: "payments.change" });
    expect(await stage.bookingRow(id)).toMatchObject({ status: "confirmed" });
    expect(await cancels(id, "none", staff(2, "support"))).toMatchObject({ ok: true });
    expect(await cancels(id, "none")).toMatchObject({ reason: "already_cancelled" });
  });
});

describe("changing", () => {
  type Money = { money: "price" | "keeps"; collect?: "link" | TakeWay; reference?: string };
  async function changes(id: string, change: Change, { money, collect = "link", reference }: Money, ctx = staff()) {
    const quoted = await changeQuotes(ctx, id, change);
    if (!quoted.ok) return quoted;
    const { version, difference } = quoted[money];
    const wish = { version, difference: difference.amount_minor, currency: difference.currency, key: randomUUID() };
    const act = { act: "change", ...change, ...wish, money, collect, reference };
    return actOnBooking(ctx, id, act as Parameters<typeof actOnBooking>[2]);
  }

  test.each([
    [1800, "price", -8000, "requested"],
    [1800, "keeps", 0, null],
    [2300, "keeps", 0, null],
  ] as const)("the date to a departure at %i with money as %s", async (price, money, difference, refund) => {
    const [from, to] = [await newDeparture(), await newDeparture({ price })];
    const id = await paid(from);
    expect(await changes(id, { kind: "date", departure_id: to }, { money })).toMatchObject({
      ok: true,
      state: "applied",
    });
    expect(await stage.bookingRow(id)).toMatchObject({ scheduled_crawl_id: to, total_price: 80_000 + difference });
    expect((await stage.refunds(id)).map(({ status }) => status)).toEqual(refund ? [refund] : []);
    expect([(await seats(from)).confirmed, (await seats(to)).confirmed]).toEqual([0, 2]);
    expect(await checkLedger(staff(3))).toBe(0);
  });

  test("to a dearer departure waits for the guest, or is made when the money is there", async () => {
    const to = await newDeparture({ price: 2300 });
    const waits = await paid();
    expect(await changes(waits, { kind: "date", departure_id: to }, { money: "price" })).toMatchObject({
      state: "to_pay",
    });
    expect(await render(waits)).toMatchObject({
      change: { difference: 12_000 },
      payLink: expect.any(String) as string,
    });
    const cash = await paid();
    const move = { kind: "date", departure_id: to } as const;
    expect(await changes(cash, move, { money: "price", collect: "cash" })).toMatchObject({ state: "applied" });
    expect(await stage.bookingRow(cash)).toMatchObject({ scheduled_crawl_id: to, total_price: 92_000 });
    expect((await stage.payments(cash)).map(({ provider, amount }) => [provider, amount])).toEqual([
      ["sandbox", 80_000],
      ["cash", 12_000],
    ]);
    const card = await paid();
    const onTerminal = { money: "price", collect: "terminal", reference: "004711" } as const;
    expect(await changes(card, move, onTerminal)).toMatchObject({ state: "applied" });
    expect((await stage.payments(card)).map(({ provider, hand_reference }) => [provider, hand_reference])).toEqual([
      ["sandbox", null],
      ["terminal", "004711"],
    ]);
    expect(await checkLedger(staff(3))).toBe(0);
  });

  test("is possible where a guest may not any more, also after the start", async () => {
    const [from, to] = [await newDeparture({ date: "2026-11-20" }), await newDeparture({ bookings_disabled: true })];
    const id = await paid(from);
    const atNine = 9 * 60;
    expect(await changes(id, { kind: "date", departure_id: to }, { money: "keeps" }, staff(atNine))).toMatchObject({
      ok: true,
    });
    expect(await stage.bookingRow(id)).toMatchObject({ scheduled_crawl_id: to });
  });

  test("people: more at today's price or for nothing, fewer with their share back or not", async () => {
    const departure = await newDeparture({ seats: 4 });
    const id = await paid(departure);
    expect(await changes(id, { kind: "add", names: ["Luz", ""] }, { money: "keeps" })).toMatchObject({ ok: true });
    expect(await stage.bookingRow(id)).toMatchObject({ number_of_people: 4, total_price: 80_000 });
    expect(await changes(id, { kind: "add", names: [""] }, { money: "keeps" })).toMatchObject({
      reason: "sold_out",
      left: 0,
    });
    expect(await changes(id, { kind: "remove", positions: [4] }, { money: "keeps" })).toMatchObject({ ok: true });
    expect(await changes(id, { kind: "remove", positions: [3] }, { money: "price" })).toMatchObject({ ok: true });
    expect((await render(id)).kept).toBe(80_000 - 26_667 + 1);
    expect(await seats(departure)).toMatchObject({ available: 2, confirmed: 2 });
    expect(await checkLedger(staff(3))).toBe(0);
  });

  test("is refused to those who may not, and money back to those who may not give it", async () => {
    const id = await paid();
    const cheaper = { kind: "date", departure_id: await newDeparture({ price: 1800 }) } as const;
    expect(await changes(id, cheaper, { money: "price" }, staff(2, "marketing"))).toMatchObject({
      missing: "bookings.change",
    });
    expect(await changes(id, cheaper, { money: "price" }, staff(2, "support"))).toMatchObject({
      missing: "payments.change",
    });
    expect(await changes(id, cheaper, { money: "keeps" }, staff(2, "support"))).toMatchObject({ ok: true });
    expect(await adminDates(staff(2, "marketing"), id)).toMatchObject({ reason: "forbidden" });
    const dates = await adminDates(staff(), id);
    expect(dates.ok && dates.dates.length).toBeGreaterThan(0);
  });

  test("names takes the version that the form was made with", async () => {
    const id = await paid();
    const names = [{ position: 2, name: "Luz" }];
    expect(await actOnBooking(staff(), id, { act: "names", version: 1, names })).toMatchObject({ ok: true });
    const late = [{ position: 2, name: "Sol" }];
    expect(await actOnBooking(staff(), id, { act: "names", version: 1, names: late })).toMatchObject({
      reason: "booking_changed",
    });
    expect((await render(id)).tickets[1]).toMatchObject({ name: "Luz", valid: true });
  });
});

describe("emails and notes", () => {
  test("an email is sent again as a new version, and looks as it was sent", async () => {
    const id = await paid();
    const [email] = (await render(id)).emails;
    const again = { act: "resend", email_id: email!.id, key: randomUUID() } as const;
    const auditLog = await written(id, () => Promise.all([again, again].map((act) => actOnBooking(staff(), id, act))));
    expect(auditLog).toEqual(["email.sent_again"]);
    expect((await render(id)).emails.map(({ kind }) => kind)).toEqual(["booking_confirmation", "booking_confirmation"]);
    const preview = await previewEmail(staff(), { booking_id: id, email_id: email!.id });
    expect(preview.ok && preview.html).toContain("<html");
    const other = await paid();
    expect(await previewEmail(staff(), { booking_id: other, email_id: email!.id })).toMatchObject({
      reason: "email_not_found",
    });
    expect(await previewEmail(staff(2, "marketing"), { booking_id: id, email_id: email!.id })).toMatchObject({
      reason: "forbidden",
    });
  });

  test("what is no longer true isn't sent again", async () => {
    const id = await paid();
    const [email] = (await render(id)).emails;
    await actOnBooking(staff(), id, { act: "cancel", choice: "none", version: 1, refund: 0, currency: "MXN" });
    expect(await actOnBooking(staff(), id, { act: "resend", email_id: email!.id, key: randomUUID() })).toMatchObject({
      reason: "email_untrue",
    });
  });

  test("a guest is mailed their own link", async () => {
    const id = await stage.books(await newDeparture());
    const auditLog = await written(id, () => actOnBooking(staff(), id, { act: "link", key: randomUUID() }));
    expect(auditLog).toEqual(["booking.link_sent"]);
    const [email] = (await render(id)).emails;
    expect(email).toMatchObject({ kind: "booking_link" });
    await sendEmail(staff(), { id: email!.id });
    const { text } = await database.services.db
      .selectFrom("emails")
      .select("text")
      .where("id", "=", email!.id)
      .executeTakeFirstOrThrow();
    expect(text).toContain(`/booking-confirmation/${id}?token=`);
    expect(await actOnBooking(staff(2, "marketing"), id, { act: "link", key: randomUUID() })).toMatchObject({
      reason: "forbidden",
    });
  });

  test("a note is written once and for good, by whoever may; it can only be emptied", async () => {
    const { db } = database.services;
    const id = await paid();
    const note = { act: "note", text: "Vegetarian snacks for two", key: randomUUID() } as const;
    const auditLog = await written(id, async () => {
      await actOnBooking(staff(), id, note);
      await actOnBooking(staff(), id, note);
    });
    expect(auditLog).toEqual(["booking.noted"]);
    expect((await render(id)).notes).toMatchObject([{ text: note.text, author: "Test" }]);
    expect(await actOnBooking(staff(2, "guide"), id, note)).toMatchObject({ reason: "forbidden" });
    const change = db.updateTable("booking_notes").set({ text: "else" }).where("booking_id", "=", id).execute();
    await expect(change).rejects.toThrow("append-only");
    await expect(db.deleteFrom("booking_notes").execute()).rejects.toThrow("append-only");
    await db.transaction().execute((tx) => forgetNotes(tx, [id]));
    expect((await render(id)).notes).toEqual([]);
  });
});

describe("reading", () => {
  test("history says from which date to which, and each mail which one it is", async () => {
    const id = await paid();
    const [from, departure_id] = [(await render(id)).departure, await newDeparture()];
    const { price } = await changeQuotes(staff(2), id, { kind: "date", departure_id }).then((quotes) => {
      if (!quotes.ok) throw new Error(quotes.reason);
      return quotes;
    });
    const agreed = { version: price.version, difference: price.difference.amount_minor, currency: "MXN" } as const;
    const move = {
      act: "change",
      key: randomUUID(),
      kind: "date",
      departure_id,
      money: "price",
      collect: "link",
    } as const;
    expect(await actOnBooking(staff(2), id, { ...move, ...agreed })).toMatchObject({ ok: true });
    const panel = await render(id);
    expect(panel.history.find(({ action }) => action === "booking.changed")?.moved).toEqual({
      from: { date: from.date, time: from.startTime },
      to: { date: panel.departure.date, time: panel.departure.startTime },
    });
    expect(panel.departure.date).not.toBe(from.date);
    expect(panel.emails.map(({ kind, about }) => [kind, about])).toEqual([
      ["booking_confirmation", "none"],
      ["booking_confirmation", "date"],
    ]);
  });

  test("a panel is for whoever may read bookings", async () => {
    const id = await paid();
    expect(await bookingPanel(staff(2, "marketing"), id)).toMatchObject({
      reason: "forbidden",
      missing: "bookings.read",
    });
    expect(await bookingPanel(staff(), randomUUID())).toMatchObject({ reason: "booking_not_found" });
    expect(await bookingPanel(staff(), "nonsense")).toMatchObject({ reason: "booking_not_found" });
    const panel = await render(id);
    expect(panel).toMatchObject({ kept: 80_000, payLink: null, toPay: null, may: { change: true, refund: true } });
    expect(panel.tickets).toHaveLength(2);
    expect(panel.history.map(({ action }) => action)).toContain("booking.confirmed");
    expect((await render(id, staff(2, "support"))).may).toMatchObject({ change: true, refund: false });
  });

  test("the command box finds by any words of name, reference and address", async () => {
    const called = (search: string) => ({ search, night: null });
    const id = await paid();
    const { reference } = await stage.bookingRow(id);
    const found = await findForCommand(staff(), called(`navarro ${reference.toLowerCase()}`));
    expect(found).toMatchObject([{ id, name: "Sofía Navarro", people: 2, state: "confirmed" }]);
    expect(await findForCommand(staff(), called("sofia@example"))).toHaveLength(5);
    expect(await findForCommand(staff(), called("100%"))).toEqual([]);
    expect(await findForCommand(staff(2, "marketing"), called("navarro"))).toEqual([]);
  });
});

test("staff take the money of a change that waits to be paid, and it is made", async () => {
  const id = await paid();
  const change = { kind: "add", names: ["Marta"] } as const satisfies Change;
  const quoted = await priceChange(staff(), { booking_id: id, token: null, change });
  if (!quoted.ok) throw new Error(quoted.reason);
  const { version, difference } = quoted.quote;
  const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
  const held = await changeBooking(staff(), { booking_id: id, token: null, change, expected }, randomUUID());
  if (!held.ok || held.state !== "to_pay") throw new Error("not held");
  const { amount_minor: amount, currency } = difference;
  const act = { act: "take", key: randomUUID(), way: "cash", amount, currency, change_id: held.change_id } as const;
  expect(await actOnBooking(staff(3), id, act)).toMatchObject({ ok: true });
  expect(await stage.bookingRow(id)).toMatchObject({ number_of_people: 3 });
  expect((await stage.payments(id)).at(-1)).toMatchObject({
    part_id: held.change_id,
    placement: "change_made",
    amount,
  });
});
