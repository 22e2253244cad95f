import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { answerByLink, answerOwn } from "#src/modules/evening/guides/answer-shifts.server.ts";
import { assignGuide } from "#src/modules/evening/guides/assign-guide.server.ts";
import { requestToken } from "#src/modules/evening/guides/grant-answer.server.ts";
import { openRequest } from "#src/modules/evening/guides/queries.server.ts";
import { lockNights, shiftsOn as readShifts, writeShift } from "#src/modules/evening/guides/store/shifts.server.ts";
import { withdrawShift } from "#src/modules/evening/guides/withdraw-shift.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { guidingStage } from "#tests/guiding.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const { guide, series, shiftsOn, marksWith } = guidingStage(database);
const stage = { crawlId: "" };
beforeAll(async () => void ({ crawlId: stage.crawlId } = await seedMinimal(database.services.db)));

const manager = () => database.ctx({ actor: { kind: "user", role: "manager" } });
const visitor = (minutes = 0) => database.ctx({ now: later(minutes) });
const night = (date?: string) => addDeparture(database.services.db, stage.crawlId, date ? { date } : {});

/** A guide who is asked for a night, with the link that they get. */
async function request(name: string, departure_id: string, over: { series?: boolean; part?: "guide" | "backup" } = {}) {
  const who = await guide(name);
  const wish = { user_id: who.id, part: "guide", series: false, agreed: false, note: "", ...over } as const;
  const done = await assignGuide(manager(), { departure_id, ...wish });
  if (!done.ok) throw new Error(done.reason);
  const shift = (await shiftsOn(departure_id)).find(({ user_id }) => user_id === who.id)!;
  return { ...who, shiftId: shift.id, token: requestToken(database.services, shift.request_id) };
}
type SentRequest = Awaited<ReturnType<typeof request>>;
type How = { minutes?: number; all?: boolean; seen?: string[] };
const says = async (
  { token, shiftId }: SentRequest,
  answer: "accept" | "decline",
  { minutes = 0, all, seen: view }: How = {},
) => {
  const marks = view ?? (await marksWith(shiftId));
  return answerByLink(visitor(minutes), { token, answer, shift_id: all ? "all" : shiftId, seen: marks });
};
const stateOf = async (id: string, { shiftId }: SentRequest) =>
  (await shiftsOn(id)).find((shift) => shift.id === shiftId)!.state;
const entries = ({ id }: SentRequest) =>
  database.services.db
    .selectFrom("audit_log")
    .select(["action", "actor_kind"])
    .where("subject_id", "=", id)
    .where("actor_kind", "=", "guest")
    .execute();

describe("by the link, without an account", () => {
  test("a yes counts once; then no page takes it back", async () => {
    const id = await night();
    const mateo = await request("Mateo", id);
    expect([await says(mateo, "accept"), await says(mateo, "accept")]).toMatchObject([
      { ok: true, answered: 1 },
      { ok: true, answered: 0 },
    ]);
    expect(await says(mateo, "decline")).toMatchObject({ reason: "already_accepted" });
    expect(await stateOf(id, mateo)).toBe("accepted");
    expect(await entries(mateo)).toEqual([{ action: "shift.accepted", actor_kind: "guest" }]);
  });

  test("a no can be taken back while nobody else has the place", async () => {
    const id = await night();
    const [itzel, diego] = [await request("Itzel", id), await request("Diego", id)];
    await says(itzel, "decline");
    expect(await says(itzel, "decline")).toMatchObject({ ok: true, answered: 0 });
    expect(await says(itzel, "accept")).toMatchObject({ ok: true });
    await says(diego, "decline");
    expect(await says(diego, "accept")).toMatchObject({ reason: "taken" });
    expect(await stateOf(id, diego)).toBe("declined");
  });

  test("each night of a series is answered by itself, or all that still can be", async () => {
    const ids = await series(stage.crawlId, ["2027-02-12", "2027-02-13", "2027-02-14"]);
    const ximena = await request("Ximena", ids[0]!, { series: true });
    await says(ximena, "decline");
    const [second] = await shiftsOn(ids[1]!);
    await withdrawShift(manager(), { departure_id: ids[1]!, shift_id: second!.id });
    const opened = await openRequest(visitor(), ximena.token);
    expect(opened.ok && opened.request.nights.map(({ state, whyNot }) => [state, whyNot])).toEqual([
      ["declined", null],
      ["withdrawn", "withdrawn"],
      ["asked", null],
    ]);
    expect(await says(ximena, "accept", { all: true })).toMatchObject({ ok: true, answered: 1, refused: 2 });
    const states = await Promise.all(ids.map(async (one) => (await shiftsOn(one))[0]!.state));
    // what they had declined stays so: a yes to all is to what was asked
    expect(states).toEqual(["declined", "withdrawn", "accepted"]);
  });

  test("a page that shows other hours than the night has now answers nothing", async () => {
    const { db } = database.services;
    const ids = await series(stage.crawlId, ["2027-02-19", "2027-02-20"]);
    const fer = await request("Fer", ids[0]!, { series: true });
    const result = await marksWith(fer.shiftId);
    const moved = { starts_at: later(95 * 24 * 60), ends_at: later(95 * 24 * 60 + 270) };
    await db.updateTable("scheduled_crawls").set(moved).where("id", "=", ids[0]!).execute();
    for (const answer of ["accept", "decline"] as const)
      expect(await says(fer, answer, { seen: result })).toMatchObject({ reason: "changed" });
    expect(await says(fer, "accept", { seen: [] })).toMatchObject({ reason: "changed" });
    expect(await says(fer, "accept", { all: true, seen: result })).toMatchObject({ ok: true, answered: 1, refused: 1 });
    expect(await stateOf(ids[0]!, fer)).toBe("asked");
    expect(await says(fer, "accept")).toMatchObject({ ok: true, answered: 1 });
  });

  test("a night that was moved to the hours of another yes can only be declined", async () => {
    const { db } = database.services;
    const [first, second] = [await night("2027-03-04"), await night("2027-03-05")];
    const gael = await request("Gael", first);
    const wish = { user_id: gael.id, part: "guide", series: false, agreed: true, note: "" } as const;
    await assignGuide(manager(), { departure_id: second, ...wish });
    const hours = db.selectFrom("scheduled_crawls").select(["starts_at", "ends_at"]).where("id", "=", second);
    await db
      .updateTable("scheduled_crawls")
      .set(await hours.executeTakeFirstOrThrow())
      .where("id", "=", first)
      .execute();
    expect(await says(gael, "accept")).toMatchObject({ reason: "guide_busy" });
    expect(await says(gael, "accept", { all: true })).toMatchObject({ reason: "guide_busy" });
    // nor by word
    expect(await assignGuide(manager(), { departure_id: first, ...wish })).toMatchObject({ reason: "guide_busy" });
    expect(await stateOf(first, gael)).toBe("asked");
    expect(await says(gael, "decline")).toMatchObject({ ok: true });
  });

  test("late, withdrawn and cancelled answers are told apart", async () => {
    const { db } = database.services;
    const tonight = await night("2026-11-20");
    const late = await request("Luz", tonight);
    expect(await says(late, "accept", { minutes: 9 * 60 })).toMatchObject({ reason: "too_late" });
    const off = await request("Omar", await night());
    await db.updateTable("shifts").set({ state: "withdrawn" }).where("id", "=", off.shiftId).execute();
    expect(await says(off, "accept")).toMatchObject({ reason: "withdrawn" });
    const id = await night();
    const cancelled = await request("Caro", id);
    await db.updateTable("scheduled_crawls").set({ status: "cancelled" }).where("id", "=", id).execute();
    expect(await says(cancelled, "accept")).toMatchObject({ reason: "departure_cancelled" });
    expect(await says(cancelled, "decline", { all: true })).toMatchObject({ reason: "departure_cancelled" });
  });

  test("a link that was changed, or whose guide has no role any more, opens nothing", async () => {
    const { db } = database.services;
    const [id, other] = [await night(), await request("Otra", await night())];
    const pau = await request("Pau", id);
    const forged = requestToken({ secret: "another" }, randomUUID());
    for (const token of ["", "nope", pau.token.slice(0, -1), `${pau.token}x`, forged])
      expect(await openRequest(visitor(), token)).toMatchObject({ reason: "request_not_found" });
    // one's own link doesn't answer for another's night
    expect(await says({ ...pau, shiftId: other.shiftId }, "accept")).toMatchObject({ reason: "request_not_found" });
    await db.updateTable("user").set({ role: "support" }).where("id", "=", pau.id).execute();
    expect(await says(pau, "accept")).toMatchObject({ reason: "request_not_found" });
    expect(await stateOf(id, pau)).toBe("asked");
  });

  test("what it shows has no guest in it, only how many", async () => {
    const id = await night();
    const rita = await request("Rita", id);
    const opened = await openRequest(visitor(), rita.token);
    expect(opened).toMatchObject({ ok: true, request: { name: "Rita", nights: [{ guests: 0, state: "asked" }] } });
  });
});

test("signed in, a guide answers their own nights and nobody else's", async () => {
  const id = await night();
  const [uma, vale] = [await request("Uma", id), await request("Vale", id, { part: "backup" })];
  const as = (userId: string) => database.ctx({ actor: { kind: "user", role: "guide", userId } });
  expect(
    await answerOwn(as(uma.id), { answer: "accept", shift_id: vale.shiftId, seen: await marksWith(vale.shiftId) }),
  ).toMatchObject({ ok: false });
  expect(
    await answerOwn(as(uma.id), { answer: "accept", shift_id: uma.shiftId, seen: await marksWith(uma.shiftId) }),
  ).toMatchObject({ ok: true });
  const marketing = database.ctx({ actor: { kind: "user", role: "marketing", userId: vale.id } });
  expect(
    await answerOwn(marketing, { answer: "accept", shift_id: vale.shiftId, seen: await marksWith(vale.shiftId) }),
  ).toMatchObject({
    reason: "forbidden",
  });
});

describe("two answers at once", () => {
  test("of a guide who says yes and no: one of them counts, and is noted once", async () => {
    const id = await night();
    const sol = await request("Sol", id);
    const both = await Promise.all([says(sol, "accept"), says(sol, "decline")]);
    const state = await stateOf(id, sol);
    // whoever declined first may still say yes; who accepted first can't decline
    expect(state).toBe("accepted");
    expect(both[0]).toMatchObject({ ok: true });
  });

  // the negative control: without the night's lock both see the place free
  test.each([
    ["of two who take back their no: with the night's lock one gets the place", true, ["accepted", "declined"]],
    ["without it both do", false, ["accepted", "accepted"]],
  ])("%s", async (_, locks, expected) => {
    const { db } = database.services;
    const id = await night();
    const guides = [await request("Ana", id), await request("Beto", id)];
    for (const one of guides) await says(one, "decline");
    if (locks) await Promise.all(guides.map((one) => says(one, "accept")));
    else {
      const [looked, mayWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const accept = ({ shiftId }: SentRequest, before: Promise<void> | null) =>
        db.transaction().execute(async (tx) => {
          const free = (await readShifts(tx, [id])).every(({ state }) => state !== "accepted");
          looked.resolve();
          await before;
          if (free) await writeShift(tx, shiftId, { state: "accepted", answered_at: NOON });
        });
      const first = accept(guides[0]!, mayWrite.promise);
      await looked.promise;
      await accept(guides[1]!, null);
      mayWrite.resolve();
      await first;
    }
    expect((await shiftsOn(id)).map(({ state }) => state).toSorted()).toEqual(expected);
  });

  test("an answer waits for whoever cancels the night, and then says so", async () => {
    const { db } = database.services;
    const id = await night();
    const who = await request("Tono", id);
    const [locked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const cancelling = db.transaction().execute(async (tx) => {
      await lockNights(tx, [id]);
      await tx.updateTable("scheduled_crawls").set({ status: "cancelled" }).where("id", "=", id).execute();
      locked.resolve();
      await mayCommit.promise;
    });
    await locked.promise;
    const answering = says(who, "accept");
    await database.someoneWaits();
    mayCommit.resolve();
    await cancelling;
    expect(await answering).toMatchObject({ reason: "departure_cancelled" });
  });
});
