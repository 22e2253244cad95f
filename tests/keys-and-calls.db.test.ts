import { serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AddressInfo } from "node:net";
import { createApi, table } from "#src/api.server.ts";
import { CALLS } from "#src/access.ts";
import { SCOPE_NAMES, SCOPES_OF_PARTNERS, type Scope } from "#src/modules/base/identity/rules/scopes.ts";
import { revokeKey } from "#src/modules/programs/api-keys/revoke-key.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addKey, addPartner } from "#tests/keys.ts";
import { seedMinimal } from "#tests/seeds.ts";

// Every call by every kind of key, over HTTP, against a table that is written here a second time. A new call fails until it has its row.
//
// house, partner: a key with the call's scope · others: keys of either with all scopes but it · test: a test key of who may call
// in: the call is made · scope: scope_missing · never: takes_no_key · other: key_of_others · test: test_key · key: key_needed
const EXPECTED = `
  call                                          scope              no key  house  partner  others  test
  GET /api/pub-crawls                           catalog:read       in      in     in       scope   in
  GET /api/pub-crawls/:id                       catalog:read       in      in     in       scope   in
  GET /api/scheduled-crawls                     availability:read  in      in     in       scope   in
  GET /api/scheduled-crawls/:id/add-ons         availability:read  in      in     in       scope   in
  POST /api/quotes                              availability:read  in      in     in       scope   in
  POST /api/coupons/check                       availability:read  key     in     in       scope   in
  POST /api/bookings                            bookings:write     in      in     other    scope   test
  GET /api/bookings                             bookings:read      key     in     other    scope   in
  GET /api/bookings/:id                         bookings:read      in      in     in       scope   in
  POST /api/bookings/:id/payments               bookings:write     in      in     in       scope   test
  POST /api/bookings/:id/changes                bookings:write     key     in     in       scope   test
  POST /api/bookings/:id/cancel                 bookings:write     in      in     in       scope   test
  POST /api/resales                             bookings:write     key     other  in       scope   in
  GET /api/resales                              bookings:read      key     other  in       scope   in
  GET /api/resales/:id                          bookings:read      key     other  in       scope   in
  PATCH /api/resales/:id                        bookings:write     key     other  in       scope   in
  POST /api/resales/:id/confirm                 bookings:write     key     other  in       scope   in
  POST /api/resales/:id/extend                  bookings:write     key     other  in       scope   in
  POST /api/resales/:id/cancel                  bookings:write     key     other  in       scope   in
  GET /api/tonight                              tonight:read       key     in     -        scope   in
  GET /api/partners                             partners:read      key     in     -        scope   in
  GET /api/partners/me/statements               money:read         key     other  in       scope   in
  GET /api/partners/me/statements/:month        money:read         key     other  in       scope   in
  POST /api/bookings/:id/by-hand                -                  in      -      -        never   -
  POST /api/ratings/:bookingId                  -                  in      -      -        never   -
  POST /api/contact                             -                  in      -      -        never   -
  POST /api/door/sync                           -                  in      -      -        never   -
  POST /api/door/places                         -                  in      -      -        never   -
  POST /api/door/sales                          -                  in      -      -        never   -
  POST /api/functions/track-affiliate-visit     -                  in      -      -        never   -
  POST /api/functions/track-qr-scan             -                  in      -      -        never   -
  POST /api/functions/track-affiliate-choice    -                  in      -      -        never   -
  POST /api/functions/count-choice              -                  in      -      -        never   -
  POST /api/functions/record-consent            -                  in      -      -        never   -
  GET /api/functions/get-fb-pixel-config        -                  in      -      -        never   -
  POST /api/functions/get-fb-pixel-config       -                  in      -      -        never   -
`;
/** What speaks a protocol of its own, whose tests try its keys. */
const PROTOCOLS = [
  "GET /octo/supplier",
  "GET /octo/capabilities",
  "GET /octo/products",
  "GET /octo/products/:id",
  "POST /octo/availability",
  "POST /octo/availability/calendar",
  "POST /octo/bookings",
  "GET /octo/bookings",
  "GET /octo/bookings/:uuid",
  "PATCH /octo/bookings/:uuid",
  "DELETE /octo/bookings/:uuid",
  "POST /octo/bookings/:uuid/confirm",
  "POST /octo/bookings/:uuid/extend",
  "POST /octo/bookings/:uuid/cancel",
  "POST /octo/notifications/subscriptions",
  "GET /octo/notifications/subscriptions",
  "GET /octo/notifications/subscriptions/:id",
  "PATCH /octo/notifications/subscriptions/:id",
  "DELETE /octo/notifications/subscriptions/:id",
  "POST /mcp",
  "GET /mcp/server-card",
  "GET /.well-known/mcp/catalog.json",
  "POST /mcp/staff",
  "GET /.well-known/oauth-protected-resource",
  "GET /.well-known/oauth-protected-resource/mcp/staff",
  "GET /.well-known/oauth-authorization-server",
  "POST /oauth/register",
  "POST /oauth/token",
  "POST /oauth/revoke",
];
/** What takes no key of a program, because it isn't of the API's table. */
const APART = [
  "GET /api/openapi.json",
  "GET /api/docs",
  "POST /wallet/v1/devices/:device/registrations/:type/:serial",
  "DELETE /wallet/v1/devices/:device/registrations/:type/:serial",
  "GET /wallet/v1/devices/:device/registrations/:type",
  "GET /wallet/v1/passes/:type/:serial",
  "POST /wallet/v1/log",
  "GET /healthz",
  "GET /readyz",
  "GET /metrics",
  "POST /webhooks/:provider",
  "POST /sandbox/api/sessions/:id/outcome",
];

const ROWS = EXPECTED.trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [method = "", path = "", scope, none = "", house, partner, others = "", of = ""] = line.trim().split(/\s+/);
    return {
      call: `${method} ${path}`,
      method,
      path,
      scope: scope as Scope | "-",
      none,
      house,
      partner,
      others,
      test: of,
    };
  });
const CODES: Record<string, string> = {
  scope_missing: "scope",
  takes_no_key: "never",
  key_of_others: "other",
  test_key: "test",
  key_needed: "key",
  key_invalid: "invalid",
  key_elsewhere: "elsewhere",
};

const database = freshDatabase();
let origin = "";
let server: ReturnType<typeof serve>;
const keys = new Map<string, string>();
beforeAll(async () => {
  await seedMinimal(database.services.db);
  const { fetch } = createApi(database.services);
  origin = await new Promise((resolve) => {
    server = serve({ fetch, port: 0 }, ({ port }: AddressInfo) => resolve(`http://127.0.0.1:${port}`));
  });
  const partner = await addPartner(database);
  const add = async (name: string, scopes: readonly Scope[], over: Parameters<typeof addKey>[2] = {}) => {
    const { id, text } = await addKey(database, scopes, over);
    keys.set(name, text);
    return id;
  };
  for (const scope of SCOPE_NAMES) {
    const but = (all: readonly Scope[]) => all.filter((one) => one !== scope);
    await add(`house ${scope}`, [scope]);
    await add(`house but ${scope}`, but(SCOPE_NAMES));
    await add(`partner but ${scope}`, but(SCOPES_OF_PARTNERS), { partner });
    if (SCOPES_OF_PARTNERS.includes(scope)) await add(`partner ${scope}`, [scope], { partner });
  }
  await add("house all", SCOPE_NAMES);
  await add("partner all", SCOPES_OF_PARTNERS, { partner });
  await add("house test", SCOPE_NAMES, { test: true });
  await add("partner test", SCOPES_OF_PARTNERS, { partner, test: true });
  await add("elsewhere", SCOPE_NAMES, { sites: ["oaxaca"] });
  const admin = database.ctx({ actor: { kind: "user", role: "admin" } });
  await revokeKey(admin, { id: await add("revoked", SCOPE_NAMES) });
  const ended = await add("expired", SCOPE_NAMES);
  await database.services.db.updateTable("api_keys").set({ expires_at: NOON }).where("id", "=", ended).execute();
  keys.set("misspelt", `${keys.get("house all")!.slice(0, -1)}_`);
});
afterAll(() => new Promise((done) => server.close(done)));

/** What becomes of a call: `in`, or why its key is refused. */
async function outcome(row: (typeof ROWS)[number], key: string | null): Promise<string> {
  const text = key === null ? null : keys.get(key)!;
  const response = await fetch(origin + row.path.replaceAll(/:\w+/g, "00000000-0000-4000-8000-000000000000"), {
    method: row.method,
    headers: { "content-type": "application/json", ...(text === null ? {} : { authorization: `Bearer ${text}` }) },
    ...(row.method !== "GET" ? { body: "{}" } : {}),
  });
  const { code } = response.status < 400 ? { code: "" } : ((await response.json()) as { code: string });
  return CODES[code] ?? "in";
}

test("every call has its row, and every row its call", () => {
  const called = Object.keys(CALLS);
  expect([...ROWS.map(({ call }) => call), ...PROTOCOLS, ...APART].toSorted()).toEqual(called.toSorted());
  const served = table.map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`);
  expect(ROWS.map(({ call }) => call).toSorted()).toEqual(served.toSorted());
});

test.each<[string, (key: string) => string, number]>([
  ["with two spaces", (key) => `Bearer  ${key}`, 200],
  ["of a proxy before the site", () => "Basic cm9uZGE6cm9uZGE=", 200],
  ["without its scheme", (key) => key, 401],
  ["of another scheme", (key) => `Token ${key}`, 401],
  ["in capitals", (key) => `Bearer ${key.toUpperCase()}`, 401],
  ["that is far too long", () => `Bearer ${"x".repeat(7000)}`, 401],
])("a header %s isn't taken for none", async (_, header, status) => {
  const headers = { authorization: header(keys.get("house all")!) };
  for (const path of ["/api/pub-crawls", "/api/scheduled-crawls"])
    expect((await fetch(origin + path, { headers })).status, path).toBe(status);
});

describe.each(ROWS)("$call", (row) => {
  const { scope } = row;
  test("without a key", async () => expect(await outcome(row, null)).toBe(row.none));

  test("with a key that ended, isn't ours or is for another site", async () => {
    const ended = ["revoked", "expired", "misspelt", "elsewhere"];
    expect(await Promise.all(ended.map((key) => outcome(row, key)))).toEqual([
      "invalid",
      "invalid",
      "invalid",
      "elsewhere",
    ]);
  });

  if (scope === "-")
    test("with keys of all scopes", async () => {
      const all = ["house all", "partner all", "house test", "partner test"];
      expect(await Promise.all(all.map((key) => outcome(row, key)))).toEqual(all.map(() => row.others));
    });
  else {
    test("with a key that has exactly its scope", async () => {
      expect(await outcome(row, `house ${scope}`)).toBe(row.house);
      if (row.partner !== "-") expect(await outcome(row, `partner ${scope}`)).toBe(row.partner);
    });
    test("with a key that has all others", async () => {
      const others = [`house but ${scope}`, `partner but ${scope}`];
      expect(await Promise.all(others.map((key) => outcome(row, key)))).toEqual([row.others, row.others]);
    });
    test("with a test key", async () =>
      expect(await outcome(row, row.house === "other" ? "partner test" : "house test")).toBe(row.test));
  }
});
