import { Webhook } from "standardwebhooks";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { sendMessages } from "#src/modules/programs/webhooks/send-messages.server.ts";
import { secretOf } from "#src/modules/programs/webhooks/sign-message.server.ts";
import { hashOfKey } from "#src/platform/program-key.server.ts";
import { notificationOf } from "#src/octo/write-notification.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { credit } from "#tests/crediting.ts";
import type { Json } from "#tests/api-client.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addKey, octoOn } from "#tests/octo-client.ts";
import { addReseller } from "#tests/resellers.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";
import { webhookReceiver } from "#tests/webhook-receiver.ts";

// What a reseller subscribes to by OCTO and is then told, over HTTP on a real database: whoever is told asks again by the keys it got.

const database = freshDatabase({ WEBHOOKS_TO_PRIVATE: "true" });
const octo = octoOn(database);
const receiver = webhookReceiver();
const db = () => database.services.db;
let crawlId: string;
let partner: string;
let key: string;

beforeAll(async () => {
  ({ crawlId } = await seedMinimal(db()));
  ({ partnerId: partner } = await addReseller(db(), { percent: 15 }));
  key = await addKey(database, { partner });
});
afterEach(async () => {
  for (const table of ["webhook_endpoints", "webhook_events", "webhook_nights", "webhook_crawls"] as const)
    await db().deleteFrom(table).execute();
});

const PATH = "/notifications/subscriptions";
const ALL = ["PRODUCT_UPDATE", "AVAILABILITY_UPDATE", "BOOKING_UPDATE"];
const wish = (over: Json = {}): Json => ({ url: receiver.url, notificationTypes: ALL, ...over });
const subscribes = async (over: Json = {}, as = key, headers = {}) => {
  const { status, json } = await octo(as, PATH, { body: wish(over), headers });
  expect(status).toBe(200);
  return json as { id: string };
};
const sends = (now = NOON) => sendMessages({ ...database.ctx({ now }), clock: () => now }, notificationOf);
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as { notificationType: string; data: Json });
const toldOf = (type: string) =>
  bodies().flatMap(({ notificationType, data }) => (notificationType === type ? [data] : []));

const night = () => addDeparture(db(), crawlId, {});
const dateOf = async (id: string) =>
  (await db().selectFrom("scheduled_crawls").select("date").where("id", "=", id).executeTakeFirstOrThrow()).date;
async function reserves(availabilityId: string, as = key): Promise<string> {
  const unitItems = [{ unitId: "adult" }];
  const body = { productId: crawlId, optionId: "DEFAULT", availabilityId, unitItems };
  return String((await octo(as, "/bookings", { body })).json["uuid"]);
}
const acts = (uuid: string, verb: string, body: Json = {}) => octo(key, `/bookings/${uuid}/${verb}`, { body });
const LUZ = { contact: { fullName: "Luz Ortega", emailAddress: "luz@people.test" } };
const waiting = async (id: string) =>
  (await db().selectFrom("webhook_deliveries").select("event_n").where("endpoint_id", "=", id).execute())
    .map(({ event_n: n }) => n)
    .toSorted((one, other) => one - other);
const ends = (text: string, set: { revoked_at?: Date; expires_at?: Date; scopes?: string[] }) =>
  db()
    .updateTable("api_keys")
    .set(set)
    .where("id", "=", (q) => q.selectFrom("api_key_secrets").select("key_id").where("hash", "=", hashOfKey(text)))
    .execute();

describe("a subscription", () => {
  test.each([PATH, `${PATH}/`, "/notifications/subcriptions", "/notifications/subcriptions/"])(
    "is made, read, changed and ended at %s",
    async (path) => {
      const at = (id: unknown) => `${path.replace(/\/$/, "")}/${String(id)}${path.endsWith("/") ? "/" : ""}`;
      const headers = { Authorization: "Bearer theirs" };
      const answer = await octo(key, path, {
        body: wish({ headers }),
        headers: { "octo-capabilities": "octo/notifications" },
      });
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.headers.get("octo-capabilities")).toBe("octo/notifications");
      const { id } = answer.json;
      const whole = { id, url: receiver.url, notificationTypes: ALL, headers };
      expect(answer.json).toEqual(whole);
      expect((await octo(key, path)).rows).toEqual([whole]);
      expect((await octo(key, at(id))).json).toEqual(whole);
      const change = { notificationTypes: ["BOOKING_UPDATE"] };
      const changed = await octo(key, at(id), { method: "PATCH", body: change });
      expect(changed).toMatchObject({ status: 200, json: { ...whole, ...change } });
      const rest = await octo(key, at(id), { method: "PATCH", body: { headers: {}, url: `${receiver.url}/2` } });
      expect(rest.json).toEqual({ id, url: `${receiver.url}/2`, ...change, headers: {} });
      expect(await octo(key, at(id), { method: "DELETE" })).toMatchObject({ status: 200, json: rest.json });
      expect((await octo(key, path)).rows).toEqual([]);
    },
  );

  test("of another key, or none, is refused as 400 whatever is asked of it", async () => {
    const { id } = await subscribes();
    const sibling = await addKey(database, { partner });
    const other = await addKey(database, { partner: (await addReseller(db())).partnerId });
    for (const [as, one] of [
      [sibling, id],
      [other, id],
      [key, "00000000-0000-4000-8000-000000000000"],
      [key, "x"],
    ] as const)
      for (const call of [{}, { method: "DELETE" }, { method: "PATCH", body: {} }])
        expect(await octo(as, `${PATH}/${one}`, call)).toMatchObject({
          status: 400,
          json: { error: "BAD_REQUEST", errorMessage: "There is no such subscription." },
        });
    expect((await octo(sibling, PATH)).rows).toEqual([]);
    expect((await octo(key, PATH)).rows).toHaveLength(1);
  });

  test.each([
    { url: undefined },
    { url: "ftp://system.example/" },
    { url: "https://eva:secret@system.example/" },
    { url: "system.example" },
    { url: "https:system.example" },
    { headers: Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`x-${n}`, "a".repeat(2000)])) },
    { notificationTypes: [] },
    { notificationTypes: ["booking_update"] },
    { notificationTypes: "BOOKING_UPDATE" },
    { headers: { Host: "other.example" } },
    { headers: { "webhook-signature": "v1,x" } },
    { headers: { x: "1\r\ny: 2" } },
    { headers: { x: 1 } },
    { headers: [] },
  ])("isn't like %j", async (over) => {
    const { status, json } = await octo(key, PATH, { body: wish(over) });
    expect({ status, json }).toMatchObject({ status: 400, json: { error: "BAD_REQUEST" } });
    expect(json["errorMessage"]).toContain(`“${Object.keys(over)[0]}`);
  });

  test("is for a reseller's key, and of what the key may read", async () => {
    const reads = await addKey(database, { partner, scopes: ["bookings:read"] });
    const answers = await Promise.all([
      octo(await addKey(database), PATH, { body: wish() }),
      octo(await addKey(database, { partner, scopes: ["catalog:read"] }), PATH, { body: wish() }),
      octo(reads, PATH, { body: wish() }),
      octo(reads, PATH, { body: wish({ notificationTypes: ["BOOKING_UPDATE"] }) }),
    ]);
    expect(answers.map(({ status, json }) => [status, json["error"]])).toEqual([
      [403, "FORBIDDEN"],
      [403, "FORBIDDEN"],
      [403, "FORBIDDEN"],
      [200, undefined],
    ]);
  });

  test("is one of ten of a key, however many are sent at once", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => octo(key, PATH, { body: wish() })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 400,
      json: { error: "UNPROCESSABLE_ENTITY" },
    });
  });
});

describe("what is told", () => {
  test("a booking, by the reseller's own id, in its order, with the headers and our signature", async () => {
    const { id } = await subscribes({
      notificationTypes: ["BOOKING_UPDATE"],
      headers: { Authorization: "Bearer theirs" },
    });
    const uuid = await reserves(await night());
    await sends();
    await acts(uuid, "confirm", LUZ);
    await acts(uuid, "cancel");
    await sends();
    const update = { notificationType: "BOOKING_UPDATE", data: { uuid } };
    // the hold, the confirmation, the cancellation, and the money that is owed no more
    expect(bodies().slice(0, 3)).toEqual([update, update, update]);
    for (const body of bodies()) expect(body).toEqual(update);
    for (const { headers } of receiver.received) expect(headers["authorization"]).toBe("Bearer theirs");
    expect((await octo(key, `/bookings/${uuid}`)).json).toMatchObject({ uuid, status: "CANCELLED" });
    const { body, headers } = receiver.received[0]!;
    vi.setSystemTime(NOON);
    const verify = () => new Webhook(secretOf(database.services.secret, { id }, 1)).verify(body, headers);
    expect(verify).not.toThrow();
    vi.useRealTimers();
  });

  test("a night and a crawl, by what they are asked for", async () => {
    await subscribes();
    await sends();
    const departure = await night();
    await db().updateTable("pub_crawls").set({ description: "Another" }).where("id", "=", crawlId).execute();
    await sends();
    const date = await dateOf(departure);
    expect(toldOf("AVAILABILITY_UPDATE")).toEqual([{ productId: crawlId, localDateStart: date, localDateEnd: date }]);
    expect(toldOf("PRODUCT_UPDATE")).toEqual([{ productId: crawlId }]);
    const question = { ...toldOf("AVAILABILITY_UPDATE")[0], optionId: "DEFAULT" };
    const { rows } = await octo(key, "/availability", { body: question });
    expect(rows.map(({ id }) => id)).toContain(departure);
  });

  test("no booking of another reseller, none that a program didn't sell, and none to who tries out", async () => {
    const other = await addKey(database, { partner: (await addReseller(db())).partnerId });
    const trial = await addKey(database, { partner, test: true });
    await subscribes({}, other);
    await subscribes({}, trial);
    await subscribes({}, key, { "octo-env": "test" });
    await sends();
    await reserves(await night());
    await credit(db(), await bookDeparture(database.ctx()), partner);
    await sends();
    expect(toldOf("BOOKING_UPDATE")).toEqual([]);
    expect(toldOf("AVAILABILITY_UPDATE").length).toBeGreaterThanOrEqual(3);
    expect((await octo(key, PATH)).rows).toEqual([]);
    expect((await octo(key, PATH, { headers: { "octo-env": "test" } })).rows).toHaveLength(1);
  });

  test.each([
    ["is revoked", { revoked_at: NOON }],
    ["has expired", { expires_at: NOON }],
    ["may read no bookings anymore", { scopes: ["catalog:read"] }],
  ])("nothing once its key %s", async (_, set) => {
    const ended = await addKey(database, { partner });
    const { id } = await subscribes({ notificationTypes: ["BOOKING_UPDATE"] }, ended);
    receiver.answer = () => ({ status: 500 });
    await reserves(await night());
    await sends();
    receiver.received = [];
    const before = await waiting(id);
    await ends(ended, set);
    await reserves(await night());
    await sends(new Date(NOON.getTime() + 60_000));
    // what waited stays, and nothing is added
    expect(before.length).toBeGreaterThan(0);
    expect(await waiting(id)).toEqual(before);
    if (!("scopes" in set)) expect(receiver.received).toEqual([]);
  });

  test("nothing to who answered 410", async () => {
    await subscribes({ notificationTypes: ["BOOKING_UPDATE"] });
    receiver.answer = () => ({ status: 410 });
    const uuid = await reserves(await night());
    await sends();
    expect(receiver.received).not.toEqual([]);
    receiver.received = [];
    await acts(uuid, "confirm", LUZ);
    await sends();
    expect(receiver.received).toEqual([]);
  });
});
