import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { assignGuide } from "#src/modules/evening/guides/assign-guide.server.ts";
import { requestToken } from "#src/modules/evening/guides/grant-answer.server.ts";
import { candidatesFor, shiftsOf } from "#src/modules/evening/guides/queries.server.ts";
import { repeatRequest } from "#src/modules/evening/guides/repeat-request.server.ts";
import type { AssignGuide } from "#src/modules/evening/guides/schema.ts";
import { insertShifts, liveNightsOf, lockGuide } from "#src/modules/evening/guides/store/shifts.server.ts";
import { withdrawFormer } from "#src/modules/evening/guides/withdraw-former.server.ts";
import { withdrawShift } from "#src/modules/evening/guides/withdraw-shift.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { guidingStage } from "#tests/guiding.ts";
import { addCrawl, addDeparture, later, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const { guide, series, shiftsOn, emailsTo } = guidingStage(database);
const stage = { crawlId: "" };
beforeAll(async () => void ({ crawlId: stage.crawlId } = await seedMinimal(database.services.db)));

const manager = (over = {}) => database.ctx({ actor: { kind: "user", role: "manager" }, ...over });
const wishFor = (user_id: string, over: Partial<AssignGuide> = {}): AssignGuide => ({
  user_id,
  part: "guide",
  series: false,
  agreed: false,
  note: "",
  ...over,
});
const put = (departure_id: string, user_id: string, over: Partial<AssignGuide> = {}, ctx = manager()) =>
  assignGuide(ctx, { departure_id, ...wishFor(user_id, over) });
const night = (date?: string) => addDeparture(database.services.db, stage.crawlId, date ? { date } : {});
/** A night on the same evening, of another crawl. */
const sameEvening = async (date: string) => {
  const { db } = database.services;
  return [await night(date), await addDeparture(db, await addCrawl(db, { title: "Mezcal" }), { date })] as const;
};

describe("a guide is asked for a night", () => {
  test("once, by an email in their language whose button leads to their answer", async () => {
    const [id, mateo] = [await night("2026-11-27"), await guide("Mateo")];
    const twice = [await put(id, mateo.id, { note: "Bring the flag" }), await put(id, mateo.id)];
    expect(twice).toMatchObject([
      { ok: true, nights: 1, busy: 0 },
      { ok: true, nights: 0, busy: 0 },
    ]);
    const [shift, ...more] = await shiftsOn(id);
    expect(more).toEqual([]);
    expect(shift).toMatchObject({
      state: "asked",
      part: "guide",
      times_asked: 1,
      asked_at: NOON,
      note: "Bring the flag",
    });

    await database.work();
    const [email, ...others] = await emailsTo(mateo.email);
    expect(others).toEqual([]);
    expect(email).toMatchObject({
      kind: "shift_asked",
      status: "sent",
      language: "es",
      subject: "¿Puedes guiar Ronda Test el viernes 27 de noviembre?",
    });
    expect(email!.html).toContain(`http://ronda.test/es/shifts/${requestToken(database.services, shift!.request_id)}`);
    expect(email!.html).toContain("20:00 – 00:30 hrs");
    expect(email!.html).toContain("Bring the flag");
  });

  test("with nothing but an entry in the calendar where they have agreed, also after they were asked", async () => {
    const [id, itzel] = [await night(), await guide("Itzel")];
    expect(await put(id, itzel.id, { agreed: true })).toMatchObject({ ok: true, nights: 1 });
    expect(await shiftsOn(id)).toMatchObject([{ state: "accepted", times_asked: 0, asked_at: null }]);
    const other = await night();
    await put(other, itzel.id);
    expect(await put(other, itzel.id, { agreed: true })).toMatchObject({ ok: true, nights: 1, shiftIds: [] });
    expect(await shiftsOn(other)).toMatchObject([{ state: "accepted", times_asked: 1 }]);
    expect(await emailsTo(itzel.email)).toHaveLength(1);
  });

  test("of several guides and backups each stands on the night once", async () => {
    const id = await night();
    const [a, b, c] = [await guide("Ana"), await guide("Beto"), await guide("Caro", { role: "manager" })];
    await put(id, a.id, { agreed: true });
    await put(id, b.id);
    await put(id, c.id, { part: "backup" });
    expect(await put(id, a.id, { part: "backup" })).toMatchObject({ reason: "other_part", part: "guide" });
    const shifts = (await shiftsOf(manager(), [id])).get(id)!;
    expect(shifts.shifts.map(({ guide: who, part, state }) => [who!.name, part, state])).toEqual([
      ["Ana", "guide", "accepted"],
      ["Beto", "guide", "asked"],
      ["Caro", "backup", "asked"],
    ]);
    expect(shifts).toMatchObject({ stage: "coming", cover: { needed: 1, accepted: 1, asked: 1, unanswered: 0 } });
    expect((await candidatesFor(manager(), id)).map(({ name }) => name)).not.toContain("Ana");
  });

  test("and is off it once they may no longer guide, while others stay", async () => {
    const { db } = database.services;
    const [id, lola, rene] = [await night("2027-01-20"), await guide("Lola"), await guide("René")];
    await put(id, lola.id, { agreed: true });
    await put(id, rene.id);
    await db.updateTable("user").set({ role: null }).where("id", "=", lola.id).execute();
    const job = database.ctx({ actor: { kind: "system" } });
    await Promise.all([withdrawFormer(job), withdrawFormer(job)]);
    const states = (await shiftsOn(id)).map(({ user_id, state }) => [user_id, state]);
    expect(new Map(states as [string, string][])).toEqual(
      new Map([
        [lola.id, "withdrawn"],
        [rene.id, "asked"],
      ]),
    );
    const log = db.selectFrom("audit_log").select("actor_kind").where("subject_id", "=", lola.id);
    expect(await log.where("action", "=", "shift.withdrawn").execute()).toEqual([{ actor_kind: "system" }]);
  });

  test("not for another night at the same time, which is named", async () => {
    const [roma, mezcal] = await sameEvening("2027-01-15");
    const diego = await guide("Diego");
    await put(roma, diego.id);
    expect(await put(mezcal, diego.id)).toMatchObject({
      reason: "guide_busy",
      night: { id: roma, title: "Ronda Test", date: "2027-01-15", start: "20:00" },
    });
    const busy = (await candidatesFor(manager(), mezcal)).find(({ id }) => id === diego.id);
    expect(busy).toMatchObject({ busy: "Ronda Test 20:00" });
    // once they are off the first, they are free
    const [shift] = await shiftsOn(roma);
    await withdrawShift(manager(), { departure_id: roma, shift_id: shift!.id });
    expect(await put(mezcal, diego.id)).toMatchObject({ ok: true });
  });

  test("for all coming nights of a series in one email, but for those on which they are elsewhere", async () => {
    const { db } = database.services;
    const ids = await series(stage.crawlId, ["2026-11-10", "2027-02-05", "2027-02-06", "2027-02-07"]);
    const elsewhere = await addDeparture(db, await addCrawl(db, {}), { date: "2027-02-06" });
    const ximena = await guide("Ximena", { language: "en" });
    await put(elsewhere, ximena.id, { agreed: true });
    expect(await put(ids[1]!, ximena.id, { series: true })).toMatchObject({ ok: true, nights: 2, busy: 1 });
    const states = await Promise.all(ids.map(async (id) => (await shiftsOn(id)).map(({ state }) => state)));
    expect(states).toEqual([[], ["asked"], [], ["asked"]]);
    await database.work();
    const [email, ...others] = await emailsTo(ximena.email);
    expect(others).toEqual([]);
    expect(email).toMatchObject({ subject: "Can you lead these nights?", language: "en" });
    for (const date of ["Friday, February 5, 2027", "Sunday, February 7, 2027"]) expect(email!.html).toContain(date);
    expect(await put(ids[1]!, ximena.id, { series: true })).toMatchObject({ ok: true, nights: 0 });
  });

  test.each([
    ["support", "forbidden"],
    ["guide", "forbidden"],
  ])("not by %s", async (role, reason) => {
    const [id, who] = [await night(), await guide("Nadie")];
    const ctx = database.ctx({ actor: { kind: "user", role } });
    expect(await put(id, who.id, {}, ctx)).toMatchObject({ reason });
    expect(await withdrawShift(ctx, { departure_id: id, shift_id: randomUUID() })).toMatchObject({ reason });
    expect(await repeatRequest(ctx, { departure_id: id, shift_id: randomUUID() })).toMatchObject({ reason });
    expect(await shiftsOn(id)).toEqual([]);
  });

  test("not for what is cancelled, over, begun or unknown, nor who is no guide", async () => {
    const { db } = database.services;
    const who = await guide("Pau");
    const cancelled = await addDeparture(db, stage.crawlId, { status: "cancelled", date: "2027-03-01" });
    expect(await put(cancelled, who.id)).toMatchObject({ reason: "departure_cancelled" });
    const tonight = await night("2026-11-20");
    const at = (minutes: number) => manager({ now: later(minutes) });
    expect(await put(tonight, who.id, {}, at(9 * 60))).toMatchObject({ reason: "departure_begun" });
    expect(await put(tonight, who.id, { agreed: true }, at(9 * 60))).toMatchObject({ ok: true });
    expect(await put(tonight, who.id, {}, at(24 * 60))).toMatchObject({ reason: "departure_over" });
    expect(await put(randomUUID(), who.id)).toMatchObject({ reason: "departure_not_found" });
    expect(await put("nope", who.id)).toMatchObject({ reason: "departure_not_found" });
    const support = await guide("Sofi", { role: "support" });
    expect(await put(await night(), support.id)).toMatchObject({ reason: "not_a_guide" });
  });
});

describe("a night that was", () => {
  const at = (days: number) => manager({ now: later(days * 24 * 60) });

  test("takes who led it without an email, by word, or by the request that they left unanswered", async () => {
    const [id, answered, silent] = [await night("2026-11-21"), await guide("Nina"), await guide("Raúl")];
    await put(id, silent.id);
    for (const who of [answered, silent])
      expect(await put(id, who.id, { agreed: true }, at(3))).toMatchObject({ ok: true, nights: 1 });
    expect(await shiftsOn(id)).toMatchObject([
      { name: "Nina", state: "accepted", times_asked: 0 },
      { name: "Raúl", state: "accepted", times_asked: 1 },
    ]);
    expect(await emailsTo(answered.email)).toEqual([]);
    expect(await put(id, (await guide("Lo")).id, {}, at(3))).toMatchObject({ reason: "departure_over" });
    expect(await put(id, (await guide("La")).id, { agreed: true }, at(63))).toMatchObject({ reason: "departure_over" });
    expect((await shiftsOf(at(3), [id])).get(id)!.stage).toBe("past");
    expect((await shiftsOf(at(63), [id])).get(id)!.stage).toBe("fixed");
  });

  test("gives up who wasn't there, unless they were paid, and tells nobody", async () => {
    const { db } = database.services;
    const [id, who] = [await night("2026-11-22"), await guide("Iris")];
    await put(id, who.id, { agreed: true });
    const [shift] = await shiftsOn(id);
    const off = (days: number) => withdrawShift(at(days), { departure_id: id, shift_id: shift!.id });
    const pay = (paid_at: Date | null) =>
      db.updateTable("shifts").set({ paid_at }).where("id", "=", shift!.id).execute();
    await pay(NOON);
    expect(await off(3)).toMatchObject({ reason: "shift_paid" });
    await pay(null);
    expect(await off(63)).toMatchObject({ reason: "departure_over" });
    expect(await off(3)).toMatchObject({ ok: true, told: false });
    expect(await emailsTo(who.email)).toEqual([]);
  });
});

describe("two at once", () => {
  test("who assign the same guide to the same night ask once", async () => {
    const [id, who] = [await night(), await guide("Rita")];
    const both = await Promise.all([put(id, who.id), put(id, who.id)]);
    expect(both.map((one) => (one.ok ? one.nights : -1)).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await shiftsOn(id)).toHaveLength(1);
    expect(await emailsTo(who.email)).toHaveLength(1);
  });

  test("who assign the same guide to two nights of one evening: the second is refused", async () => {
    const [roma, mezcal] = await sameEvening("2027-01-22");
    const who = await guide("Sol");
    const both = await Promise.all([put(roma, who.id), put(mezcal, who.id)]);
    expect(both.map((one) => (one.ok ? "ok" : one.reason)).toSorted()).toEqual(["guide_busy", "ok"]);
  });

  // the negative control: without the guide's lock both find them free
  test.each([
    ["with the guide's lock one of them finds the other's night", true, 1],
    ["without it the guide is on both", false, 2],
  ])("%s", async (_, locks, expected) => {
    const { db } = database.services;
    const nights = await sameEvening(locks ? "2027-01-28" : "2027-01-29");
    const who = await guide("Tono");
    const [looked, mayWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const assign = (id: string, before: Promise<void> | null) =>
      db.transaction().execute(async (tx) => {
        if (locks) await lockGuide(tx, who.id);
        const free = (await liveNightsOf(tx, [who.id], NOON)).length === 0;
        looked.resolve();
        await before;
        if (!free) return;
        const common = { part: "guide", state: "asked", note: "", times_asked: 1, asked_at: NOON } as const;
        const rest = { request_id: randomUUID(), answered_at: null, pay_amount: null, pay_currency: null };
        await insertShifts(tx, [{ departure_id: id, user_id: who.id, created_at: NOON, ...common, ...rest }]);
      });
    const first = assign(nights[0], mayWrite.promise);
    await looked.promise;
    const second = assign(nights[1], null);
    await (locks ? database.someoneWaits() : second);
    mayWrite.resolve();
    await Promise.all([first, second]);
    expect(await liveNightsOf(db, [who.id], NOON)).toHaveLength(expected);
  });
});

describe("who was asked", () => {
  test("is asked again when staff want it, once for two presses, anew after a no, and never after a yes", async () => {
    const [id, who] = [await night(), await guide("Uma")];
    await put(id, who.id);
    const [shift] = await shiftsOn(id);
    const again = (minutes: number) =>
      repeatRequest(manager({ now: later(minutes) }), { departure_id: id, shift_id: shift!.id });
    expect([await again(0.5), await again(5), await again(5.5)]).toMatchObject([
      { ok: true },
      { ok: true },
      { ok: true },
    ]);
    expect(await shiftsOn(id)).toMatchObject([{ state: "asked", times_asked: 2, reminded_at: later(5) }]);
    const { db } = database.services;
    await db.updateTable("shifts").set({ state: "declined" }).where("id", "=", shift!.id).execute();
    expect(await again(20)).toMatchObject({ ok: true });
    expect(await shiftsOn(id)).toMatchObject([
      { state: "asked", times_asked: 3, asked_at: later(20), reminded_at: null },
    ]);
    expect(await emailsTo(who.email)).toHaveLength(3);
    await db.updateTable("shifts").set({ state: "accepted" }).where("id", "=", shift!.id).execute();
    expect(await again(40)).toMatchObject({ reason: "already_accepted" });
  });

  test("is told when they are taken off, once, and not of a night that was", async () => {
    const [id, who] = [await night("2026-12-24"), await guide("Vale", { language: "en" })];
    await put(id, who.id, { agreed: true });
    const [shift] = await shiftsOn(id);
    const off = () => withdrawShift(manager(), { departure_id: id, shift_id: shift!.id });
    expect([await off(), await off()]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await repeatRequest(manager(), { departure_id: id, shift_id: shift!.id })).toMatchObject({
      reason: "shift_withdrawn",
    });
    await database.work();
    expect(await emailsTo(who.email)).toMatchObject([
      { kind: "shift_ended", status: "sent", subject: "You’re off Ronda Test on Thursday, December 24" },
    ]);
    // and another guide's shift isn't touched through the wrong night
    expect(await withdrawShift(manager(), { departure_id: await night(), shift_id: shift!.id })).toMatchObject({
      reason: "shift_not_found",
    });
  });
});
