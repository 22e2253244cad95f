import PostalMime from "postal-mime";
import { afterEach, beforeAll, expect, test } from "vitest";
import { closeRequest } from "#src/modules/changes/groups/close-request.server.ts";
import { forgetAsker, storedRequests } from "#src/modules/changes/groups/forget-requests.server.ts";
import { listRequests, openRequest } from "#src/modules/changes/groups/queries.server.ts";
import { requestGroup } from "#src/modules/changes/groups/request-group.server.ts";
import { REQUEST_LIST } from "#src/modules/changes/groups/rules/request-list.ts";
import type { RequestGroup } from "#src/modules/changes/groups/schema.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase({ ADMIN_EMAILS: "admin@ronda.test" });
beforeAll(() => seedMinimal(database.services.db));
afterEach(async () => {
  for (const table of ["emails", "group_requests", "rate_counters"] as const)
    await database.services.db.deleteFrom(table).execute();
});

const inDays = (days: number) => new Date(+NOON + days * 86_400_000).toISOString().slice(0, 10);
const WISH: RequestGroup = {
  people: 30,
  city: "",
  date: inDays(40),
  occasion: "birthday",
  words: "Somos treinta.\n¿Hay mariachi?",
  name: "Sofía Núñez",
  email: "sofia@guest.test",
  phone: "+52 55 1234 5678",
  language: "es",
};
let key = 0;
const asks = (over: Partial<RequestGroup> = {}, form = { key: `a-form-of-a-test-${key++}`, trap: "" }) =>
  requestGroup(database.ctx(), { ...WISH, ...over }, form);
const stored = () => database.services.db.selectFrom("group_requests").selectAll().execute();
const emails = () => database.services.db.selectFrom("emails").selectAll().orderBy("recipient").execute();
const staff = (over: object = {}) => database.ctx({ actor: { kind: "user", role: "support", ...over } });
const listed = async (values: object = {}, ctx = staff()) => {
  const found = await listRequests(ctx, REQUEST_LIST.values(values));
  if (!found.ok) throw new Error(found.reason);
  return found;
};
const aCity = async () =>
  (await database.services.db.selectFrom("cities").select("id").where("is_active", "=", true).executeTakeFirstOrThrow())
    .id;

test("a request is kept as written; its guest hears that it arrived, staff that there is one, and neither reads the words", async () => {
  const city = await aCity();
  expect(await asks({ city })).toEqual({ ok: true });
  const { city: _, ...written } = WISH;
  expect(await stored()).toMatchObject([
    { ...written, city_id: city, state: "new", closed_at: null, created_at: NOON },
  ]);
  await database.work();
  const sent = await emails();
  expect(sent.map(({ recipient, kind, language, status }) => [recipient, kind, language, status])).toEqual([
    ["admin@ronda.test", "staff_group", "en", "sent"],
    ["sofia@guest.test", "group_received", "es", "sent"],
  ]);
  const [toStaff, toGuest] = await Promise.all(sent.map(({ raw }) => PostalMime.parse(raw!)));
  expect(toStaff!.subject).toBe("A group of 30 asks for a night");
  expect(toStaff!.text).toContain(`/admin/groups?open=${(await stored())[0]!.id}`);
  for (const { text = "", html = "" } of [toStaff!, toGuest!])
    for (const theirs of ["Sofía", "mariachi", "1234"]) expect(text + html).not.toContain(theirs);
});

test("a form sent twice at once is one request, an edited one is another", async () => {
  const form = { key: "the-same-form", trap: "" };
  expect(await Promise.all([1, 2, 3].map(() => asks({}, form)))).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect(await stored()).toHaveLength(1);
  expect(await emails()).toHaveLength(2);
  await asks({ people: 31 }, form);
  expect(await stored()).toHaveLength(2);
});

test("a bot is told that all is well; a day that is over and a city that is none are refused", async () => {
  expect(await asks({}, { key: "a-bots-form", trap: "https://spam.example" })).toEqual({ ok: true });
  expect(await asks({ date: inDays(0) })).toEqual({ ok: false, reason: "date_past" });
  expect(await asks({ city: "atlantis" })).toEqual({ ok: false, reason: "city_unknown" });
  expect(await stored()).toEqual([]);
});

test("staff find, open, close and reopen requests; who isn't may not", async () => {
  await asks();
  await asks({ name: "Luz Prieto", email: "luz@guest.test", date: "" });
  expect((await listed()).counts).toEqual({ new: 2, open: 0, accepted: 0, closed: 0, all: 2 });
  const [one] = (await listed({ q: "nuñez" })).requests;
  expect(one).toMatchObject({ name: "Sofía Núñez", city: null, people: 30 });
  expect((await listed({ q: "mariachi luz" })).requests).toMatchObject([{ name: "Luz Prieto" }]);
  for (const _ of [1, 2]) expect(await closeRequest(staff(), { id: one!.id, closed: true })).toEqual({ ok: true });
  expect((await listed()).counts).toEqual({ new: 1, open: 0, accepted: 0, closed: 1, all: 2 });
  expect((await listed({ view: "closed" })).requests).toMatchObject([{ id: one!.id }]);
  expect(await openRequest(staff(), one!.id)).toMatchObject({ request: { words: WISH.words, state: "closed" } });
  expect(await closeRequest(staff(), { id: one!.id, closed: false })).toEqual({ ok: true });
  expect((await listed()).counts.new).toBe(2);
  expect(await listRequests(database.ctx(), REQUEST_LIST.values({}))).toMatchObject({ reason: "forbidden" });
  expect(await openRequest(database.ctx(), one!.id)).toMatchObject({ reason: "forbidden" });
  expect(await closeRequest(database.ctx(), { id: one!.id, closed: true })).toMatchObject({ reason: "forbidden" });
  expect(await openRequest(staff(), "nope")).toMatchObject({ reason: "request_not_found" });
});

test("a role that is limited to cities sees those of its cities", async () => {
  const city = await aCity();
  await asks({ city });
  await asks({ email: "luz@guest.test" });
  expect((await listed({}, staff({ cities: [city] }))).counts.all).toBe(1);
  const elsewhere = await listed({}, staff({ cities: ["atlantis"] }));
  expect([elsewhere.requests, elsewhere.counts.all]).toEqual([[], 0]);
  const [one] = await stored();
  expect(await openRequest(staff({ cities: ["atlantis"] }), one!.id)).toMatchObject({ reason: "request_not_found" });
});

test("what somebody asked for is in their data, and goes with it", async () => {
  await asks();
  await asks({ email: "luz@guest.test" });
  const { db } = database.services;
  expect(await storedRequests({ db }, "Sofia@guest.test")).toMatchObject([{ people: 30, words: WISH.words }]);
  await db.transaction().execute((tx) => forgetAsker(tx, "SOFIA@guest.test"));
  expect((await stored()).map(({ email }) => email).toSorted()).toEqual(["", "luz@guest.test"]);
  expect((await listed()).counts.all).toBe(1);
});
