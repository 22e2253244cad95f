import { beforeAll, expect, test } from "vitest";
import { answerByLink } from "#src/modules/evening/guides/answer-shifts.server.ts";
import { assignGuide } from "#src/modules/evening/guides/assign-guide.server.ts";
import { requestToken } from "#src/modules/evening/guides/grant-answer.server.ts";
import { remindGuides } from "#src/modules/evening/guides/remind-guides.server.ts";
import { repeatRequest } from "#src/modules/evening/guides/repeat-request.server.ts";
import { noteRepeated, unanswered, writeShift } from "#src/modules/evening/guides/store/shifts.server.ts";
import { cancelDeparture } from "#src/modules/changes/cancellation/cancel-departure.server.ts";
import { cancellationPage } from "#src/modules/changes/cancellation/queries.server.ts";
import { deleteDeparture } from "#src/modules/sales/schedule/delete-departure.server.ts";
import { editDeparture } from "#src/modules/sales/schedule/edit-departure.server.ts";
import { departureToEdit } from "#src/modules/sales/schedule/queries.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { guidingStage } from "#tests/guiding.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const { guide, series, shiftsOn, emailsTo, marksWith } = guidingStage(database);
const stage = { crawlId: "" };
beforeAll(async () => void ({ crawlId: stage.crawlId } = await seedMinimal(database.services.db)));

const DAY = 24 * 60;
const manager = () => database.ctx({ actor: { kind: "user", role: "manager" } });
const night = (date: string) => addDeparture(database.services.db, stage.crawlId, { date });

async function request(name: string, departure_id: string, over: { agreed?: boolean; series?: boolean } = {}) {
  const who = await guide(name, { language: "en" });
  const wish = { user_id: who.id, part: "guide", series: false, agreed: false, note: "", ...over } as const;
  const done = await assignGuide(manager(), { departure_id, ...wish });
  if (!done.ok) throw new Error(done.reason);
  return who;
}
const edited = async (id: string, over: object) => {
  const departure = await departureToEdit(manager(), id);
  if (!departure.ok) throw new Error(departure.reason);
  const terms = { ...departure.terms, ...over };
  return editDeparture(manager(), { id, version: departure.version, terms, scope: "one", consent: "" });
};
const remind = (minutes: number) => remindGuides(database.ctx({ now: later(minutes), actor: { kind: "system" } }));

test("a moved night asks its guides anew, by the same link; one that only costs more doesn't", async () => {
  const id = await night("2026-12-10");
  const [mateo, itzel] = [await request("Mateo", id), await request("Itzel", id, { agreed: true })];
  expect(await edited(id, { price: 2600 })).toMatchObject({ ok: true });
  expect(await shiftsOn(id)).toMatchObject([{ state: "accepted" }, { state: "asked", times_asked: 1 }]);
  await database.work();
  expect(await edited(id, { start_time: "21:00" })).toMatchObject({ ok: true });
  expect(await shiftsOn(id)).toMatchObject([
    { name: "Itzel", state: "asked", times_asked: 1, answered_at: null },
    { name: "Mateo", state: "asked", times_asked: 2 },
  ]);
  await database.work();
  const message = (await emailsTo(itzel.email))[0]!;
  expect(message).toMatchObject({
    kind: "shift_moved",
    status: "sent",
    subject: "Ronda Test has been moved: Thursday, December 10, 9:00 PM",
  });
  expect(message.html).toContain("8:00 PM – 12:30 AM");
  expect((await emailsTo(mateo.email)).map(({ kind }) => kind)).toEqual(["shift_asked", "shift_moved"]);
  const [shift] = await shiftsOn(id);
  const token = requestToken(database.services, shift!.request_id);
  expect(
    await answerByLink(database.ctx(), {
      token,
      answer: "accept",
      shift_id: shift!.id,
      seen: await marksWith(shift!.id),
    }),
  ).toMatchObject({
    ok: true,
  });
});

test("a cancelled night tells whoever was to lead it, once, and nobody who had said no", async () => {
  const { db } = database.services;
  const id = await night("2026-12-11");
  const [ana, beto] = [await request("Ana", id), await request("Beto", id)];
  await db.updateTable("shifts").set({ state: "declined" }).where("user_id", "=", beto.id).execute();
  const page = await cancellationPage(manager(), id);
  if (!page.ok) throw new Error(page.reason);
  const { word } = page.departure;
  const input = {
    departure_id: id,
    fingerprint: page.preview!.fingerprint,
    word,
    choice: false,
    note_en: "",
    note_es: "",
  };
  for (let times = 0; times < 2; times++) expect(await cancelDeparture(manager(), input)).toMatchObject({ ok: true });
  await database.work();
  const message = (await emailsTo(ana.email)).filter(({ kind }) => kind === "shift_ended");
  expect(message).toMatchObject([{ status: "sent", subject: "Called off: Ronda Test on Friday, December 11" }]);
  expect(message[0]!.html).not.toContain("/shifts/");
  // what they were asked before leaves nobody any more
  expect(await emailsTo(ana.email)).toMatchObject([{ status: "withheld", last_error: "the night is cancelled" }, {}]);
  expect((await emailsTo(beto.email)).map(({ kind }) => kind)).toEqual(["shift_asked"]);
  expect(await shiftsOn(id)).toMatchObject([{ state: "asked" }, { state: "declined" }]);
});

test("a night for which somebody was asked can't be deleted behind their back", async () => {
  const id = await night("2026-12-12");
  const caro = await request("Caro", id);
  const off = await request("Cleo", id);
  const { db } = database.services;
  await db.updateTable("shifts").set({ state: "withdrawn" }).where("user_id", "=", off.id).execute();
  expect(await deleteDeparture(manager(), id)).toMatchObject({ reason: "has_guides" });
  expect(await shiftsOn(id)).toHaveLength(2);
  // once both are off it, nobody is
  await db.updateTable("shifts").set({ state: "declined" }).where("user_id", "=", caro.id).execute();
  expect(await deleteDeparture(manager(), id)).toMatchObject({ ok: true });
});

test("an unanswered request is repeated once, halfway or after a day, however often the job runs", async () => {
  const [soon, far] = [await night("2026-11-21"), await night("2026-12-17")];
  const [diego, luz] = [await request("Diego", soon), await request("Luz", far)];
  const counts = async () => [(await emailsTo(diego.email)).length, (await emailsTo(luz.email)).length];
  await remind(60);
  expect(await counts()).toEqual([1, 1]);
  // 32 hours ahead: after 16
  await Promise.all([remind(16 * 60), remind(16 * 60), remind(16 * 60)]);
  await remind(17 * 60);
  expect(await counts()).toEqual([2, 1]);
  await Promise.all([remind(DAY), remind(DAY + 5)]);
  expect(await counts()).toEqual([2, 2]);
  for (const days of [2, 3, 10]) await remind(days * DAY);
  expect(await counts()).toEqual([2, 2]);
  await database.work();
  const again = (await emailsTo(luz.email))[1]!;
  expect(again).toMatchObject({ kind: "shift_asked", payload: { again: true } });
  expect(again.html).toContain("You haven’t answered yet");
});

test("of several nights all that still wait are in one email", async () => {
  const ids = await series(stage.crawlId, ["2027-01-08", "2027-01-09", "2027-01-10"]);
  const omar = await request("Omar", ids[0]!, { series: true });
  const [first] = await shiftsOn(ids[0]!);
  const token = requestToken(database.services, first!.request_id);
  await answerByLink(database.ctx(), {
    token,
    answer: "accept",
    shift_id: first!.id,
    seen: await marksWith(first!.id),
  });
  await remind(DAY);
  const [, again, ...more] = await emailsTo(omar.email);
  expect(more).toEqual([]);
  const { shiftIds } = again!.payload as { shiftIds: string[] };
  expect(shiftIds).toHaveLength(2);
  expect(shiftIds).not.toContain(first!.id);
});

test("whoever has answered meanwhile isn't asked again: the email that waited is withheld", async () => {
  const id = await night("2027-01-20");
  const sol = await request("Sol", id);
  const [shift] = await shiftsOn(id);
  const token = requestToken(database.services, shift!.request_id);
  await answerByLink(database.ctx({ now: NOON }), {
    token,
    answer: "decline",
    shift_id: shift!.id,
    seen: await marksWith(shift!.id),
  });
  await database.work();
  expect(await emailsTo(sol.email)).toMatchObject([{ status: "withheld", last_error: "it is answered already" }]);
  await remind(2 * DAY);
  expect(await emailsTo(sol.email)).toHaveLength(1);
});

test("whoever is no guide any more when an email leaves gets none", async () => {
  const { db } = database.services;
  const pia = await request("Pía", await night("2027-01-23"));
  await db.updateTable("user").set({ role: "support" }).where("id", "=", pia.id).execute();
  await database.work();
  expect(await emailsTo(pia.email)).toMatchObject([{ status: "withheld", last_error: "they are no guide any more" }]);
});

test("staff who ask again while the job repeats the request leave one more email, not two", async () => {
  const { db } = database.services;
  const id = await night("2027-01-24");
  const teo = await request("Teo", id);
  const [shift] = await shiftsOn(id);
  const [noted, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const repeating = db.transaction().execute(async (tx) => {
    await noteRepeated(tx, [shift!.id], later(DAY));
    noted.resolve();
    await mayCommit.promise;
  });
  await noted.promise;
  const ctx = database.ctx({ now: later(DAY), actor: { kind: "user", role: "manager" } });
  const again = repeatRequest(ctx, { departure_id: id, shift_id: shift!.id });
  await database.someoneWaits();
  mayCommit.resolve();
  await repeating;
  expect(await again).toEqual({ ok: true });
  expect(await shiftsOn(id)).toMatchObject([{ times_asked: 2 }]);
  expect(await emailsTo(teo.email)).toHaveLength(1);
});

// the negative control: looking first, and then writing whatever was found
test.each([
  ["noted in one statement, of two servers one repeats a request", true, 2],
  ["without that both do", false, 3],
])("%s", async (_, conditional, times) => {
  const { db } = database.services;
  const id = await night(conditional ? "2027-01-21" : "2027-01-22");
  await request("Tono", id);
  const found = await Promise.all([1, 2].map(() => unanswered(db, later(DAY))));
  for (const shifts of found) {
    const [shift] = shifts.filter(({ departure_id }) => departure_id === id);
    await db.transaction().execute(async (tx) => {
      if (conditional) await noteRepeated(tx, [shift!.id], later(DAY));
      else await writeShift(tx, shift!.id, { reminded_at: later(DAY) }, { asked: true });
    });
  }
  expect(await shiftsOn(id)).toMatchObject([{ times_asked: times }]);
});
