import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { actOnBooking } from "#src/modules/office/booking-admin/act-on-booking.server.ts";
import { forgetBulkActs } from "#src/modules/office/booking-admin/forget-bulk-acts.server.ts";
import { forgetNotes } from "#src/modules/office/booking-admin/forget-notes.server.ts";
import { previewBulkCancel, previewBulkMove } from "#src/modules/office/booking-admin/preview-bulk-act.server.ts";
import { bulkBoard, listBookings, previewTag } from "#src/modules/office/booking-admin/queries.server.ts";
import type { CancelChoice } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import type { BulkAct } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";
import { bookingQueryIn } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { runBulkAct } from "#src/modules/office/booking-admin/run-bulk-act.server.ts";
import { startBulkAct } from "#src/modules/office/booking-admin/start-bulk-act.server.ts";
import { tagBookings } from "#src/modules/office/booking-admin/tag-bookings.server.ts";
import { SYSTEM } from "#src/platform/context.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addAccount } from "#tests/signed-in.ts";
import { addDeparture, seatsOf, seedMinimal } from "#tests/seeds.ts";

// Each booking is done on its own, as it was shown, by whoever asked; what is refused is named and nothing else is lost.

const database = freshDatabase();
const stage = payingStage(database);
let crawlId: string;
let staffId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
  staffId = (await addAccount(database.services.db, { role: "admin", secondFactor: true })).id;
});

const newDeparture = (over = {}) => addDeparture(database.services.db, crawlId, over);
const seats = (id: string) => seatsOf(database.services.db, id);
const staff = (role: string | null = "admin", minutes = 5) =>
  stage.at(minutes, { kind: "user", role, userId: staffId, secondFactor: true });

/** A confirmed booking of two for 800 MXN. */
async function paid(departure?: string, minutes = 0): Promise<string> {
  const id = await stage.books(departure ?? (await newDeparture()), {}, minutes);
  const { externalId } = await stage.goesToPay(id, minutes);
  stage.provider.pays(externalId);
  await stage.webhook(externalId, minutes);
  return id;
}
const statusOf = async (id: string) => (await stage.bookingRow(id)).status;
const refunded = async (id: string) => (await stage.refunds(id)).map(({ amount }) => amount);

const view = async (ids: readonly string[], act: BulkAct, ctx = staff()) => {
  const preview =
    act.act === "cancel" ? await previewBulkCancel(ctx, { ids }, act.choice) : await previewBulkMove(ctx, { ids }, act);
  if (!preview.ok) throw new Error(preview.reason);
  return preview;
};
const reasons = (preview: Awaited<ReturnType<typeof view>>) =>
  preview.rows.map(({ refused }) => refused?.reason ?? "done");
/** Starts it as previewed. Returns its id. */
async function starts(ids: readonly string[], act: BulkAct): Promise<string> {
  const { fingerprint } = await view(ids, act);
  const started = await startBulkAct(staff(), { key: randomUUID(), chosen: { ids }, act, fingerprint });
  if (!started.ok) throw new Error(started.reason);
  return started.id;
}
const run = (bulkActId: string, bookingId: string) => runBulkAct(stage.at(6, SYSTEM), { bulkActId, bookingId });
const ends = async (id: string) => {
  const board = await bulkBoard(staff(), id);
  if (!board.ok) throw new Error(board.reason);
  return Object.fromEntries(board.rows.map(({ booking, state, outcome }) => [booking.id, [state, outcome]]));
};
const entriesAbout = (id: string) =>
  database.services.db
    .selectFrom("audit_log")
    .select(["action", "actor_id", "source"])
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
const cancel = (choice: CancelChoice): BulkAct => ({ act: "cancel", choice });

describe("cancelling several", () => {
  test("counts what goes back under each rule, and leaves out what can't be cancelled", async () => {
    const departure = await newDeparture();
    const [one, basket, gone] = [await paid(departure), await stage.books(departure), await paid(departure)];
    await actOnBooking(staff(), gone, { act: "cancel", choice: "none", version: 1, refund: 0, currency: "MXN" });
    const ids = [one, basket, gone];
    const all = await view(ids, cancel("operator"));
    expect(all).toMatchObject({
      preview: { bookings: 2, people: 4, back: [{ money: { amount: 80_000, currency: "MXN" }, ways: ["card"] }] },
    });
    expect(reasons(all).toSorted()).toEqual(["already_cancelled", "done", "done"]);
    expect(await view(ids, cancel("none"))).toMatchObject({ preview: { bookings: 2, back: [] } });
    expect((await view(ids, cancel("none"))).fingerprint).not.toBe(all.fingerprint);
    const lapsed = await previewBulkCancel(staff("admin", 40), { ids: [basket] }, "operator");
    expect(lapsed).toMatchObject({ rows: [{ refused: { reason: "lapsed" } }], preview: { bookings: 0 } });
  });

  test("ends each on its own under the name of whoever asked, frees its places and refunds it", async () => {
    const departure = await newDeparture();
    const ids = [await paid(departure), await paid(departure), await stage.books(departure)];
    const id = await starts(ids, cancel("operator"));
    expect(Object.values(await ends(id))).toEqual(ids.map(() => ["waiting", null]));
    expect(await Promise.all(ids.map(statusOf))).toEqual(["confirmed", "confirmed", "pending"]);
    for (const one of ids) await run(id, one);
    expect(Object.values(await ends(id))).toEqual(ids.map(() => ["done", null]));
    expect(await Promise.all(ids.map(statusOf))).toEqual(["cancelled", "cancelled", "cancelled"]);
    expect(await Promise.all(ids.map(refunded))).toEqual([[80_000], [80_000], []]);
    expect(await seats(departure)).toMatchObject({ confirmed: 0, held: 0 });
    const entries = await entriesAbout(ids[0]!);
    expect(entries).toContainEqual({ action: "booking.cancelled", actor_id: staffId, source: "203.0.113.7" });
    for (const one of ids) await run(id, one);
    expect(await Promise.all(ids.map(refunded))).toEqual([[80_000], [80_000], []]);
  });

  test("what changed since keeps none of the others, is named, and can be previewed again", async () => {
    const departure = await newDeparture();
    const ids = [await paid(departure), await paid(departure)];
    const id = await starts(ids, cancel("operator"));
    const more = { version: 2 };
    await database.services.db.updateTable("bookings").set(more).where("id", "=", ids[0]!).execute();
    for (const one of ids) await run(id, one);
    expect(await ends(id)).toEqual({ [ids[0]!]: ["refused", "booking_changed"], [ids[1]!]: ["done", null] });
    expect(await Promise.all(ids.map(statusOf))).toEqual(["confirmed", "cancelled"]);
    const again = await starts([ids[0]!], cancel("guest"));
    await run(again, ids[0]!);
    expect(await ends(again)).toEqual({ [ids[0]!]: ["done", null] });
  });

  test("credit of who is too late is what was shown, or nothing is done", async () => {
    const { db } = database.services;
    const setPercent = async (value: string) => {
      const row = { key: "late_credit_percent", value };
      await db
        .insertInto("app_settings")
        .values(row)
        .onConflict((c) => c.column("key").doUpdateSet(row))
        .execute();
      forgetSettings({ db });
    };
    const departure = await newDeparture({ date: "2026-11-20" });
    const ids = [await paid(departure), await paid(departure)];
    await setPercent("50");
    const id = await starts(ids, cancel("guest"));
    await run(id, ids[0]!);
    await setPercent("25");
    await run(id, ids[1]!);
    await setPercent("0");
    expect(await ends(id)).toEqual({ [ids[0]!]: ["done", null], [ids[1]!]: ["refused", "quote_changed"] });
  });

  test("a job that died after cancelling says done; a cancellation by somebody else is said to be theirs", async () => {
    const departure = await newDeparture();
    const ids = [await paid(departure), await paid(departure)];
    const id = await starts(ids, cancel("operator"));
    for (const one of ids)
      await actOnBooking(staff(), one, { act: "cancel", choice: "none", version: 1, refund: 0, currency: "MXN" });
    // as the job left it when its process died between the two transactions
    await database.services.db
      .updateTable("bulk_act_bookings")
      .set({ state: "begun" })
      .where("booking_id", "=", ids[0]!)
      .execute();
    for (const one of ids) await run(id, one);
    expect(await ends(id)).toEqual({ [ids[0]!]: ["done", null], [ids[1]!]: ["refused", "already_cancelled"] });
  });

  test("nothing is begun when the outcome would differ, and a form sent twice begins once", async () => {
    const departure = await newDeparture();
    const ids = [await paid(departure), await paid(departure)];
    const act = cancel("operator");
    const { fingerprint } = await view(ids, act);
    const wish = { key: randomUUID(), chosen: { ids }, act, fingerprint };
    await actOnBooking(staff(), ids[0]!, { act: "cancel", choice: "none", version: 1, refund: 0, currency: "MXN" });
    expect(await startBulkAct(staff(), wish)).toMatchObject({ reason: "stale_preview" });
    const now = { ...wish, fingerprint: (await view(ids, act)).fingerprint };
    const both = await Promise.all([startBulkAct(staff(), now), startBulkAct(staff(), now)]);
    expect(both).toEqual([
      { ok: true, id: wish.key },
      { ok: true, id: wish.key },
    ]);
    expect(await startBulkAct(staff(), wish)).toMatchObject({ reason: "idempotency_conflict" });
    expect(Object.keys(await ends(wish.key))).toEqual([ids[1]]);
    const nothing = { ...wish, key: randomUUID(), chosen: { ids: [ids[0]!] } };
    const { fingerprint: none } = await view([ids[0]!], act);
    expect(await startBulkAct(staff(), { ...nothing, fingerprint: none })).toMatchObject({ reason: "nobody" });
  });

  test("needs what cancelling one needs, and whoever lost their role meanwhile cancels nothing", async () => {
    const ids = [await paid()];
    expect(await previewBulkCancel(staff("guide"), { ids }, "none")).toMatchObject({ missing: "bookings.change" });
    expect(await previewBulkCancel(staff("support"), { ids }, "operator")).toMatchObject({
      missing: "payments.change",
    });
    expect(await previewBulkCancel(staff("support"), { ids }, "none")).toMatchObject({ ok: true });
    const many = { ids: Array.from({ length: 101 }, () => randomUUID()) };
    expect(await previewBulkCancel(staff(), many, "none")).toMatchObject({ reason: "too_many", max: 100 });
    const id = await starts(ids, cancel("operator"));
    const role = (to: string) =>
      database.services.db.updateTable("user").set({ role: to }).where("id", "=", staffId).execute();
    await role("guide");
    await run(id, ids[0]!);
    await role("admin");
    expect(await ends(id)).toEqual({ [ids[0]!]: ["refused", "forbidden"] });
    expect(await statusOf(ids[0]!)).toBe("confirmed");
  });

  test("is forgotten once it is old, and its bookings stay", async () => {
    const ids = [await paid()];
    const id = await starts(ids, cancel("none"));
    const request = stage.at(0, SYSTEM).now.getTime();
    await forgetBulkActs(stage.at(1, SYSTEM), new Date(request - 60_000));
    expect(await bulkBoard(staff(), id)).toMatchObject({ ok: true });
    await forgetBulkActs(stage.at(1, SYSTEM), new Date(request + 3_600_000));
    expect(await bulkBoard(staff(), id)).toMatchObject({ reason: "bulk_act_not_found" });
    expect(await statusOf(ids[0]!)).toBe("confirmed");
  });
});

describe("moving several", () => {
  const move = (departure_id: string, money: "keeps" | "price" = "keeps"): BulkAct => ({
    act: "move",
    departure_id,
    money,
  });

  test("seats who booked first, and says who doesn't fit", async () => {
    const [from, to] = [await newDeparture(), await newDeparture({ total_spots: 5, available_spots: 5 })];
    const ids = [await paid(from, 0), await paid(from, 1), await paid(from, 2), await stage.books(from, {}, 3)];
    const foreseen = await view(ids.toReversed(), move(to));
    expect(foreseen.rows.map(({ booking }) => booking.id)).toEqual(ids);
    expect(foreseen.rows.map(({ refused }) => refused)).toEqual([
      null,
      null,
      { reason: "sold_out", left: 1 },
      { reason: "not_confirmed" },
    ]);
    const id = await starts(ids, move(to));
    for (const one of ids) await run(id, one);
    expect(await ends(id)).toEqual({ [ids[0]!]: ["done", null], [ids[1]!]: ["done", null] });
    expect(await seats(to)).toMatchObject({ available: 1, confirmed: 4 });
    for (const one of ids) await run(id, one);
    expect(await seats(to)).toMatchObject({ available: 1, confirmed: 4 });
  });

  test("the places are taken where they are used up: who finds none keeps their night", async () => {
    const [from, to] = [await newDeparture(), await newDeparture({ total_spots: 4, available_spots: 4 })];
    const ids = [await paid(from, 0), await paid(from, 1)];
    const id = await starts(ids, move(to));
    await paid(to, 2);
    await Promise.all(ids.map((one) => run(id, one)));
    const states = Object.values(await ends(id)).toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
    expect(states).toEqual([
      ["done", null],
      ["refused", "sold_out"],
    ]);
    expect(await seats(to)).toMatchObject({ available: 0, confirmed: 4 });
    expect(await seats(from)).toMatchObject({ confirmed: 2 });
  });

  test("the difference is kept, or goes back, or is asked for with the link", async () => {
    const [from, cheap] = [await newDeparture(), await newDeparture({ price: 1_500 })];
    const dear = await newDeparture({ price: 2_500 });
    const ids = [await paid(from)];
    const amounts = async (act: BulkAct) => (await view(ids, act)).rows.map(({ expected }) => expected?.amount);
    expect(await amounts(move(cheap, "keeps"))).toEqual([0]);
    expect(await amounts(move(cheap, "price"))).toEqual([-20_000]);
    expect(await amounts(move(dear, "price"))).toEqual([20_000]);
    const less = await view(ids, move(cheap, "price"), staff("support"));
    expect(reasons(less)).toEqual(["forbidden"]);
    const id = await starts(ids, move(cheap, "price"));
    await run(id, ids[0]!);
    expect(await refunded(ids[0]!)).toEqual([20_000]);
    const other = [await paid(from)];
    const result = await starts(other, move(dear, "price"));
    await run(result, other[0]!);
    expect(await ends(result)).toEqual({ [other[0]!]: ["done", "to_pay"] });
    expect(await stage.bookingRow(other[0]!)).toMatchObject({ scheduled_crawl_id: from });
  });
});

describe("tagging", () => {
  const namesOf = async (id: string) => {
    const listed = await listBookings(
      staff(),
      bookingQueryIn(new URLSearchParams({ q: (await stage.bookingRow(id)).reference })),
    );
    return listed.ok ? listed.list.bookings[0]?.tags : null;
  };
  const add = (ids: readonly string[], name: string, way: "add" | "remove" = "add") =>
    tagBookings(staff(), { ids }, { name, way });

  test("is the same word in any case and with or without accents, and is told in the audit log once", async () => {
    const [one, two] = [await paid(), await paid()];
    expect(await add([one], "Cumpleaños")).toEqual({ ok: true, tag: "Cumpleaños", changed: [one] });
    expect(await previewTag(staff(), { ids: [one, two] }, "CUMPLEANOS")).toEqual({
      ok: true,
      tagged: { tag: "Cumpleaños", all: 2, having: 1 },
    });
    expect(await add([one, two], "cumpleanos")).toEqual({ ok: true, tag: "Cumpleaños", changed: [two] });
    expect(await add([one, two], "cumpleanos")).toEqual({ ok: true, tag: "Cumpleaños", changed: [] });
    expect(await Promise.all([namesOf(one), namesOf(two)])).toEqual([["Cumpleaños"], ["Cumpleaños"]]);
    const reportOf = async (id: string) =>
      (await entriesAbout(id)).filter(({ action }) => action.includes("tagged")).length;
    expect([await reportOf(one), await reportOf(two)]).toEqual([1, 1]);
    expect(await add([one, two], "CUMPLEAÑOS", "remove")).toMatchObject({
      changed: expect.arrayContaining([one, two]),
    });
    expect(await namesOf(one)).toEqual([]);
    // no booking has it any more: whoever uses it again spells it anew
    expect(await add([two], "cumpleaños")).toMatchObject({ tag: "cumpleaños" });
  });

  test("two who add it at once make one tag, and the list finds what has it", async () => {
    const ids = [await paid(), await paid()];
    const both = await Promise.all([add([ids[0]!], "Bachelor"), add([ids[1]!], "BACHELOR")]);
    expect(new Set(both.map((done) => done.ok && done.tag)).size).toBe(1);
    const { id } = await database.services.db
      .selectFrom("tags")
      .select("id")
      .where("folded", "=", "bachelor")
      .executeTakeFirstOrThrow();
    const listed = await listBookings(staff(), bookingQueryIn({ tag: id }));
    expect(listed.ok && listed.list.bookings.map((booking) => booking.id).toSorted()).toEqual(ids.toSorted());
  });

  test("needs the permission to change bookings, and goes with its guest's data", async () => {
    const id = await paid();
    expect(await tagBookings(staff("guide"), { ids: [id] }, { name: "VIP", way: "add" })).toMatchObject({
      missing: "bookings.change",
    });
    await add([id], "VIP");
    await database.services.db.transaction().execute((tx) => forgetNotes(tx, [id]));
    expect(await namesOf(id)).toEqual([]);
  });
});
