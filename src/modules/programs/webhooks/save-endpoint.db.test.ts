import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Webhook } from "standardwebhooks";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { attentionCounts } from "#src/modules/office/reports/queries.server.ts";
import { listEndpoints, openEndpoint } from "#src/modules/programs/webhooks/queries.server.ts";
import { renewSecret, showSecret } from "#src/modules/programs/webhooks/renew-secret.server.ts";
import { replayMessages } from "#src/modules/programs/webhooks/replay-messages.server.ts";
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  switchEndpoint,
} from "#src/modules/programs/webhooks/save-endpoint.server.ts";
import { EndpointFields } from "#src/modules/programs/webhooks/schema.ts";
import { sendMessages } from "#src/modules/programs/webhooks/send-messages.server.ts";
import { sendTest } from "#src/modules/programs/webhooks/send-test.server.ts";
import { insertEvents } from "#src/modules/programs/webhooks/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addPartner } from "#tests/partner-acts.ts";
import { webhookReceiver } from "#tests/webhook-receiver.ts";

const database = freshDatabase({ WEBHOOKS_TO_PRIVATE: "true" });
const receiver = webhookReceiver();
const db = () => database.services.db;
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const admin = (now = NOON, over: Partial<Context["settings"]> = {}) =>
  database.ctx({
    now,
    clock: () => now,
    settings: { ...database.services.settings, ...over },
    actor: { kind: "user", role: "admin", userId: null },
  });
const elsewhere = { WEBHOOKS_TO_PRIVATE: false };

let booking: string;
beforeAll(async () => {
  booking = await bookDeparture(database.ctx());
});
afterEach(async () => {
  await db().deleteFrom("webhook_endpoints").execute();
  await db().deleteFrom("webhook_events").execute();
});

const fields = (over: object = {}) =>
  EndpointFields.parse({
    url: receiver.url,
    description: "",
    types: ["booking.confirmed"],
    partner_id: "",
    cities: [],
    ...over,
  });
async function added(over: object = {}) {
  const id = randomUUID();
  expect(await addEndpoint(admin(), { id, endpoint: fields(over) })).toEqual({ ok: true, id });
  return id;
}
const happens = () =>
  db()
    .transaction()
    .execute((tx) => insertEvents(tx, { type: "booking.confirmed", subjects: [booking], detail: {}, at: NOON }));
const logOf = async (id: string, now = NOON) => {
  const page = await openEndpoint(admin(now), id, { state: null, page: 1 });
  if (!page.ok) throw new Error(page.reason);
  return page;
};

describe("what may be an endpoint", () => {
  test.each([
    ["http://system.example/hook", "not_https"],
    ["https://127.0.0.1/", "private_address"],
    ["https://2130706433/", "private_address"],
    ["https://[::ffff:10.0.0.1]/", "private_address"],
    ["https://localhost/", "private_address"],
    ["https://system.example/hook", undefined],
  ])("%s: %s", async (url, reason) => {
    const answer = await addEndpoint(admin(NOON, elsewhere), { id: randomUUID(), endpoint: fields({ url }) });
    expect("reason" in answer ? answer.reason : undefined).toBe(reason);
  });

  test.each([
    "ftp://system.example/",
    "https://eva:secret@system.example/",
    "system.example",
    "",
    "javascript:alert(1)",
  ])("no form has %s", (url) =>
    expect(EndpointFields.safeParse({ ...fields(), partner_id: "", cities: [], url }).success).toBe(false),
  );

  test("a partner's is told of no night that is called off, and of no city that isn't there", async () => {
    const partner = await addPartner(db(), NOON, { code: "casa" });
    const adds = (over: object) => addEndpoint(admin(), { id: randomUUID(), endpoint: fields(over) });
    expect(await adds({ partner_id: partner, types: ["night.cancelled"] })).toMatchObject({
      reason: "types_of_partner",
    });
    expect(await adds({ partner_id: randomUUID() })).toMatchObject({ reason: "partner_not_found" });
    expect(await adds({ cities: ["atlantis"] })).toMatchObject({ reason: "city_not_found" });
    expect(await adds({ partner_id: partner, cities: ["mexico-city"] })).toMatchObject({ ok: true });
  });

  test("none is added for a partner who is switched off", async () => {
    const partner = await addPartner(db(), NOON, { code: "cerrada" });
    await db().updateTable("partners").set({ is_active: false }).where("id", "=", partner).execute();
    const endpoint = fields({ partner_id: partner });
    expect(await addEndpoint(admin(), { id: randomUUID(), endpoint })).toMatchObject({ reason: "partner_off" });
  });

  test("one whose partner was switched off says so, in the list and on its page", async () => {
    const partner = await addPartner(db(), NOON, { code: "dormida" });
    const id = await added({ partner_id: partner });
    const states = async () => {
      const list = await listEndpoints(admin());
      return [list.ok && list.endpoints.map(({ state }) => state), (await logOf(id)).endpoint.state];
    };
    expect(await states()).toEqual([["on"], "on"]);
    await db().updateTable("partners").set({ is_active: false }).where("id", "=", partner).execute();
    expect(await states()).toEqual([["partner_off"], "partner_off"]);
  });

  test("the log names its partner and its cities, these in the site's order", async () => {
    const order = [
      { id: "zipolite", name: "Zipolite", time_zone: "America/Mexico_City", position: 1 },
      { id: "acapulco", name: "Acapulco", time_zone: "America/Mexico_City", position: 2 },
    ];
    await db().insertInto("cities").values(order).execute();
    const partner = await addPartner(db(), NOON, { code: "con-nombre" });
    const cities = ["acapulco", "zipolite"];
    const id = await added({ partner_id: partner, cities });
    const endpoint = fields({ partner_id: partner, cities: cities.slice(0, 1) });
    expect(await changeEndpoint(admin(), { id, version: 1, endpoint })).toMatchObject({ ok: true });
    const { name } = await db()
      .selectFrom("partners")
      .select("name")
      .where("id", "=", partner)
      .executeTakeFirstOrThrow();
    const [update, creation] = await historyOf(admin(), [["webhook", id]]);
    expect(creation!.changes).toContainEqual({ field: "partner", old: null, now: name });
    expect(creation!.changes).toContainEqual({ field: "cities", old: null, now: ["Zipolite", "Acapulco"] });
    expect(update!.changes).toEqual([{ field: "cities", old: ["Zipolite", "Acapulco"], now: ["Acapulco"] }]);
    await db().deleteFrom("cities").where("id", "in", cities).execute();
  });

  test("none changes hands, by which another partner would be sent what waits", async () => {
    const [one, other] = [
      await addPartner(db(), NOON, { code: "uno" }),
      await addPartner(db(), NOON, { code: "otro" }),
    ];
    const id = await added({ partner_id: one });
    for (const partner_id of [other, ""])
      expect(await changeEndpoint(admin(), { id, version: 1, endpoint: fields({ partner_id }) })).toMatchObject({
        reason: "partner_fixed",
      });
    expect((await logOf(id)).choices.partners.map((partner) => partner.id)).toEqual([one]);
    expect((await logOf(await added())).choices.partners).toEqual([]);
  });

  test.each([
    ["of other types", { types: ["booking.cancelled", "night.cancelled"] }, 0],
    ["of another city", { cities: ["oaxaca"] }, 0],
    ["the same", { types: ["booking.confirmed", "booking.held"], cities: ["mexico-city"] }, 1],
  ])("of what waits, one that is to be told of %s keeps what fits", async (_, over, count) => {
    const oaxaca = { id: "oaxaca", name: "Oaxaca", time_zone: "America/Mexico_City" };
    await db()
      .insertInto("cities")
      .values(oaxaca)
      .onConflict((c) => c.doNothing())
      .execute();
    const id = await added();
    await happens();
    receiver.answer = () => ({ status: 500 });
    await sendMessages(admin());
    expect(await changeEndpoint(admin(), { id, version: 1, endpoint: fields(over) })).toMatchObject({ ok: true });
    expect((await logOf(id)).total).toBe(count);
  });

  test("two people who change one are told", async () => {
    const id = await added();
    const change = (description: string) =>
      changeEndpoint(admin(), { id, version: 1, endpoint: fields({ description }) });
    expect(await change("A")).toEqual({ ok: true, version: 2 });
    expect(await change("B")).toMatchObject({ reason: "changed_meanwhile" });
  });

  test("only one that is switched off is deleted, with what waits for it", async () => {
    const id = await added();
    await happens();
    receiver.answer = () => ({ status: 500 });
    await sendMessages(admin());
    expect(await deleteEndpoint(admin(), { id })).toMatchObject({ reason: "is_active" });
    await switchEndpoint(admin(), { id, isActive: false });
    expect(await deleteEndpoint(admin(), { id })).toMatchObject({ ok: true });
    expect(await db().selectFrom("webhook_deliveries").select("state").execute()).toEqual([]);
  });
});

test("a new secret is another one, and both sign until a day is over", async () => {
  const id = await added();
  const [first, second] = [await showSecret(admin(), { id }), await renewSecret(admin(), { id, version: 1 })];
  if (!first.ok || !second.ok) throw new Error("refused");
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(second.secret).not.toBe(first.secret);
  const reads = async () => {
    const { rows } = await database.services.pool.query("select from audit_log where action = 'webhook.secret_read'");
    return rows.length;
  };
  const before = await reads();
  // the same form again makes no third, and reading the second leaves a trace
  expect(await renewSecret(admin(), { id, version: 1 })).toEqual(second);
  expect(await reads()).toBe(before + 1);
  expect(await renewSecret(admin(), { id, version: 7 })).toMatchObject({ reason: "changed_meanwhile" });
  const verified = async (now: Date) => {
    await happens();
    await sendMessages(admin(now));
    const { body, headers } = receiver.received.at(-1)!;
    vi.setSystemTime(now);
    const found = [first, second].map(({ secret }) => {
      try {
        return Boolean(new Webhook(secret).verify(body, headers));
      } catch {
        return false;
      }
    });
    vi.useRealTimers();
    return found;
  };
  expect(await verified(later(86_399))).toEqual([true, true]);
  expect(await verified(later(86_401))).toEqual([false, true]);
});

describe("a test", () => {
  test("says what was answered, also by an endpoint that is switched off", async () => {
    const id = await added();
    await switchEndpoint(admin(), { id, isActive: false });
    expect(await sendTest(admin(), { id })).toMatchObject({ ok: true, isFine: true, status: 204, error: null });
    expect(receiver.received.map(({ type, data }) => [type, data])).toEqual([["webhook.test", { id }]]);
    expect((await logOf(id)).deliveries.map(({ type, state }) => [type, state])).toEqual([
      ["webhook.test", "delivered"],
    ]);
  });

  test("that fails isn't tried again", async () => {
    const id = await added();
    receiver.answer = () => ({ status: 503, headers: { "retry-after": "60" } });
    expect(await sendTest(admin(), { id })).toMatchObject({ ok: true, isFine: false, status: 503 });
    await sendMessages(admin(later(7200)));
    expect(receiver.received).toHaveLength(1);
    expect((await logOf(id)).counts).toEqual([{ state: "dead", count: 1 }]);
  });

  test("goes to no private address unless a setting says so", async () => {
    const id = await added();
    await db().updateTable("webhook_endpoints").set({ url: "https://127.0.0.1/" }).where("id", "=", id).execute();
    const answer = await sendTest(admin(NOON, elsewhere), { id });
    expect(answer).toMatchObject({ isFine: false, status: null, error: "private_address 127.0.0.1" });
  });
});

describe("sending again", () => {
  test("one message, or all that were given up, under their ids", async () => {
    const id = await added();
    await happens();
    await happens();
    receiver.answer = () => ({ status: 500 });
    await sendMessages(admin());
    await sendMessages(admin(later(3 * 86_400 + 1)));
    await sendMessages(admin(later(6 * 86_400 + 2)));
    await sendMessages(admin(later(9 * 86_400 + 3)));
    const at = later(9 * 86_400 + 4);
    const { deliveries, counts } = await logOf(id, at);
    expect(counts).toEqual([{ state: "dead", count: 2 }]);
    receiver.answer = () => ({ status: 200 });
    receiver.received = [];
    expect(await replayMessages(admin(at), { id, n: deliveries[0]!.n })).toEqual({ ok: true, count: 1 });
    await sendMessages(admin(at));
    expect(receiver.received.map((message) => message.id)).toEqual([deliveries[0]!.id]);
    expect(await replayMessages(admin(at), { id, n: null })).toEqual({ ok: true, count: 1 });
    await sendMessages(admin(at));
    expect(receiver.received.map((message) => message.id)).toEqual([deliveries[0]!.id, deliveries[1]!.id]);
    expect(await replayMessages(admin(at), { id, n: null })).toEqual({ ok: true, count: 0 });
    expect(await replayMessages(admin(at), { id, n: "999999" })).toMatchObject({ reason: "delivery_not_found" });
  });

  test("no message of another endpoint", async () => {
    const [id, other] = [await added(), await added()];
    await happens();
    await sendMessages(admin());
    const { n } = (await logOf(other)).deliveries[0]!;
    await db().deleteFrom("webhook_deliveries").where("endpoint_id", "=", id).execute();
    expect(await replayMessages(admin(), { id, n })).toMatchObject({ reason: "delivery_not_found" });
  });
});

test("what failed for an hour, or ended itself, needs somebody", async () => {
  const waiting = async (now: Date) => (await attentionCounts(admin(now))).webhooks;
  const id = await added();
  await happens();
  receiver.answer = () => ({ status: 500 });
  await sendMessages(admin());
  expect(await waiting(later(3599))).toMatchObject({ count: 0 });
  expect(await waiting(later(3600))).toEqual({ count: 1, oldest: NOON.toISOString() });
  receiver.answer = () => ({ status: 410 });
  await sendMessages(admin(later(11)));
  expect(await waiting(later(12))).toMatchObject({ count: 1 });
  expect((await logOf(id)).endpoint.state).toBe("gone");
  await switchEndpoint(admin(), { id, isActive: true });
  expect(await waiting(later(7200))).toMatchObject({ count: 0 });
});
