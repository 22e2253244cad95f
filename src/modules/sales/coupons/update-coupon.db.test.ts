import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { planChange } from "#src/modules/sales/booking/plan-change.server.ts";
import { createCoupon } from "#src/modules/sales/coupons/create-coupon.server.ts";
import { deleteCoupon } from "#src/modules/sales/coupons/delete-coupon.server.ts";
import { listCoupons, openCoupon } from "#src/modules/sales/coupons/queries.server.ts";
import { NEW_COUPON } from "#src/modules/sales/coupons/rules/coupon-form.ts";
import { SaveCoupon } from "#src/modules/sales/coupons/schema.ts";
import { COUPON_LIST, type CouponFilter } from "#src/modules/sales/coupons/rules/coupon-list.ts";
import { switchCoupon } from "#src/modules/sales/coupons/switch-coupon.server.ts";
import { updateCoupon } from "#src/modules/sales/coupons/update-coupon.server.ts";
import { couponsSheet } from "#src/modules/sales/coupons/write-csv.server.ts";
import { addPartner } from "#tests/crediting.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCoupon, addDeparture, later, seedMinimal } from "#tests/seeds.ts";
import { csvText } from "#tests/sheets.ts";

const database = freshDatabase();
const stage = payingStage(database);
let crawlId: string;
beforeAll(async () => void ({ crawlId } = await seedMinimal(database.services.db)));
let auditLog = 0;
beforeEach(async () => {
  const { id } = await database.services.db
    .selectFrom("audit_log")
    .select((e) => e.fn.coalesce(e.fn.max("id"), e.val(0)).as("id"))
    .executeTakeFirstOrThrow();
  auditLog = id;
});
afterEach(async () => {
  const { db } = database.services;
  await db
    .deleteFrom("coupons")
    .where(
      "id",
      "not in",
      db.selectFrom("bookings").select("coupon_id").where("coupon_id", "is not", null).$castTo<{ coupon_id: string }>(),
    )
    .execute();
});

const staff = (role: string) => database.ctx({ actor: { kind: "user", role } });
const coupon = (over: Partial<typeof NEW_COUPON> = {}) =>
  SaveCoupon.parse({ ...NEW_COUPON, code: "HOSTAL10", value: "10", ...over });
const rowOf = (id: string) =>
  database.services.db.selectFrom("coupons").selectAll().where("id", "=", id).executeTakeFirst();
const audited = () =>
  database.services.db
    .selectFrom("audit_log")
    .select(["action", "subject_id", "changes"])
    .where("id", ">", auditLog)
    .where("subject_type", "=", "coupon")
    .orderBy("id")
    .execute();
const list = async (over: Partial<CouponFilter> = {}) => {
  const coupons = await listCoupons(
    staff("marketing"),
    COUPON_LIST.read(new URLSearchParams(Object.entries(over).map(([name, value]) => [name, String(value)]))),
  );
  if (!coupons.ok) throw new Error(coupons.reason);
  return coupons;
};

/** A paid booking of two seats (MXN 800) with the code. */
async function paidWith(code: string): Promise<string> {
  const id = await stage.books(await addDeparture(database.services.db, crawlId), { coupon_code: code });
  const { externalId } = await stage.goesToPay(id);
  stage.provider.pays(externalId);
  await stage.webhook(externalId);
  return id;
}

describe("a coupon", () => {
  test("is made with what was typed, and the record says who did it", async () => {
    const result = await createCoupon(staff("marketing"), coupon({ expiry_date: "2026-12-31", usage_limit: "40" }));
    if (!result.ok) throw new Error(result.reason);
    expect(await rowOf(result.id)).toMatchObject({
      code: "HOSTAL10",
      value: 10,
      usage_limit: 40,
      start_date: null,
      expiry_date: new Date("2027-01-01T06:00:00Z"),
      version: 1,
    });
    expect(await audited()).toMatchObject([{ action: "coupon.created", subject_id: result.id }]);
  });

  test.each(["support", "guide", "customer", null])(
    "can't be made, changed, switched or deleted as %s",
    async (role) => {
      const ctx = database.ctx({ actor: { kind: "user", role } });
      const id = await addCoupon(database.services.db, { code: "SAFE" });
      const refused = { ok: false, reason: "forbidden", missing: "coupons.change" };
      expect(await createCoupon(ctx, coupon())).toEqual(refused);
      expect(await updateCoupon(ctx, { ...coupon(), id, version: 1 })).toEqual(refused);
      expect(await switchCoupon(ctx, { id, active: false })).toEqual(refused);
      expect(await deleteCoupon(ctx, { id })).toEqual(refused);
      expect(await listCoupons(ctx, COUPON_LIST.values())).toMatchObject({
        reason: "forbidden",
        missing: "coupons.read",
      });
      expect(await openCoupon(ctx, id)).toMatchObject({ reason: "forbidden", missing: "coupons.read" });
      expect(await couponsSheet(ctx, COUPON_LIST.values())).toMatchObject({
        reason: "forbidden",
        missing: "coupons.read",
      });
      expect(await audited()).toEqual([]);
    },
  );

  test("has a code of its own, however it is written; of ten made at once one is there", async () => {
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, i) => createCoupon(staff("admin"), coupon({ code: i % 2 ? "twins" : "TWINS" }))),
    );
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
    expect(tries.filter((expected) => !expected.ok && expected.reason === "code_taken")).toHaveLength(9);
    const id = await addCoupon(database.services.db, { code: "OTHER" });
    expect(await updateCoupon(staff("admin"), { ...coupon({ code: "Twins" }), id, version: 1 })).toMatchObject({
      reason: "code_taken",
    });
  });

  test("is changed by whoever saw it as it is; the record has only what changed", async () => {
    const id = await addCoupon(database.services.db, { code: "HOSTAL10" });
    const input = { ...coupon({ value: "15" }), id, version: 1 };
    expect(await updateCoupon(staff("manager"), input)).toEqual({ ok: true, id });
    expect(await rowOf(id)).toMatchObject({ value: 15, version: 2 });
    expect(await audited()).toMatchObject([{ action: "coupon.updated", changes: { value: { old: 10, new: 15 } } }]);
    const late = await updateCoupon(staff("manager"), { ...input, value: 20 });
    expect(late).toMatchObject({ reason: "changed_meanwhile", version: 2, current: { value: "15", code: "HOSTAL10" } });
    expect(await updateCoupon(staff("manager"), { ...input, version: 2 })).toMatchObject({ ok: true });
    expect(await audited()).toHaveLength(1);
    expect(await updateCoupon(staff("manager"), { ...input, id: crawlId })).toMatchObject({
      reason: "coupon_not_found",
    });
  });

  test("of two who save at once one is told of the other", async () => {
    const id = await addCoupon(database.services.db, { code: "HOSTAL10" });
    const save = (value: string) => updateCoupon(staff("manager"), { ...coupon({ value }), id, version: 1 });
    const saved = await Promise.all([save("15"), save("20")]);
    expect(saved.map((one) => (one.ok ? "saved" : one.reason)).toSorted()).toEqual(["changed_meanwhile", "saved"]);
  });

  test("is switched off and on again, and asked twice it does nothing", async () => {
    const id = await addCoupon(database.services.db, { code: "VIP100" });
    for (const active of [false, false, true])
      expect(await switchCoupon(staff("marketing"), { id, active })).toEqual({ ok: true, code: "VIP100" });
    expect((await audited()).map(({ action }) => action)).toEqual(["coupon.deactivated", "coupon.activated"]);
  });

  test("is deleted while no booking ever had it, else it says how many did", async () => {
    const { db } = database.services;
    const unused = await addCoupon(db, { code: "UNUSED" });
    expect(await deleteCoupon(staff("admin"), { id: unused })).toEqual({ ok: true, code: "UNUSED" });
    expect(await rowOf(unused)).toBeUndefined();
    expect(await deleteCoupon(staff("admin"), { id: unused })).toMatchObject({ reason: "coupon_not_found" });
    const used = await addCoupon(db, { code: "KEPT" });
    const booking = await stage.books(await addDeparture(db, crawlId), { coupon_code: "KEPT" });
    expect(await deleteCoupon(staff("admin"), { id: used })).toMatchObject({ reason: "coupon_in_use", bookings: 1 });
    await db.updateTable("coupon_redemptions").set({ state: "released" }).where("booking_id", "=", booking).execute();
    expect(await deleteCoupon(staff("admin"), { id: used })).toMatchObject({ reason: "coupon_in_use", bookings: 1 });
  });
});

test("a booking keeps what its coupon was worth when it was made, and the coupon its code", async () => {
  const { db } = database.services;
  const id = await addCoupon(db, { code: "PROMISED" });
  const booking = await paidWith("PROMISED");
  const dear = await addDeparture(db, crawlId, { price: 4000 });
  const input = { ...coupon({ code: "promised", value: "50" }), id, version: 1, is_active: false };
  expect(await updateCoupon(staff("admin"), input)).toMatchObject({ ok: true });
  const change = { kind: "date", departure_id: dear } as const;
  const planned = await planChange(stage.at(1), db, { bookingId: booking, change, refundable: 72_000 });
  if (!planned.ok) throw new Error(planned.reason);
  expect(planned.plan.amounts).toMatchObject({ subtotal: 160_000, discount: 16_000 });
  expect(await updateCoupon(staff("admin"), { ...input, version: 2, code: "ANOTHER" })).toMatchObject({
    reason: "code_used",
  });
});

test("a redemption of the version before, which kept no terms, goes by the coupon as it is", async () => {
  const { db } = database.services;
  await addCoupon(db, { code: "BEFORE" });
  const booking = await paidWith("BEFORE");
  await db.updateTable("coupon_redemptions").set({ terms: "{}" }).where("booking_id", "=", booking).execute();
  const dear = await addDeparture(db, crawlId, { price: 4000 });
  const change = { kind: "date", departure_id: dear } as const;
  const planned = await planChange(stage.at(1), db, { bookingId: booking, change, refundable: 72_000 });
  expect(planned).toMatchObject({ ok: true, plan: { amounts: { discount: 16_000 } } });
});

describe("the list of coupons", () => {
  test("says how each stands, how often it is used and what that came to", async () => {
    const { db } = database.services;
    await addCoupon(db, { code: "L-OFF", is_active: false, expiry_date: later(-1) });
    await addCoupon(db, { code: "L-ENDED", expiry_date: later(-1) });
    await addCoupon(db, { code: "L-SOON", start_date: later(60) });
    await addCoupon(db, { code: "L-FULL", usage_limit: 1, description: "for 100%_ of them" });
    await addCoupon(db, { code: "L-OPEN" });
    await paidWith("L-FULL");
    await paidWith("L-OPEN");
    await stage.books(await addDeparture(db, crawlId), { coupon_code: "L-OPEN" });
    const { coupons, counts, uses } = await list({ q: "L-", sort: "code" });
    const figures = coupons.map(({ code, state, used, reserved, revenue }) => [code, state, used, reserved, revenue]);
    expect(figures).toEqual([
      ["L-ENDED", "expired", 0, 0, []],
      ["L-FULL", "used_up", 1, 0, [{ amount: 72_000, currency: "MXN" }]],
      ["L-OFF", "inactive", 0, 0, []],
      ["L-OPEN", "active", 1, 1, [{ amount: 72_000, currency: "MXN" }]],
      ["L-SOON", "scheduled", 0, 0, []],
    ]);
    expect(counts).toEqual({ active: 1, scheduled: 1, expired: 1, used_up: 1, inactive: 1 });
    expect(uses).toBe(3);
    // a reservation ends with its hold, swept or not
    const after = await listCoupons({ ...staff("admin"), now: later(120) }, COUPON_LIST.values({ q: "l-open" }));
    expect(after).toMatchObject({ coupons: [{ used: 1, reserved: 0 }] });
  });

  test("is filtered and sorted by its address; what stands there wrong is not asked", async () => {
    const { db } = database.services;
    const codes = async (over: object) =>
      (await list(over)).coupons.map(({ code }) => code).filter((code) => code.startsWith("F-"));
    await addCoupon(db, { code: "F-A", expiry_date: later(600), created_at: later(-2) });
    await addCoupon(db, { code: "F-B", expiry_date: later(60), created_at: later(-1) });
    await addCoupon(db, { code: "F-C", is_active: false, description: "100%_ off", created_at: later(-3) });
    expect(await codes({})).toEqual(["F-B", "F-A", "F-C"]);
    expect(await codes({ sort: "expiry" })).toEqual(["F-B", "F-A", "F-C"]);
    expect(await codes({ sort: "-code" })).toEqual(["F-C", "F-B", "F-A"]);
    expect(await codes({ state: "inactive" })).toEqual(["F-C"]);
    expect(await codes({ q: "0%_" })).toEqual(["F-C"]);
    await addCoupon(db, { code: "POSADA", created_at: later(-4) });
    expect(await list({ q: "psoada" })).toMatchObject({ coupons: [], near: ["POSADA"] });
    expect(await list({ q: "verano" })).toMatchObject({ coupons: [], near: [] });
    expect(await codes({ state: "nope", sort: "nope", page: "x" })).toEqual(["F-B", "F-A", "F-C"]);
    expect(await codes({ page: 2 })).toEqual([]);
  });

  test("leaves as a file in the viewer's language, with nothing that a spreadsheet would calculate", async () => {
    await addCoupon(database.services.db, { code: "CSV-1", description: "=1+1", usage_limit: 3, most_per_guest: 2 });
    const request = await couponsSheet({ ...staff("admin"), locale: "es" }, COUPON_LIST.values({ q: "CSV-" }));
    if (!request.ok) throw new Error(request.reason);
    const lines = (await csvText(request.sheet)).split("\r\n");
    expect(lines[0]).toMatch(/^Código,Para qué es,Estado,/);
    expect(lines[1]).toBe("CSV-1,'=1+1,Activo,Porcentaje,10%,,,,,,3,2,,,0,0,,,,,");
  });

  test("opens one with who used it", async () => {
    const { db } = database.services;
    const id = await addCoupon(db, { code: "OPENED" });
    await paidWith("OPENED");
    const opened = await openCoupon(staff("marketing"), id);
    if (!opened.ok) throw new Error(opened.reason);
    expect(opened.coupon).toMatchObject({
      version: 1,
      bookings: 1,
      formValues: { code: "OPENED", value: "10" },
      uses: [{ name: "Sofía Navarro", state: "used", discount: { amount: 8000, currency: "MXN" } }],
    });
    expect(await openCoupon(staff("marketing"), "nope")).toMatchObject({ reason: "coupon_not_found" });
  });
});

describe("a coupon that belongs to a partner", () => {
  const create = async (partner_id: string) => {
    const result = await createCoupon(staff("marketing"), coupon({ code: "CASA77", partner_id }));
    if (!result.ok) throw new Error(result.reason);
    return result.id;
  };

  test("says so in the list, the file and the log, by name", async () => {
    const hostel = await addPartner(database.services.db, { name: "Casa 77" });
    const id = await create(hostel);
    expect((await list({ q: "CASA77" })).coupons).toMatchObject([{ code: "CASA77", partner: "Casa 77" }]);
    const file = await couponsSheet(staff("marketing"), COUPON_LIST.values());
    if (!file.ok) throw new Error(file.reason);
    expect(await csvText(file.sheet)).toContain(",Casa 77,");
    const bar = await addPartner(database.services.db, { name: "Bar Luna" });
    const moved = coupon({ code: "CASA77", partner_id: bar });
    expect(await updateCoupon(staff("marketing"), { ...moved, id, version: 1 })).toMatchObject({ ok: true });
    const [, updated] = await audited();
    expect(updated?.changes).toEqual({ partner: { old: "Casa 77", new: "Bar Luna" } });
    expect(await rowOf(id)).toMatchObject({ partner_id: bar });
  });

  test("keeps its partner when another field changes, and loses it when nobody is chosen", async () => {
    const hostel = await addPartner(database.services.db);
    const id = await create(hostel);
    await updateCoupon(staff("marketing"), {
      ...coupon({ code: "CASA77", partner_id: hostel, value: "15" }),
      id,
      version: 1,
    });
    expect(await rowOf(id)).toMatchObject({ partner_id: hostel, value: 15 });
    await updateCoupon(staff("marketing"), { ...coupon({ code: "CASA77", value: "15" }), id, version: 2 });
    expect(await rowOf(id)).toMatchObject({ partner_id: null });
  });

  test("isn't made for one that there isn't", async () => {
    const nobody = "019a0000-0000-7000-8000-000000000000";
    const request = coupon({ partner_id: nobody });
    expect(await createCoupon(staff("marketing"), request)).toEqual({ ok: false, reason: "partner_not_found" });
    const id = await create(await addPartner(database.services.db));
    expect(await updateCoupon(staff("marketing"), { ...request, id, version: 1 })).toEqual({
      ok: false,
      reason: "partner_not_found",
    });
  });
});

test("a coupon's city and crawl are chosen, listed and named in its history, and must exist", async () => {
  const created = await createCoupon(staff("admin"), coupon({ place: `crawl:${crawlId}` }));
  if (!created.ok) throw new Error(created.reason);
  const { id } = created;
  expect(await openCoupon(staff("admin"), id)).toMatchObject({ coupon: { formValues: { place: `crawl:${crawlId}` } } });
  expect(await updateCoupon(staff("admin"), { id, version: 1, ...coupon({ place: "city:mexico-city" }) })).toEqual({
    ok: true,
    id,
  });
  expect(await rowOf(id)).toMatchObject({ city_id: "mexico-city", crawl_id: null });
  expect((await audited()).at(-1)!.changes).toEqual({ valid_for: { old: "Ronda Test", new: "Mexico City" } });
  const gone = coupon({ place: "city:atlantis" });
  expect(await updateCoupon(staff("admin"), { id, version: 2, ...gone })).toMatchObject({ reason: "place_not_found" });
  expect(await createCoupon(staff("admin"), { ...gone, code: "OTHER" })).toMatchObject({ reason: "place_not_found" });
});
