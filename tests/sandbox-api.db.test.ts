import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { sandboxApi } from "#src/routes/api/sandbox.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();

async function post(id: string, body: unknown, key?: string, services = database.services) {
  const response = await sandboxApi(services).request(`/sessions/${id}/outcome`, {
    method: "POST",
    headers: key === undefined ? {} : { authorization: key },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return [response.status, (await response.json()) as object] as const;
}
const key = async () => `Bearer ${await sharedSecret(database.services.db, "sandbox-api")}`;
const open = () =>
  database.services.providers["sandbox"]!.createAttempt({
    paymentId: randomUUID(),
    bookingId: randomUUID(),
    reference: "RONDA-234567",
    site: "cdmx",
    attempt: 1,
    money: { amount: 1000, currency: "MXN" },
    method: "card",
    installments: false,
    description: "Pub crawl",
    customerEmail: "guest@ronda.test",
    locale: "en",
    expiresAt: NOON,
    successUrl: "http://ronda.test/back",
    cancelUrl: "http://ronda.test/checkout",
  }).then((attempt) => attempt.externalId);

test("with the key a program makes what a person makes on the page", async () => {
  const id = await open();
  expect(await post(id, { outcome: "decline" }, await key())).toEqual([200, { session: id, status: "open" }]);
  expect(await post(id, { outcome: "approve", delivery: "never" }, await key())).toEqual([
    200,
    { session: id, status: "paid", money: { amount: 1000, currency: "MXN" }, chargeId: id },
  ]);
  expect(await post(id, { outcome: "cancel" }, await key())).toEqual([409, { code: "wrong_state", state: "paid" }]);
});

test.each([undefined, "", "Bearer ", "Bearer wrong", "Basic x"])("the key %j opens nothing", async (wrong) => {
  const id = await open();
  expect(await post(id, { outcome: "approve" }, wrong)).toEqual([401, { code: "unauthorized" }]);
  expect(await post(id, { outcome: "approve" }, await key())).toMatchObject([200, {}]);
});

test.each([
  ["no JSON", "{"],
  ["nothing", ""],
  ["an unknown outcome", { outcome: "win" }],
  ["an unknown delivery", { outcome: "approve", delivery: "pigeon" }],
  ["a field too many", { outcome: "approve", amount: 1 }],
])("a body with %s is refused", async (_, body) => {
  expect(await post(await open(), body, await key())).toMatchObject([400, { code: "invalid" }]);
});

test("an unknown session is not found; in live mode nothing is", async () => {
  expect(await post("sbx_NOBODY", { outcome: "approve" }, await key())).toEqual([404, { code: "not_found" }]);
  const live = { ...database.services, settings: { ...database.services.settings, PAYMENTS_MODE: "live" as const } };
  expect(await post(await open(), { outcome: "approve" }, await key(), live)).toEqual([404, { code: "not_found" }]);
});

test("while the database is away a program is asked to come back", async () => {
  const [id, bearer] = [await open(), await key()];
  const pool = openPool(database.url, 1);
  const away = { ...database.services, pool, db: openDb(pool) };
  expect(await post(id, { outcome: "decline" }, bearer, away)).toMatchObject([200, {}]);
  pool.cutOff();
  expect(await post(id, { outcome: "decline" }, bearer, away)).toMatchObject([503, { code: "unavailable" }]);
  pool.letBack();
  expect(await post(id, { outcome: "decline" }, bearer, away)).toMatchObject([200, {}]);
  await away.db.destroy();
});
