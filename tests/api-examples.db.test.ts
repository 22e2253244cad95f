import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { CALLS } from "#src/access.ts";
import { table } from "#src/api.server.ts";
import { documentOf } from "#src/api/document.ts";
import { BOOKING, CRAWL, EXAMPLES, NIGHT, OTHER_NIGHT, RESALE } from "#src/api/examples.ts";
import { SCOPE_NAMES, SCOPES_OF_PARTNERS } from "#src/modules/base/identity/rules/scopes.ts";
import { aKey, apiOn } from "#tests/api-client.ts";
import { freshDatabase } from "#tests/database.ts";
import { addKey, addPartner } from "#tests/keys.ts";
import { payingStage } from "#tests/paying.ts";
import { addCoupon, addDeparture, seedMinimal } from "#tests/seeds.ts";

// The examples of the document are sent as they are written, but for the ids, and answered as the document says.

const database = freshDatabase();
const paying = payingStage(database);
const call = apiOn(database);
const document = documentOf(table, "http://ronda.test");

const ids = new Map<string, string>();
let house = "";
let partner = "";
beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  ids.set(CRAWL, crawlId);
  ids.set(NIGHT, await addDeparture(db, crawlId, { date: "2026-12-01" }));
  ids.set(OTHER_NIGHT, await addDeparture(db, crawlId, { date: "2026-12-12" }));
  await addCoupon(db, { code: "WELCOME10" });
  house = (await addKey(database, SCOPE_NAMES)).text;
  partner = (
    await addKey(database, SCOPES_OF_PARTNERS, {
      partner: await addPartner(database, { desk_credit_limit: 1_000_000 }),
    })
  ).text;
});

/** A booking that the call may be about: one that isn't paid, for what pays it. */
async function bookingFor(path: string): Promise<string> {
  const id = await paying.books(ids.get(NIGHT)!);
  if (path.endsWith("/payments")) return id;
  const { externalId } = await paying.goesToPay(id);
  paying.provider.pays(externalId);
  await paying.webhook(externalId, 1);
  return id;
}

/** A resale on hold: as the example of holding one. */
async function heldResale(): Promise<string> {
  const raw = JSON.stringify(EXAMPLES["POST /api/resales"]!.body).replaceAll(NIGHT, ids.get(NIGHT)!);
  const held = await call("/api/resales", { raw, headers: { authorization: `Bearer ${partner}`, ...aKey() } });
  return String(held.json["id"]);
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const access = CALLS[`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`];
    return { name: `${method} ${path}`, method, path, operation, access };
  }),
);
const forKeys = operations.filter(({ access }) => typeof access === "object");

test("every call that keys make has an example for each of its path's parameters and for its body", () => {
  const lacking = forKeys.filter(
    ({ operation: { parameters, requestBody } }) =>
      parameters.some((one) => one.in === "path" && one.example === undefined) ||
      (requestBody && requestBody.content["application/json"]!.example === undefined),
  );
  expect(lacking.map(({ name }) => name)).toEqual([]);
  expect(forKeys.length).toBeGreaterThan(10);
});

test.each(forKeys)(
  "$name is answered as its example and the document say",
  async ({ path, method, operation, access }) => {
    ids.set(BOOKING, path.includes("/bookings/{id}") ? await bookingFor(path) : BOOKING);
    ids.set(RESALE, path.includes("/resales/{id}") ? await heldResale() : RESALE);
    const real = (text: string) => [...ids].reduce((all, [example, id]) => all.replaceAll(example, id), text);
    const parameters = operation.parameters.filter(({ example }) => example !== undefined);
    const filled = parameters
      .filter((one) => one.in === "path")
      .reduce((all, { name, example }) => all.replace(`{${name}}`, String(example)), path);
    const query = new URLSearchParams(
      parameters.filter((one) => one.in === "query").map(({ name, example }) => [name, String(example)]),
    );
    const body = operation.requestBody?.content["application/json"]?.example;
    const key = typeof access === "object" && access.of === "partner" ? partner : house;
    const answer = await call(real(`${filled}?${query}`), {
      method: method.toUpperCase(),
      ...(body === undefined ? {} : { raw: real(JSON.stringify(body)) }),
      headers: { authorization: `Bearer ${key}`, ...aKey() },
    });
    const [status, described] = Object.entries(operation.responses).find(([code]) => Number(code) < 300)!;
    expect([answer.status, answer.text]).toEqual([Number(status), answer.text]);
    const { schema, example } = described.content!["application/json"]!;
    const validator = validatorOf(schema);
    expect(validator.safeParse(JSON.parse(answer.text)).success, answer.text).toBe(true);
    if (example !== undefined) expect(validator.safeParse(example).success).toBe(true);
    expect(answer.headers.get("ratelimit")).toMatch(/^"key";r=\d+;t=\d+$/);
  },
);

function validatorOf(schema: Record<string, unknown>): z.ZodType {
  const whole = { ...schema, $defs: document.components.schemas };
  const local = JSON.stringify(whole).replaceAll("#/components/schemas/", "#/$defs/");
  return z.fromJSONSchema(JSON.parse(local) as Parameters<typeof z.fromJSONSchema>[0]);
}
