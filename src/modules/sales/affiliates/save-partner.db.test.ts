import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { openPartner } from "#src/modules/sales/affiliates/queries.server.ts";
import { NEW_PARTNER, type PartnerFormValues } from "#src/modules/sales/affiliates/rules/partner-form.ts";
import { addPartner, changePartner } from "#src/modules/sales/affiliates/save-partner.server.ts";
import { SavePartner } from "#src/modules/sales/affiliates/schema.ts";
import { switchPartner } from "#src/modules/sales/affiliates/switch-partner.server.ts";
import { createCoupon } from "#src/modules/sales/coupons/create-coupon.server.ts";
import { NEW_COUPON } from "#src/modules/sales/coupons/rules/coupon-form.ts";
import { SaveCoupon } from "#src/modules/sales/coupons/schema.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addCoupon, seedMinimal } from "#tests/seeds.ts";

const CLABE = "032180000118359719";
const database = freshDatabase();
beforeAll(() => seedMinimal(database.services.db));

const as = (role: string) => database.ctx({ actor: { kind: "user", role } });
const partner = (over: Partial<PartnerFormValues> = {}) =>
  SavePartner.parse({ ...NEW_PARTNER, name: "Hostel Jacaranda", code: `jaca-${randomUUID().slice(0, 8)}`, ...over });
const BANK = { account_holder: "Hostel Jacaranda SA", clabe: CLABE, rfc: "HJA010101AB1" };

async function added(over: Partial<PartnerFormValues> = {}, role = "admin") {
  const id = randomUUID();
  expect(await addPartner(as(role), { id, partner: partner(over) })).toEqual({ ok: true, id });
  return id;
}
const visited = (affiliate_code: string) =>
  database.services.db.insertInto("affiliate_visits").values({ affiliate_code, site_tag: "cdmx", at: NOON }).execute();
const printed = (partner_id: string) =>
  database.services.db
    .insertInto("qr_codes")
    .values({ id: randomUUID().slice(0, 8), partner_id, campaign: "lobby", target: "/", created_at: NOON })
    .execute();
const rowOf = (id: string) =>
  database.services.db.selectFrom("partners").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const auditedOf = (id: string) =>
  database.services.db
    .selectFrom("audit_log")
    .select(["action", "changes"])
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
const opened = async (id: string, role = "admin") => {
  const snapshot = await openPartner(as(role), id);
  if (!snapshot.ok) throw new Error(snapshot.reason);
  return snapshot;
};

describe("codes", () => {
  test("belong to one partner in whatever letters, and to no coupon", async () => {
    const id = await added({ code: "Posada-Luna" });
    await addCoupon(database.services.db, { code: "LUNA10" });
    const add = (code: string) => addPartner(as("admin"), { id: randomUUID(), partner: partner({ code }) });
    expect(await add("POSADA-luna")).toEqual({ ok: false, reason: "code_taken" });
    expect(await add("luna10")).toEqual({ ok: false, reason: "code_of_coupon" });
    const other = await added();
    expect(
      await changePartner(as("admin"), { id: other, version: 1, partner: partner({ code: "posada-luna" }) }),
    ).toEqual({
      ok: false,
      reason: "code_taken",
    });
    // its own in other letters
    expect(
      await changePartner(as("admin"), { id, version: 1, partner: partner({ code: "POSADA-LUNA" }) }),
    ).toMatchObject({ ok: true });
    const coupon = SaveCoupon.parse({ ...NEW_COUPON, code: "posada-LUNA", value: "10" });
    expect(await createCoupon(as("admin"), coupon)).toEqual({ ok: false, reason: "code_of_partner" });
  });

  test.each([
    ["a visit", (_: string, code: string) => visited(code)],
    ["a QR code", (id: string) => printed(id)],
  ])("stay once there is %s, and can be changed before", async (_, use) => {
    const [id, code] = [await added(), `Casa-${randomUUID().slice(0, 8)}`];
    const change = (version: number, to: string) =>
      changePartner(as("admin"), { id, version, partner: partner({ code: to }) });
    expect(await change(1, code)).toMatchObject({ ok: true });
    await use(id, code.toUpperCase());
    expect(await change(2, `${code}-2`)).toEqual({ ok: false, reason: "code_used" });
    expect(await change(2, code.toUpperCase()), "in other letters").toMatchObject({ ok: true });
  });

  test("a coupon and a partner that take one at once don't both get it", async () => {
    for (let round = 0; round < 5; round++) {
      const code = `BOTH${round}`;
      const coupon = SaveCoupon.parse({ ...NEW_COUPON, code, value: "10" });
      const both = await Promise.all([
        createCoupon(as("admin"), coupon),
        addPartner(as("admin"), { id: randomUUID(), partner: partner({ code: code.toLowerCase() }) }),
      ]);
      expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    }
  });
});

describe("a partner's form", () => {
  test("sent twice adds one", async () => {
    const input = { id: randomUUID(), partner: partner() };
    await Promise.all([addPartner(as("admin"), input), addPartner(as("admin"), input)]);
    const [entry, ...more] = await auditedOf(input.id);
    expect([entry?.action, more]).toEqual(["partner.created", []]);
    // what it hasn't got is no news
    expect(Object.values(entry?.changes ?? {})).not.toContainEqual([null, null]);
    expect(Object.values(entry?.changes ?? {})).not.toContainEqual([null, ""]);
  });

  test("loses nothing when two save it: the second is shown what the first saved", async () => {
    const id = await added({ code: "two-people" });
    const of = (over: Partial<PartnerFormValues>) => partner({ code: "two-people", ...over });
    expect(await changePartner(as("admin"), { id, version: 1, partner: of({ phone: "+52 55 1234 5678" }) })).toEqual({
      ok: true,
      version: 2,
    });
    const second = { id, version: 1, partner: of({ note: "Ask for Ana" }) };
    const refused = await changePartner(as("admin"), second);
    expect(refused).toMatchObject({ reason: "changed_meanwhile", version: 2, current: { phone: "+52 55 1234 5678" } });
    expect(await rowOf(id)).toMatchObject({ phone: "+52 55 1234 5678", note: "" });
    expect(await changePartner(as("admin"), { ...second, version: 2 })).toEqual({ ok: true, version: 3 });
  });

  test("where it is paid is seen and changed only by whoever may move money, and nobody's log has it whole", async () => {
    const id = await added({ code: "paid-here", ...BANK });
    expect((await opened(id)).partner.values).toMatchObject(BANK);
    const marketing = await opened(id, "marketing");
    expect(JSON.stringify(marketing)).not.toContain(CLABE);
    expect(marketing.partner.account).toEqual({ clabe: "…9719", rfc: "…1AB1", bank: null });
    const without = partner({ code: "paid-here", name: "Jacaranda", clabe: "002010077777777771" });
    expect(await changePartner(as("marketing"), { id, version: 1, partner: without })).toMatchObject({ ok: true });
    expect(await rowOf(id)).toMatchObject({ name: "Jacaranda", ...BANK });
    // a conflict tells nothing either
    const met = await changePartner(as("marketing"), { id, version: 1, partner: partner({ code: "paid-here" }) });
    expect(met).toMatchObject({ reason: "changed_meanwhile", current: { clabe: "", rfc: "", account_holder: "" } });
    const log = JSON.stringify(await auditedOf(id));
    expect(log).toContain("…9719");
    expect(log).not.toContain(CLABE);
    expect(log).not.toContain(BANK.account_holder);
    expect(await rowOf(await added(BANK, "marketing"))).toMatchObject({ clabe: null, rfc: null, account_holder: "" });
  });

  test("the cash that its desk may keep is set only by whoever may move money", async () => {
    const limit = (desk_credit_limit: string) => partner({ code: "desk-limit", desk_credit_limit });
    const id = await added({ code: "desk-limit", desk_credit_limit: "500" }, "marketing");
    expect(await rowOf(id)).toMatchObject({ desk_credit_limit: 0 });
    await changePartner(as("admin"), { id, version: 1, partner: limit("2000") });
    await changePartner(as("marketing"), { id, version: 2, partner: { ...limit("90000"), note: "Asked for more" } });
    expect(await rowOf(id)).toMatchObject({ desk_credit_limit: 200_000, note: "Asked for more" });
  });

  test("a city that isn't there is refused", async () => {
    const input = { id: randomUUID(), partner: partner({ city_id: "atlantis" }) };
    expect(await addPartner(as("admin"), input)).toEqual({ ok: false, reason: "city_not_found" });
  });
});

test.each(["support", "guide", "customer"])("%s may nothing", async (role) => {
  const id = await added();
  const forbidden = { ok: false, reason: "forbidden" };
  expect(await openPartner(as(role), id)).toMatchObject(forbidden);
  expect(await changePartner(as(role), { id, version: 1, partner: partner() })).toMatchObject(forbidden);
  expect(await switchPartner(as(role), { id, isActive: false })).toMatchObject(forbidden);
});

test("it is switched off and on again, and stays", async () => {
  const id = await added();
  for (const isActive of [false, false, true]) await switchPartner(as("marketing"), { id, isActive });
  expect(await rowOf(id)).toMatchObject({ is_active: true, version: 1 });
  expect((await auditedOf(id)).map(({ action }) => action)).toEqual([
    "partner.created",
    "partner.deactivated",
    "partner.activated",
  ]);
});
