import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { changePartner } from "#src/modules/office/booking-admin/change-partner.server.ts";
import { decideDoubt } from "#src/modules/office/booking-admin/decide-doubt.server.ts";
import { bookingPanel, partnersToCredit } from "#src/modules/office/booking-admin/read-panel.server.ts";
import type { Role } from "#src/modules/base/identity/rules/permissions.ts";
import type { DomainEvent } from "#src/platform/context.server.ts";
import { addPartner, credit } from "#tests/crediting.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";
import { addAccount } from "#tests/signed-in.ts";

const database = freshDatabase();
const stage = payingStage(database);
const db = () => database.services.db;
let crawlId: string;
let marta: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(db()));
  marta = (await addAccount(db(), { role: "marketing" })).id;
});

/** Somebody of the staff five minutes after noon, and what is published meanwhile. */
function staff(role: Role = "marketing") {
  const ctx = stage.at(5, { kind: "user", role, userId: marta, secondFactor: true });
  const messages: DomainEvent[] = [];
  const publish: typeof ctx.publish = async (of, tx, event) => {
    messages.push(event);
    await ctx.publish(of, tx, event);
  };
  return { ...ctx, publish, told: messages };
}
const booked = async (over = {}) => stage.books(await addDeparture(db(), crawlId), over);
const creditOf = async (id: string) => {
  const { partner_id, partner_reason, partner_before, partner_doubts, partner_verdict, qr_code_id } =
    await stage.bookingRow(id);
  return { partner_id, partner_reason, partner_before, partner_doubts, partner_verdict, qr_code_id };
};
const textOf = async (id: string) => {
  const entries = await db()
    .selectFrom("audit_log")
    .select(["action", "changes"])
    .where("subject_id", "=", id)
    .execute();
  return entries.filter(({ action }) => action.startsWith("booking.partner_"));
};

describe("changing the partner of a booking", () => {
  test("credits another by staff, says instead of whom, and tells commission", async () => {
    const [hostel, bar] = [
      await addPartner(db(), { code: "HOSTEL", name: "Hostel Uno" }),
      await addPartner(db(), { name: "Bar Dos" }),
    ];
    const id = await booked();
    await credit(db(), id, hostel, { qr_code_id: "door", partner_doubts: ["network"], partner_verdict: "own" });
    const ctx = staff();
    expect(await changePartner(ctx, { booking_id: id, partner_id: bar, expected: hostel })).toEqual({ ok: true });
    expect(await creditOf(id)).toEqual({
      partner_id: bar,
      partner_reason: "staff",
      partner_before: "HOSTEL",
      // of the partner before: neither a doubt nor a decision about it follows the booking
      partner_doubts: null,
      partner_verdict: null,
      qr_code_id: "door",
    });
    expect(await stage.bookingRow(id)).toMatchObject({ partner_at: later(5) });
    expect(ctx.told).toEqual([
      { name: "booking.partner_changed", payload: { bookingIds: [id], cause: "partner", former: hostel } },
    ]);
    expect(await textOf(id)).toEqual([
      { action: "booking.partner_changed", changes: { partner: { old: "Hostel Uno", new: "Bar Dos" } } },
    ]);
  });

  test("takes it off", async () => {
    const [id, hostel] = [await booked(), await addPartner(db())];
    await credit(db(), id, hostel);
    expect(await changePartner(staff(), { booking_id: id, partner_id: null, expected: hostel })).toEqual({ ok: true });
    expect(await creditOf(id)).toMatchObject({ partner_id: null, partner_reason: null, partner_before: null });
  });

  test("doubts a guest who is the partner in person", async () => {
    const id = await booked();
    const { email } = await stage.bookingRow(id);
    const hostel = await addPartner(db(), { email: email.toUpperCase() });
    await changePartner(staff(), { booking_id: id, partner_id: hostel, expected: null });
    expect(await creditOf(id)).toMatchObject({ partner_doubts: ["email"], partner_verdict: null });
  });

  test("of two people who change it at once, one does and the other hears of it", async () => {
    const [id, a, b] = [await booked(), await addPartner(db()), await addPartner(db())];
    const both = await Promise.all(
      [a, b].map((partner_id) => changePartner(staff(), { booking_id: id, partner_id, expected: null })),
    );
    expect(both.map((one) => (one.ok ? "done" : one.reason)).toSorted()).toEqual(["done", "partner_changed"]);
    expect(await textOf(id)).toHaveLength(1);
    // whoever has seen what was done may do it again
    const { partner_id: now } = await creditOf(id);
    const again = await changePartner(staff(), { booking_id: id, partner_id: now === a ? b : a, expected: now });
    expect(again).toEqual({ ok: true });
  });

  test.each(["support", "guide", "customer"] as const)("is not for %s", async (role) => {
    const [id, hostel] = [await booked(), await addPartner(db())];
    const request = { booking_id: id, partner_id: hostel, expected: null };
    expect(await changePartner(staff(role), request)).toEqual({
      ok: false,
      reason: "forbidden",
      missing: "affiliates.change",
    });
    expect(await creditOf(id)).toMatchObject({ partner_id: null });
  });

  test.each([
    [
      "a partner that isn't",
      async () => ({ booking_id: await booked(), partner_id: randomUUID() }),
      "partner_not_found",
    ],
    ["a booking that isn't", async () => ({ booking_id: randomUUID(), partner_id: null }), "booking_not_found"],
    ["no id", async () => ({ booking_id: "../1", partner_id: null }), "booking_not_found"],
  ])("refuses %s", async (_, input, reason) =>
    expect(await changePartner(staff(), { ...(await input()), expected: null })).toEqual({ ok: false, reason }),
  );
});

describe("a booking that may be the partner's own", () => {
  const doubtful = async () => {
    const [id, partner] = [await booked(), await addPartner(db())];
    await credit(db(), id, partner, { partner_doubts: ["phone", "network"] });
    return { id, partner };
  };

  test("is decided, decided anew, and taken back, each time telling commission", async () => {
    const { id: booking_id, partner: partner_id } = await doubtful();
    const ctx = staff();
    const decide = (verdict: "own" | "theirs" | null, had: "own" | "theirs" | null) =>
      decideDoubt(ctx, { booking_id, verdict, expected: { partner_id, verdict: had } });
    expect(await decide("own", null)).toEqual({ ok: true });
    expect(await decide("own", null)).toEqual({ ok: true });
    expect(await decide("theirs", "own")).toEqual({ ok: true });
    expect(await creditOf(booking_id)).toMatchObject({ partner_verdict: "theirs" });
    expect(await decide(null, "own")).toEqual({ ok: false, reason: "partner_changed" });
    expect(await decide(null, "theirs")).toEqual({ ok: true });
    expect(await creditOf(booking_id)).toMatchObject({ partner_verdict: null });
    const message = {
      name: "booking.partner_changed",
      payload: { bookingIds: [booking_id], cause: "verdict", former: null },
    };
    expect(ctx.told).toEqual([message, message, message]);
  });

  test.each([
    ["someone else decided otherwise", { partner_verdict: "own" }, "partner_changed"],
    ["it belongs to nobody now", { partner_id: null, partner_reason: null }, "partner_changed"],
    ["nothing is in doubt", { partner_doubts: null }, "no_doubt"],
  ])("isn't decided when %s", async (_, now, reason) => {
    const { id, partner } = await doubtful();
    await db().updateTable("bookings").set(now).where("id", "=", id).execute();
    const expected = { partner_id: partner, verdict: null };
    expect(await decideDoubt(staff(), { booking_id: id, verdict: "theirs", expected })).toEqual({ ok: false, reason });
  });

  test("of two who decide differently at once, one does", async () => {
    const { id: booking_id, partner: partner_id } = await doubtful();
    const expected = { partner_id, verdict: null };
    const both = await Promise.all(
      (["own", "theirs"] as const).map((verdict) => decideDoubt(staff(), { booking_id, verdict, expected })),
    );
    expect(both.map((one) => (one.ok ? "done" : one.reason)).toSorted()).toEqual(["done", "partner_changed"]);
  });
});

describe("the panel of a booking", () => {
  const view = async (role: Role, id: string) => {
    const panel = await bookingPanel(staff(role), id);
    if (!panel.ok) throw new Error(panel.reason);
    return panel.panel;
  };

  test("says whose it is and why, in words and with the way it came", async () => {
    await addPartner(db(), { code: "LATER", name: "Bar Luna" });
    const [id, hostel] = [await booked(), await addPartner(db(), { name: "Hostel Sol" })];
    const poster = { id: "poster-1", partner_id: hostel, target: "/", placement: "Reception", created_at: later(0) };
    await db().insertInto("qr_codes").values(poster).execute();
    const way = { partner_reason: "qr", qr_code_id: "poster-1", campaign: "Winter", partner_before: "later" };
    await credit(db(), id, hostel, { ...way, partner_doubts: ["network", "email"] });
    expect((await view("manager", id)).partner).toEqual({
      id: hostel,
      name: "Hostel Sol",
      contact: null,
      reference: null,
      reason: "qr",
      at: later(0).toISOString(),
      before: "Bar Luna",
      campaign: "Winter",
      placement: "Reception",
      doubts: ["email", "network"],
      verdict: null,
    });
    // support sees who is credited, neither their affairs nor whom else it could be credited to
    const { partner, may } = await view("support", id);
    expect([partner?.name, partner?.doubts, may.credit]).toEqual(["Hostel Sol", null, false]);
    expect(await partnersToCredit(staff("support"))).toMatchObject({ ok: false, reason: "forbidden" });
  });

  test("tells what was changed", async () => {
    const [id, hostel] = [await booked(), await addPartner(db(), { name: "Hostel Mar" })];
    await changePartner(staff(), { booking_id: id, partner_id: hostel, expected: null });
    const [entry] = (await view("manager", id)).history;
    expect(entry).toMatchObject({ action: "booking.partner_changed", partner: { from: null, to: "Hostel Mar" } });
  });
});
