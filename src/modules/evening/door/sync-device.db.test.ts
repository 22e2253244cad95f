import { randomBytes, randomUUID } from "node:crypto";
import { brotliCompressSync, constants } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { lookAtDouble } from "#src/modules/evening/door/look-at-double.server.ts";
import { doorAlerts, guestList } from "#src/modules/evening/door/queries.server.ts";
import { leaveDevice, revokeDevice } from "#src/modules/evening/door/revoke-device.server.ts";
import { MOST_HANDED_OVER } from "#src/modules/evening/door/rules/device.ts";
import { POLL_MS } from "#src/modules/evening/door/rules/queue.ts";
import type { DoorList, SyncAnswer, SyncInput } from "#src/modules/evening/door/schema.ts";
import { restOf } from "#src/modules/evening/door/rules/guest-list.ts";
import { forgetVersion, mayUpload } from "#src/modules/evening/door/sync-device.server.ts";
import { readNight } from "#src/modules/office/night/queries.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";
import { setSession } from "#src/platform/session-cookie.server.ts";
import { apiOn } from "#tests/api-client.ts";
import {
  doorEvent,
  type Party,
  partyTonight,
  partyWith,
  phoneOf,
  signedIn,
  somebody,
  upload,
} from "#tests/at-the-door.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { later } from "#tests/seeds.ts";

const database = freshDatabase({ RONDA_SEED: "empty" });
const api = apiOn(database);
let guide: Awaited<ReturnType<typeof somebody>>;
beforeAll(async () => {
  guide = await somebody(database, "guide");
});

const post = async (secret: string, input: SyncInput, now = NOON, sentAt = now) => {
  const answer = await api("/api/door/sync", {
    body: { ...input, sent_at: sentAt.toISOString() },
    headers: { authorization: `Bearer ${secret}` },
    now,
  });
  return { ...answer, json: answer.json as unknown as SyncAnswer };
};

test("what one phone does reaches the other, with name and phone, and nothing a second time", async () => {
  const [one, other] = [await phoneOf(database, "Door", guide), await phoneOf(database, "Bar")];
  const party = await partyTonight(database, { number_of_people: 2 });
  const departure_ids = [party.departure];
  const first = await post(other.secret, upload([], { departure_ids }));
  const entry = doorEvent(party);
  const done = await post(one.secret, upload([entry]), later(1));
  expect(done.headers.get("cache-control")).toBe("no-store");
  const message = { event: entry.id, at: NOON.toISOString(), by: "Dani", device: "Door", id_seen: false };
  expect(done.json.answers).toEqual([{ id: entry.id, result: "stored", verdict: null, reason: null, entry: message }]);
  const heard = await post(other.secret, upload([], { departure_ids, since: first.json.cursor }), later(2));
  expect(heard.json.changes).toEqual([{ ticket_id: party.tickets[0], entry: message }]);
  const undo = doorEvent(party, { kind: "undo", of_event: entry.id, reason: "wrong person" });
  await post(one.secret, upload([undo]), later(30));
  const then = await post(other.secret, upload([], { departure_ids, since: heard.json.cursor }), later(31));
  expect(then.json.changes).toEqual([{ ticket_id: party.tickets[0], entry: null }]);
  const calm = await post(other.secret, upload([], { departure_ids, since: then.json.cursor }), later(35));
  const quiet = await post(other.secret, upload([], { departure_ids, since: calm.json.cursor }), later(60));
  expect(quiet.json.changes).toEqual([]);
});

test("a transaction that commits after a later one is heard of all the same", async () => {
  const [one, other] = [await phoneOf(database, "Door"), await phoneOf(database, "Bar")];
  const party = await partyTonight(database);
  const departure_ids = [party.departure];
  const before = await post(other.secret, upload([], { departure_ids }), new Date(+NOON + 5000));
  // it began before, on another server perhaps, and is there only now
  await post(one.secret, upload([doorEvent(party)]), NOON);
  const heard = await post(
    other.secret,
    upload([], { departure_ids, since: before.json.cursor }),
    new Date(+NOON + 7000),
  );
  expect(heard.json.changes).toHaveLength(1);
});

test.each([-180, 180])("a phone whose clock is %i minutes off tells the right time", async (minutes) => {
  const phone = await phoneOf(database, "Wrong clock");
  const party = await partyTonight(database);
  const wrong = (minute: number) => later(minute + minutes);
  const event = doorEvent(party, { device_at: wrong(2).toISOString(), offline: true });
  const { json } = await post(phone.secret, upload([event]), later(10), wrong(10));
  expect(json.answers[0]?.entry?.at).toBe(later(2).toISOString());
});

test.each([40, -40, 9000, -9000])("a phone whose clock was %i days off once syncs and tells again", async (days) => {
  const phone = await phoneOf(database, "Off by days");
  const party = await partyTonight(database);
  expect((await post(phone.secret, upload([]), later(0), later(days * 1440))).status).toBe(200);
  // to the other side, and then right
  expect((await post(phone.secret, upload([]), later(0), later(-days * 1440))).status).toBe(200);
  const { status, json } = await post(phone.secret, upload([doorEvent(party)]), later(0), later(0));
  expect([status, json.answers?.[0]?.result]).toEqual([200, "stored"]);
});

test("a revoked phone hands over what it has, may ask nothing and hears nothing", async () => {
  const phone = await phoneOf(database, "Lost", guide);
  const party = await partyTonight(database, { number_of_people: 3 });
  const at = (minute: number, index: number, offline = true) =>
    doorEvent(party, { device_at: later(minute).toISOString(), offline, ticket_id: party.tickets[index]! });
  await revokeDevice(guide.ctx(later(10)), { id: phone.id, cookie: null });
  const events = [at(5, 0), at(15, 1), at(16, 2, false)];
  const { json } = await post(phone.secret, upload(events, { departure_ids: [party.departure] }), later(20));
  expect(json).toMatchObject({ revoked: true, changes: [] });
  expect(json.answers.map(({ result }) => result)).toEqual(["stored", "stored", "refused"]);
  const rows = await database.services.db
    .selectFrom("checkin_events")
    .select("concern")
    .where("departure_id", "=", party.departure)
    .orderBy("device_at")
    .execute();
  expect(rows.map(({ concern }) => concern)).toEqual(["revoked_device", "revoked_device"]);
});

const DAY = 1440;
const reportOf = (party: Party, over: Parameters<typeof doorEvent>[1] = {}) =>
  doorEvent(party, { offline: true, device_at: later(5).toISOString(), ...over });
const results = ({ json }: Awaited<ReturnType<typeof post>>) => json.answers.map(({ result }) => result);

test("a revoked phone hands over for two days, and what it handed over stays known", async () => {
  const phone = await phoneOf(database, "Lost", guide);
  const party = await partyTonight(database, { number_of_people: 3 });
  await revokeDevice(guide.ctx(later(10)), { id: phone.id, cookie: null });
  const [first, second] = [reportOf(party), reportOf(party, { ticket_id: party.tickets[1]! })];
  const at = (minute: number, ...events: ReturnType<typeof reportOf>[]) =>
    post(phone.secret, upload(events), later(minute), later(minute)).then(results);
  expect(await at(10 + 2 * DAY, first)).toEqual(["stored"]);
  expect(await at(11 + 2 * DAY, first, second)).toEqual(["known", "refused"]);
});

test("a revoked phone hands over as much as a night makes, counted once, also at once", async () => {
  const phone = await phoneOf(database, "Lost", guide);
  const party = await partyTonight(database, { number_of_people: 4 });
  await revokeDevice(guide.ctx(later(10)), { id: phone.id, cookie: null });
  const { db } = database.services;
  const handedOver = async () =>
    (await db.selectFrom("door_devices").select("handed_over").where("id", "=", phone.id).executeTakeFirstOrThrow())
      .handed_over;
  const [first, ...more] = party.tickets.map((ticket_id) => reportOf(party, { ticket_id }));
  for (let n = 0; n < 2; n += 1) await post(phone.secret, upload([first!]), later(20), later(20));
  expect(await handedOver()).toBe(1);
  await db
    .updateTable("door_devices")
    .set({ handed_over: MOST_HANDED_OVER - 1 })
    .where("id", "=", phone.id)
    .execute();
  const all = await Promise.all(more.map((event) => post(phone.secret, upload([event]), later(20), later(20))));
  expect(all.flatMap(results).toSorted()).toEqual(["refused", "refused", "stored"]);
  expect(await handedOver()).toBe(MOST_HANDED_OVER);
});

test("control: who reads how much is left and takes it later takes it twice", async () => {
  const phone = await phoneOf(database, "Lost", guide);
  const { pool, db } = database.services;
  await db
    .updateTable("door_devices")
    .set({ handed_over: MOST_HANDED_OVER - 1 })
    .where("id", "=", phone.id)
    .execute();
  const naive = async () =>
    (await pool.query("select from door_devices where id = $1 and handed_over < $2", [phone.id, MOST_HANDED_OVER]))
      .rows;
  expect((await Promise.all([naive(), naive(), naive()])).flat()).toHaveLength(3);
});

test("the two days of somebody who lost the right begin when their phone is met, and end when it is back", async () => {
  const phone = await phoneOf(database, "Phone");
  const party = await partyTonight(database, { number_of_people: 4 });
  const role = (value: string | null) =>
    database.services.db.updateTable("user").set({ role: value }).where("id", "=", phone.owner.id).execute();
  let next = 0;
  const at = (minute: number) => {
    const event = reportOf(party, { ticket_id: party.tickets[next]!, device_at: later(minute - 1).toISOString() });
    next += 1;
    return post(phone.secret, upload([event]), later(minute), later(minute)).then(results);
  };
  await role(null);
  expect(await at(100)).toEqual(["stored"]);
  expect(await at(100 + 2 * DAY)).toEqual(["stored"]);
  expect(await at(101 + 2 * DAY)).toEqual(["refused"]);
  await role("guide");
  expect(await at(102 + 2 * DAY)).toEqual(["stored"]);
});

test("revoking a phone signs its owner out everywhere but where it was done, and a sign-out keeps it from hearing", async () => {
  const phone = await phoneOf(database, "Lost");
  const { db } = database.services;
  const sessions = async () =>
    (await db.selectFrom("session").select("token").where("user_id", "=", phone.owner.id).execute()).map(
      ({ token }) => token,
    );
  const own = randomBytes(24).toString("base64url");
  const cookie = setSession(database.ctx(), own, 60).split(";")[0]!;
  const [session] = await sessions();
  await signedIn(database, phone.owner.id, own);
  const party = await partyTonight(database);
  const hears = async () =>
    (await post(phone.secret, upload([], { departure_ids: [party.departure] }), later(2))).json.changes.length;
  await post((await phoneOf(database, "Door")).secret, upload([doorEvent(party)]), later(1));
  expect(await hears()).toBe(1);
  await revokeDevice(phone.owner.ctx(later(10)), {
    id: phone.id,
    cookie,
  });
  expect([session !== undefined, await sessions()]).toEqual([true, [hashToken(own)]]);
  const next = await phoneOf(database, "Next", phone.owner);
  const nextHears = async () =>
    (await post(next.secret, upload([], { departure_ids: [party.departure] }), later(2))).json;
  expect(await nextHears()).toMatchObject({ revoked: false, changes: [{}] });
  await db.deleteFrom("session").where("user_id", "=", phone.owner.id).execute();
  expect(await nextHears()).toMatchObject({ revoked: false, changes: [] });
  await leaveDevice(guide.ctx(later(11)), { id: next.id });
  expect(await nextHears(), "another's").toMatchObject({ revoked: false });
  await leaveDevice(phone.owner.ctx(later(11)), { id: next.id });
  expect(await nextHears()).toMatchObject({ revoked: true });
});

test("a stolen phone takes nobody's entry back unseen, whatever its clock says", async () => {
  const phone = await phoneOf(database, "Stolen", guide);
  const party = await partyTonight(database);
  const admin = await somebody(database, "admin");
  const entry = doorEvent(party, { device_at: later(3).toISOString() });
  await post(phone.secret, upload([entry]), later(3));
  await revokeDevice(guide.ctx(later(10)), { id: phone.id, cookie: null });
  const view = async () => {
    const [all, night] = [
      await doorAlerts(admin.ctx(later(30))),
      await readNight(admin.ctx(later(30)), party.departure),
    ];
    if (!all.ok || !night.ok) throw new Error("no alerts");
    return [
      all.alerts
        .filter(({ booking_id }) => booking_id === party.booking)
        .map(({ id, concern, device }) => [id, concern, device]),
      night.night.alerts.filter(({ looked }) => !looked).map(({ id, kind, device }) => [id, kind, device]),
    ];
  };
  expect(await view()).toEqual([[], []]);
  const back = { kind: "undo", of_event: entry.id, reason: "x", device_at: later(5).toISOString() } as const;
  await post(phone.secret, upload([doorEvent(party, back)]), later(20));
  const alert = [entry.id, "revoked_device", "Stolen"];
  expect(await view()).toEqual([[alert], [alert]]);
  expect(await lookAtDouble(admin.ctx(later(30)), { id: entry.id })).toEqual({ ok: true });
  expect(await view()).toEqual([[], []]);
});

test.each([
  ["lost the role", { role: null }],
  ["was banned", { banned: true }],
  ["has no second factor any more", { two_factor_enabled: false }],
])("the phone of somebody who %s counts as revoked", async (_, change) => {
  const phone = await phoneOf(database, "Phone");
  expect((await post(phone.secret, upload([]))).json.revoked).toBe(false);
  await database.services.db.updateTable("user").set(change).where("id", "=", phone.owner.id).execute();
  expect((await post(phone.secret, upload([]))).json.revoked).toBe(true);
});

test("no other secret opens anything, nor one in the address", async () => {
  const phone = await phoneOf(database, "Phone");
  expect((await post("a-guess", upload([]))).status).toBe(401);
  expect((await api(`/api/door/sync?token=${phone.secret}`, { body: upload([]) })).status).toBe(422);
  expect((await api("/api/door/sync", { body: upload([]) })).status).toBe(401);
  const hashes = await database.services.db.selectFrom("door_devices").select("token_hash").execute();
  expect(JSON.stringify(hashes)).not.toContain(phone.secret);
});

test("500 events fit into one upload, and a row that can't be read holds none up", async () => {
  const phone = await phoneOf(database, "Phone");
  const party = await partyTonight(database, { number_of_people: 50 });
  const events = Array.from({ length: 499 }, (_, at) =>
    doorEvent(party, { offline: true, ticket_id: party.tickets[at % 50]!, reason: "ñ".repeat(90) }),
  );
  const strange = { ...doorEvent(party), kind: "dance" } as unknown as SyncInput["events"][number];
  const { status, json } = await post(phone.secret, upload([...events, strange]));
  expect(status).toBe(200);
  expect(json.answers.at(-1)).toMatchObject({ id: strange.id, result: "refused" });
  expect(json.answers.filter(({ result }) => result === "refused")).toHaveLength(1);
  expect((await post(phone.secret, upload([...events, ...events]))).status).toBe(422);
});

test("a phone may ask more than any door does, and then is told to wait, alone", async () => {
  const [phone, other] = [await phoneOf(database, "Phone"), await phoneOf(database, "Other")];
  let calls = 0;
  while (mayUpload(phone.id, NOON)) calls += 1;
  const guests = 400; // in ten minutes: asked about, proof of age, and what is turned away
  expect(calls).toBeGreaterThan(600_000 / POLL_MS + 3 * guests);
  expect((await post(phone.secret, upload([]))).status).toBe(429);
  expect((await post(other.secret, upload([]))).status).toBe(200);
  expect((await post(phone.secret, upload([]), later(10))).status).toBe(200);
});

test("no phone tells more in a minute than a whole night's door hands over at once", async () => {
  const phone = await phoneOf(database, "Phone");
  const party = await partyTonight(database, { number_of_people: 50 });
  const many = () =>
    upload(Array.from({ length: 500 }, (_, n) => reportOf(party, { ticket_id: party.tickets[n % 50]! })));
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await post(phone.secret, many(), later(20), later(20))).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await post(phone.secret, upload([]), later(20), later(20))).status).toBe(200);
  expect((await post(phone.secret, many(), later(21), later(21))).status).toBe(200);
});

const listOf = async (ctx = guide.ctx()) => {
  const snapshot = await guestList(ctx);
  if (!snapshot.ok) throw new Error(snapshot.reason);
  return snapshot;
};
const nightIn = ({ departures }: DoorList, id: string) => departures.find((night) => night.id === id)!;

test("a guest list tells names, size, language and notes, and nothing that a guide may not see", async () => {
  const secrets = { email: "secret.address@guest.test", phone: "+525512345678", total_price: 73_219 };
  const party = await partyTonight(database, {
    number_of_people: 2,
    email: secrets.email,
    total_price: secrets.total_price,
  });
  const { db } = database.services;
  const own = { phone: secrets.phone, special_requests: "Wheelchair" };
  await db.updateTable("bookings").set(own).where("id", "=", party.booking).execute();
  const note = { booking_id: party.booking, text: "Complained last time", at: NOON };
  await db.insertInto("booking_notes").values(note).execute();
  const { list } = await listOf();
  const [guest] = nightIn(list, party.departure).guests;
  expect(guest).toMatchObject({
    name: "Sofía Núñez",
    people: 2,
    language: "en",
    note: "Wheelchair",
    state: "confirmed",
  });
  const text = JSON.stringify(list);
  for (const value of [secrets.email, secrets.phone, "5512345678", "73219", "732.19", note.text])
    expect(text, value).not.toContain(value);
  expect(Object.keys(guest!).toSorted()).toEqual(
    ["id", "language", "mail", "name", "note", "people", "reference", "rest", "state", "tickets"].toSorted(),
  );
  expect(guest!.mail).toMatch(/^[\w-]{8}$/);
  expect(guest!.rest).toBe(restOf("55 1234 5678"));
});

test("a list has tonight and the nights around it, and each party's state", async () => {
  const nights = await Promise.all([-2, -1, 0, 1, 2].map((days) => partyTonight(database, { days })));
  const tonight = nights[2]!;
  const states = [
    { status: "pending" as const, hold: later(10) },
    { status: "pending" as const, hold: later(-10) },
    { status: "cancelled" as const, cancel_reason: "customer", hold: NOON },
    { status: "cancelled" as const, cancel_reason: "replaced", hold: NOON },
  ];
  const { db } = database.services;
  for (const { hold, ...over } of states) {
    const { booking } = await partyWith(database, tonight, over);
    const ended = over.status === "cancelled" ? { cancelled_at: later(-60) } : {};
    const paid = over.cancel_reason === "customer" ? {} : { confirmed_at: null };
    await db
      .updateTable("bookings")
      .set({ hold_expires_at: hold, ...ended, ...paid })
      .where("id", "=", booking)
      .execute();
  }
  const shift = { user_id: guide.id, part: "guide", request_id: randomUUID(), created_at: NOON, asked_at: NOON };
  await db
    .insertInto("shifts")
    .values([
      { ...shift, departure_id: tonight.departure, state: "accepted", answered_at: NOON },
      { ...shift, departure_id: nights[1]!.departure, state: "asked" },
    ])
    .execute();
  const { list } = await listOf();
  expect(list.departures.filter(({ own }) => own).map(({ id }) => id)).toEqual([tonight.departure]);
  const view = nights.map(({ departure }) => nightIn(list, departure)?.tonight);
  expect(view).toEqual([undefined, false, true, false, undefined]);
  expect(
    nightIn(list, tonight.departure)
      .guests.map(({ state }) => state)
      .toSorted(),
  ).toEqual(["cancelled", "confirmed", "lapsed", "pending"]);
});

test("a list names who gave no name in the reader's language, and marks practice", async () => {
  const party = await partyTonight(database, { test: true });
  const { db } = database.services;
  await db
    .updateTable("bookings")
    .set({ first_name: "Walk-in", last_name: "" })
    .where("id", "=", party.booking)
    .execute();
  const read = async (locale: "en" | "es", PAYMENTS_MODE: "live" | "sandbox") => {
    const ctx = guide.ctx();
    const snapshot = await guestList({ ...ctx, locale, settings: { ...ctx.settings, PAYMENTS_MODE } });
    const [row] = snapshot.ok ? nightIn(snapshot.list, party.departure).guests : [];
    return [row?.name, row?.practice];
  };
  expect(await read("en", "live")).toEqual(["Walk-in", "invalid"]);
  expect(await read("es", "sandbox")).toEqual(["Sin reserva", "valid"]);
});

test("a list keeps its version and tag until something changes", async () => {
  const party = await partyTonight(database);
  const phone = await phoneOf(database, "Phone", guide);
  const before = await listOf();
  const again = await listOf(guide.ctx(later(1)));
  expect([again.etag, again.list.version]).toEqual([before.etag, before.list.version]);
  await post(phone.secret, upload([doorEvent(party)]));
  const entered = await listOf();
  expect(entered.list.version).toBe(before.list.version);
  expect(entered.etag).not.toBe(before.etag);
  await database.services.db
    .updateTable("bookings")
    .set({ special_requests: "Late" })
    .where("id", "=", party.booking)
    .execute();
  const changed = await listOf();
  expect(changed.list.version).not.toBe(before.list.version);
  // phones share for a second what was read
  forgetVersion(database.services);
  expect((await post(phone.secret, upload([]))).json.list_version).toBe(changed.list.version);
});

test("200 guests take at most 30 KB on the wire", async () => {
  const first = await partyTonight(database, { number_of_people: 2 });
  for (let count = 1; count < 100; count += 1) {
    const { booking } = await partyWith(database, first, { number_of_people: 2 });
    const name = {
      first_name: `Guest${count * 7919}`,
      last_name: `Of${(count * 104_729) % 9973}`,
      email: `${count}@guest.test`,
    };
    await database.services.db.updateTable("bookings").set(name).where("id", "=", booking).execute();
  }
  const { list } = await listOf();
  const night = nightIn(list, first.departure);
  expect(night.guests.reduce((sum, { people }) => sum + people, 0)).toBe(200);
  // as a response is compressed (platform/compress-answer.server.ts)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const sent = brotliCompressSync(JSON.stringify({ ...list, departures: [night] }), quality);
  expect(sent.length).toBeLessThanOrEqual(30_000);
});
