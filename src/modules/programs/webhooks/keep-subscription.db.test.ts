import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { attentionCounts } from "#src/modules/office/reports/queries.server.ts";
import {
  addSubscription,
  changeSubscription,
  endSubscription,
  findSubscription,
} from "#src/modules/programs/webhooks/keep-subscription.server.ts";
import { listEndpoints, openEndpoint } from "#src/modules/programs/webhooks/queries.server.ts";
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  switchEndpoint,
} from "#src/modules/programs/webhooks/save-endpoint.server.ts";
import { EndpointFields, SubscriptionFields } from "#src/modules/programs/webhooks/schema.ts";
import { openHeaders } from "#src/modules/programs/webhooks/seal-headers.server.ts";
import { sendTest } from "#src/modules/programs/webhooks/send-test.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addReseller, asKey } from "#tests/resellers.ts";

// A subscription is an endpoint that a partner's program made: its headers are a secret, and staff only end it.

const database = freshDatabase();
const db = () => database.services.db;
const admin = () => database.ctx({ actor: { kind: "user", role: "admin", userId: null } });
let key: Awaited<ReturnType<typeof addReseller>>;

beforeAll(async () => {
  key = { ...(await addReseller(db())), scopes: ["catalog:read", "availability:read", "bookings:read"] };
});
afterEach(async () => {
  await db().deleteFrom("webhook_endpoints").execute();
});

const program = () => asKey(database.ctx(), key);
const fields = (over: object = {}) =>
  SubscriptionFields.parse({
    url: "https://system.example/hook",
    topics: ["bookings"],
    headers: { authorization: "Bearer hush" },
    ...over,
  });
async function added(over: object = {}): Promise<string> {
  const result = await addSubscription(program(), fields(over));
  if (!result.ok) throw new Error(result.reason);
  return result.subscription.id;
}
const rowOf = (id: string) =>
  db().selectFrom("webhook_endpoints").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const entriesOf = (id: string) =>
  db()
    .selectFrom("audit_log")
    .select(["action", "actor_kind", "changes"])
    .where("subject_id", "=", id)
    .orderBy("at")
    .orderBy("id")
    .execute();

describe("the headers", () => {
  test("are stored sealed, and are nowhere that staff look", async () => {
    const id = await added();
    expect(await findSubscription(program(), id)).toMatchObject({
      subscription: { headers: { authorization: "Bearer hush" } },
    });
    const page = await openEndpoint(admin(), id, { state: null, page: 1 });
    const list = await listEndpoints(admin());
    await changeSubscription(program(), id, { headers: { "x-key": "hush" } });
    for (const place of [await rowOf(id), page, list, await entriesOf(id)])
      expect(JSON.stringify(place)).not.toContain("hush");
    expect((await entriesOf(id)).map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
      ["webhook.created", "key"],
      ["webhook.updated", "key"],
    ]);
  });

  test("open for their endpoint alone, by the secret that sealed them", async () => {
    const [id, other] = [await added(), await added()];
    const { headers } = await rowOf(id);
    const { secret } = database.services;
    expect(openHeaders(secret, id, headers)).toEqual({ authorization: "Bearer hush" });
    expect(openHeaders(secret, other, headers)).toEqual({});
    expect(openHeaders(`${secret}.`, id, headers)).toEqual({});
    expect(openHeaders(secret, id, `${headers!.slice(0, -2)}AA`)).toEqual({});
    expect((await rowOf(other)).headers).not.toBe(headers);
  });
});

test.each([
  ["http://system.example/hook", "not_https"],
  ["https://127.0.0.1/", "private_address"],
  ["https://[::1]/", "private_address"],
  ["https://localhost/", "private_address"],
])("%s is refused, also as a change: %s", async (url, reason) => {
  expect(await addSubscription(program(), fields({ url }))).toEqual({ ok: false, reason });
  expect(await changeSubscription(program(), await added(), { url })).toEqual({ ok: false, reason });
});

test("what a change leaves out stays, and one that changes nothing isn't written down", async () => {
  const id = await added();
  expect(await changeSubscription(program(), id, { topics: ["nights", "crawls"] })).toMatchObject({
    subscription: { ...fields(), topics: ["crawls", "nights"] },
  });
  expect((await rowOf(id)).types).toEqual(["crawl.changed", "availability.changed"]);
  await changeSubscription(program(), id, {});
  expect(await entriesOf(id)).toHaveLength(2);
  expect(await endSubscription(program(), id)).toMatchObject({ ok: true });
  expect(await endSubscription(program(), id)).toMatchObject({ reason: "subscription_not_found" });
});

test("one that answered 410 is switched on by another address alone, and may be ended", async () => {
  const goes = async () => {
    const id = await added();
    await db().updateTable("webhook_endpoints").set({ is_active: false, gone_at: NOON }).where("id", "=", id).execute();
    return id;
  };
  const id = await goes();
  await changeSubscription(program(), id, { topics: ["crawls"] });
  expect(await rowOf(id)).toMatchObject({ is_active: false, gone_at: NOON });
  await changeSubscription(program(), id, { url: "https://new.example/" });
  expect(await rowOf(id)).toMatchObject({ is_active: true, gone_at: null, url: "https://new.example/" });
  expect((await entriesOf(id)).map(({ action }) => action)).toContain("webhook.activated");
  expect(await endSubscription(program(), await goes())).toMatchObject({ ok: true });
});

describe("staff", () => {
  test("see whose it is, and switch it off or delete it, but don't change or try it", async () => {
    const id = await added();
    expect(await listEndpoints(admin())).toMatchObject({ endpoints: [{ id, partner: "Viajes Sol", key: "Sol" }] });
    expect(await openEndpoint(admin(), id, { state: null, page: 1 })).toMatchObject({
      endpoint: { key: { name: "Sol", counts: true } },
    });
    const endpoint = EndpointFields.parse({
      url: "https://other.example/",
      description: "",
      types: ["booking.held"],
      partner_id: key.partnerId,
      cities: [],
    });
    expect(await changeEndpoint(admin(), { id, version: 1, endpoint })).toMatchObject({ reason: "of_program" });
    expect(await sendTest(admin(), { id })).toMatchObject({ reason: "endpoint_not_found" });
    expect(await deleteEndpoint(admin(), { id })).toMatchObject({ reason: "is_active" });
    expect(await switchEndpoint(admin(), { id, isActive: false })).toMatchObject({ ok: true });
    // a program doesn't switch on what staff switched off
    await changeSubscription(program(), id, { url: "https://new.example/" });
    expect(await rowOf(id)).toMatchObject({ is_active: false, url: "https://new.example/" });
    expect(await endSubscription(program(), id)).toMatchObject({ reason: "subscription_off" });
    expect(await addSubscription(program(), fields({ url: "https://new.example/" }))).toMatchObject({
      reason: "subscription_off",
    });
    expect(await deleteEndpoint(admin(), { id })).toMatchObject({ ok: true });
    expect(await findSubscription(program(), id)).toMatchObject({ reason: "subscription_not_found" });
  });

  test("add as many endpoints as ever, whatever programs subscribe to", async () => {
    const values = Array.from({ length: 100 }, () => ({
      id: randomUUID(),
      url: "https://system.example/",
      types: ["booking.held"],
      partner_id: key.partnerId,
      key_id: key.id,
      created_at: NOON,
    }));
    await db().insertInto("webhook_endpoints").values(values).execute();
    const endpoint = EndpointFields.parse({
      url: "https://other.example/",
      description: "",
      types: ["booking.held"],
      partner_id: "",
      cities: [],
    });
    expect(await addEndpoint(admin(), { id: randomUUID(), endpoint })).toMatchObject({ ok: true });
  });

  test("aren't asked to look at one whose key has ended, or whose partner is switched off", async () => {
    const id = await added();
    const fails = { failing_since: new Date(NOON.getTime() - 7_200_000) };
    await db().updateTable("webhook_endpoints").set(fails).where("id", "=", id).execute();
    const waits = async () => (await attentionCounts(admin())).webhooks;
    const before = await waits();
    await db().updateTable("api_keys").set({ revoked_at: NOON }).where("id", "=", key.id).execute();
    expect([before, await waits()]).toMatchObject([{ count: 1 }, { count: 0 }]);
    const state = async () => {
      const [list, page] = [await listEndpoints(admin()), await openEndpoint(admin(), id, { state: null, page: 1 })];
      return [list.ok && list.endpoints[0]?.state, page.ok && page.endpoint.state];
    };
    expect(await state()).toEqual(["off", "off"]);
    await db().updateTable("api_keys").set({ revoked_at: null }).where("id", "=", key.id).execute();
    await db().updateTable("partners").set({ is_active: false }).where("id", "=", key.partnerId).execute();
    expect(await waits()).toMatchObject({ count: 0 });
    expect(await state()).toEqual(["partner_off", "partner_off"]);
    await db().updateTable("partners").set({ is_active: true }).where("id", "=", key.partnerId).execute();
  });
});
