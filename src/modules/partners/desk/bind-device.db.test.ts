import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { bindDevice } from "#src/modules/partners/desk/bind-device.server.ts";
import { renameDesk, revokeDesk, unlockDesk } from "#src/modules/partners/desk/change-device.server.ts";
import { isPin } from "#src/modules/partners/desk/hash-pin.server.ts";
import { offerBinding, renewBinding } from "#src/modules/partners/desk/offer-binding.server.ts";
import { closeDesk, openDesk, touchDesk } from "#src/modules/partners/desk/open-desk.server.ts";
import { adminDesks, bindingOf, deskOf, deskState } from "#src/modules/partners/desk/queries.server.ts";
import { openDevice } from "#src/modules/partners/desk/store.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { later, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const db = () => database.services.db;
const PIN = "274913";
let partner = "";

beforeAll(async () => {
  await seedMinimal(db());
  partner = randomUUID();
  await db()
    .insertInto("partners")
    .values({ id: partner, name: "Casa Nopal", code: "nopal", created_at: NOON })
    .execute();
});

const staff = (role = "admin", minutes = 0) =>
  database.ctx({ now: later(minutes), actor: { kind: "user", userId: null, role } });
const device = (minutes = 0) => database.ctx({ now: later(minutes), actor: { address: randomUUID() } });
async function offered() {
  const result = await offerBinding(staff(), { partner_id: partner, name: "Reception" });
  if (!result.ok) throw new Error(result.reason);
  return result;
}
async function bound() {
  const { token } = await offered();
  const result = await bindDevice(device(), token, { name: "Tablet", pin: PIN });
  if (!result.ok) throw new Error(result.reason);
  return { secret: result.secret, row: async () => (await deskOf(device(), result.secret))! };
}
/** How many times staff were told of a locked desk. */
const reportOf = async (id: string) =>
  (
    await db()
      .selectFrom("emails")
      .select("recipient")
      .where("kind", "=", "staff_desk_locked")
      .where("dedupe_key", "like", `desk.${id}.%`)
      .execute()
  ).length / database.services.settings.ADMIN_EMAILS.length;
const rowOf = (id: string) =>
  db().selectFrom("desk_devices").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("a device is bound", () => {
  test("once, by an address that ends, with a PIN that isn't guessed first; the database keeps hashes", async () => {
    const { id, token } = await offered();
    expect(await bindingOf(device(), token)).toEqual({ name: "Reception", partner: "Casa Nopal" });
    expect(await bindDevice(device(), token, { name: "T", pin: "123456" })).toMatchObject({ reason: "pin_easy" });
    const both = await Promise.all([1, 2].map(() => bindDevice(device(), token, { name: "Tablet", pin: PIN })));
    expect(both.map((one) => (one.ok ? "bound" : one.reason)).toSorted()).toEqual(["bind_over", "bound"]);
    expect(await bindingOf(device(), token)).toBeNull();
    const record = JSON.stringify(await rowOf(id));
    for (const secret of [token, PIN, ...both.flatMap((one) => (one.ok ? [one.secret] : []))])
      expect(record).not.toContain(secret);
    const old = await offered();
    expect(await bindDevice(device(16), old.token, { name: "T", pin: PIN })).toMatchObject({ reason: "bind_over" });
    // a new address ends the one before; a desk that has its device gets none
    const fresh = await renewBinding(staff(), { id: old.id });
    expect(fresh).toMatchObject({ ok: true });
    expect(await bindingOf(device(), old.token)).toBeNull();
    expect(await renewBinding(staff(), { id })).toMatchObject({ reason: "desk_bound" });
  });

  test("only by staff who may change partners, and only so often tried from one network", async () => {
    for (const role of ["guide", "support"])
      expect(await offerBinding(staff(role), { partner_id: partner, name: "R" })).toMatchObject({
        reason: "forbidden",
      });
    expect(await adminDesks(staff("support"), null)).toMatchObject({ reason: "forbidden" });
    expect(await adminDesks(staff("marketing"), partner)).toMatchObject({ ok: true, mayChange: true });
    const tries = device();
    for (let n = 0; n < 30; n++) await bindDevice(tries, "x", { name: "T", pin: PIN });
    expect(await bindDevice(tries, "x", { name: "T", pin: PIN })).toMatchObject({ reason: "bind_limit" });
  });
});

describe("a desk asks for its PIN", () => {
  test("after ten minutes without a touch, by our clock, or when it is closed", async () => {
    const { row } = await bound();
    expect(await deskState(device(9), await row())).toMatchObject({ kind: "open" });
    expect(await deskState(device(10), await row())).toMatchObject({ kind: "pin", name: "Tablet" });
    await touchDesk(device(9), await row());
    expect(await deskState(device(18), await row())).toMatchObject({ kind: "open" });
    // a touch that comes too late opens nothing
    await touchDesk(device(30), await row());
    expect(await deskState(device(31), await row())).toMatchObject({ kind: "pin" });
    expect(await openDesk(device(31), await row(), PIN)).toMatchObject({ ok: true });
    expect(await deskState(device(31), await row())).toMatchObject({ kind: "open" });
    await closeDesk(device(31), await row());
    expect(await deskState(device(31), await row())).toMatchObject({ kind: "pin" });
  });

  test("five wrong ones lock it until staff unlock it; renamed and revoked, it leaves words", async () => {
    const { row } = await bound();
    await closeDesk(device(), await row());
    for (const left of [4, 3, 2, 1])
      expect(await openDesk(device(), await row(), "000000")).toMatchObject({ reason: "pin_wrong", left });
    expect(await openDesk(device(), await row(), "000000")).toMatchObject({ reason: "locked" });
    expect(await openDesk(device(), await row(), PIN)).toMatchObject({ reason: "locked" });
    expect(await deskState(device(), await row())).toEqual({ kind: "locked" });
    const { id } = await row();
    expect(await reportOf(id)).toBe(1);
    expect(await adminDesks(staff(), partner)).toMatchObject({
      desks: expect.arrayContaining([expect.objectContaining({ id, state: "locked" })]),
    });
    expect(await unlockDesk(staff(), { id })).toMatchObject({ ok: true });
    expect(await deskState(device(), await row())).toMatchObject({ kind: "pin" });
    expect(await openDesk(device(), await row(), PIN)).toMatchObject({ ok: true });
    expect(await renameDesk(staff(), { id, name: "Bar" })).toMatchObject({ ok: true });
    expect(await revokeDesk(staff(), { id })).toMatchObject({ ok: true });
    expect(await deskState(device(), await row())).toEqual({ kind: "gone" });
    expect(await openDesk(device(), await row(), PIN)).toMatchObject({ reason: "gone" });
    const log = await db()
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute();
    expect(log.map(({ action }) => action.replace("desk.", ""))).toEqual([
      "offered",
      "bound",
      "locked",
      "unlocked",
      "renamed",
      "revoked",
    ]);
  });

  test.each([
    ["revoked", (id: string) => revokeDesk(staff(), { id })],
    [
      "locked",
      (id: string) =>
        db()
          .updateTable("desk_devices")
          .set({ locked_at: later(1) })
          .where("id", "=", id)
          .execute(),
    ],
  ])("that is %s while its PIN is compared stays closed", async (_, end) => {
    const { row } = await bound();
    const { id } = await row();
    expect(await openDevice(db(), id, later(1))).toBe(true);
    await end(id);
    expect(await openDevice(db(), id, later(2))).toBe(false);
    expect((await rowOf(id)).unlocked_at).not.toEqual(later(2));
  });

  const GUESSES = Array.from({ length: 12 }, (_, n) => String(300_000 + n));

  test("guesses at once are no more than one by one", async () => {
    const { row } = await bound();
    const result = await row();
    const answers = await Promise.all(GUESSES.map((pin) => openDesk(device(), result, pin)));
    const looked = answers.filter((one) => !one.ok && one.reason === "pin_wrong").length;
    // the fifth is looked at too, and answered as locked
    expect(looked).toBe(4);
    expect(await rowOf(result.id)).toMatchObject({ wrong_pins: 5, unlocked_at: null });
    expect((await rowOf(result.id)).locked_at).not.toBeNull();
    expect(await reportOf(result.id)).toBe(1);
  });

  test("control: counted after they were looked at, all of them are", async () => {
    const { row } = await bound();
    const { id } = await row();
    let looked = 0;
    const naive = async (pin: string) => {
      const snapshot = await rowOf(id);
      if (snapshot.wrong_pins >= 5) return;
      looked++;
      if (await isPin(device(), id, pin, snapshot.pin_hash!)) return;
      await db()
        .updateTable("desk_devices")
        .set({ wrong_pins: snapshot.wrong_pins + 1 })
        .where("id", "=", id)
        .execute();
    };
    await Promise.all(GUESSES.map(naive));
    expect(looked).toBeGreaterThan(5);
  });
});

test("however many desks there are, each is on a page", async () => {
  const before = await adminDesks(staff(), partner);
  if (!before.ok) throw new Error(before.reason);
  const devices = Array.from({ length: 101 }, (_, n) => ({ id: randomUUID(), partner_id: partner, name: `Desk ${n}` }));
  await db()
    .insertInto("desk_devices")
    .values(devices.map((one) => ({ ...one, created_at: NOON })))
    .execute();
  const states: string[] = [];
  for (let page = 1; page <= 3; page += 1) {
    const read = await adminDesks(staff(), partner, page);
    if (!read.ok) throw new Error(read.reason);
    expect([read.desks.length <= 50, read.isMore]).toEqual([true, page < 3]);
    states.push(...read.desks.map(({ id }) => id));
  }
  expect(states).toHaveLength(before.desks.length + 101);
  expect(new Set(states).size).toBe(states.length);
});
