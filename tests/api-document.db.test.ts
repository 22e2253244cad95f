import fs from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { z } from "zod";
import { createApi, table } from "#src/api.server.ts";
import { fail } from "#src/kernel/result.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { reviewToken } from "#src/modules/evening/reviews/grant-review.server.ts";
import { endpoint } from "#src/api/endpoint.ts";
import { type Document, documentOf } from "#src/api/document.ts";
import { STATUS } from "#src/api/refusals.ts";
import { type Answer, aKey, apiOn, byHandOn } from "#tests/api-client.ts";
import { freshDatabase } from "#tests/database.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const call = apiOn(database);
let open = "";
let crawlId = "";
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
  open = await addDeparture(database.services.db, crawlId);
  await addDeparture(database.services.db, crawlId, { sale_price: 1500, hide_total_spots: true });
});

const document = documentOf(table, "http://ronda.test");

describe("the OpenAPI document", () => {
  test("is served as it is made from the route table", async () => {
    const { status, json } = await call("/api/openapi.json");
    expect([status, json]).toEqual([200, JSON.parse(JSON.stringify(document))]);
  });

  test("describes every route that is served under /api, and none that is not", () => {
    const served = createApi(database.services)
      .routes.filter((route) => route.path.startsWith("/api/"))
      .map((route) => `${route.method} ${route.path.replaceAll(/:(\w+)/g, "{$1}")}`);
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const itself = ["GET /api/openapi.json", "GET /api/docs"];
    expect(served.toSorted()).toEqual([...described, ...itself].toSorted());
  });

  test("refers only to what it contains, and contains nothing unused", () => {
    const text = JSON.stringify(document);
    const used = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!);
    const existing = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...new Set(used)].toSorted()).toEqual(existing.toSorted());
    expect(text).not.toContain("$defs");
  });

  test("names every operation once and every parameter of its path", () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    );
    expect(new Set(operations.map((o) => o.operationId)).size).toBe(operations.length);
    for (const { path, parameters } of operations) {
      const inPath = parameters.filter((parameter) => parameter.in === "path").map((parameter) => parameter.name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
    }
  });

  test("gives every code with the status that it is answered with", () => {
    for (const methods of Object.values(document.paths))
      for (const { responses } of Object.values(methods))
        for (const [status, { "x-codes": codes = [] }] of Object.entries(responses))
          for (const code of codes) expect([code, STATUS[code as keyof typeof STATUS]]).toEqual([code, Number(status)]);
  });
});

describe("answers are as the document says:", () => {
  const booked = async () => {
    const { json } = await call("/api/bookings", { body: bookingInput(open), headers: aKey() });
    return String(json["id"]);
  };
  const token = (id: string) => ({ authorization: `Bearer ${accessToken(database.services.secret, id)}` });

  const message = {
    name: "Sofía",
    email: "sofia@example.test",
    subject: "Hola",
    message: "Somos treinta personas.",
    language: "es",
  };
  const reviewed = async (body: object) => {
    const id = await booked();
    await database.services.db.updateTable("bookings").set({ status: "confirmed" }).where("id", "=", id).execute();
    const headers = { authorization: `Bearer ${reviewToken(database.services.secret, id)}` };
    return call(`/api/ratings/${id}`, { body, headers, now: new Date("2027-12-01T12:00:00Z") });
  };

  const LIVE: [string, string, () => Promise<Answer>][] = [
    ["get", "/api/pub-crawls", () => call("/api/pub-crawls")],
    ["get", "/api/pub-crawls/{id}", () => call(`/api/pub-crawls/${crawlId}`)],
    ["get", "/api/pub-crawls/{id}", () => call("/api/pub-crawls/nowhere")],
    ["get", "/api/scheduled-crawls", () => call("/api/scheduled-crawls?currency=EUR")],
    ["get", "/api/scheduled-crawls", () => call("/api/scheduled-crawls?from=today")],
    ["post", "/api/quotes", () => call("/api/quotes", { body: { scheduled_crawl_id: open, number_of_people: 2 } })],
    ["post", "/api/quotes", () => call("/api/quotes", { body: { scheduled_crawl_id: open, number_of_people: 60 } })],
    ["post", "/api/bookings", () => call("/api/bookings", { body: bookingInput(open), headers: aKey() })],
    ["post", "/api/bookings", () => call("/api/bookings", { body: {} })],
    [
      "post",
      "/api/bookings",
      () =>
        call("/api/bookings", {
          body: bookingInput(open, { displayed_total: { amount_minor: 1, currency: "MXN" } }),
          headers: aKey(),
        }),
    ],
    ["get", "/api/bookings/{id}", async () => call(`/api/bookings/${await booked()}`)],
    [
      "get",
      "/api/bookings/{id}",
      async () => {
        const id = await booked();
        await call(`/api/bookings/${id}/payments`, { body: { provider: "sandbox" }, headers: aKey() });
        return call(`/api/bookings/${id}`, { headers: token(id) });
      },
    ],
    [
      "post",
      "/api/bookings/{id}/payments",
      async () => call(`/api/bookings/${await booked()}/payments`, { body: { provider: "sandbox" }, headers: aKey() }),
    ],
    ["post", "/api/bookings/{id}/by-hand", async () => call(`/api/bookings/${await booked()}/by-hand`, { body: {} })],
    [
      "post",
      "/api/bookings/{id}/by-hand",
      async () => byHandOn(database)(`/api/bookings/${await booked()}/by-hand`, { body: {} }),
    ],
    [
      "post",
      "/api/bookings/{id}/cancel",
      async () => {
        const id = await booked();
        return call(`/api/bookings/${id}/cancel`, { body: {}, headers: token(id) });
      },
    ],
    ["post", "/api/bookings/{id}/cancel", async () => call(`/api/bookings/${await booked()}/cancel`, { body: {} })],
    ["post", "/api/contact", () => call("/api/contact", { body: message, headers: aKey() })],
    ["post", "/api/contact", () => call("/api/contact", { body: { ...message, email: "nobody" }, headers: aKey() })],
    ["post", "/api/ratings/{bookingId}", () => reviewed({ stars: 4, language: "en" })],
    ["post", "/api/ratings/{bookingId}", () => reviewed({ stars: 9, language: "en" })],
    [
      "post",
      "/api/ratings/{bookingId}",
      async () => call(`/api/ratings/${await booked()}`, { body: { stars: 4, language: "en" } }),
    ],
  ];

  test.each(LIVE)("%s %s", async (method, path, ask) => {
    const answer = await ask();
    const described = document.paths[path]![method]!.responses[answer.status];
    const [type, content] = Object.entries(described?.content ?? {})[0]!;
    expect(answer.headers.get("content-type")).toBe(type);
    const result = validatorOf(content.schema).safeParse(JSON.parse(answer.text));
    expect(result.success ? [] : result.error.issues, answer.text).toEqual([]);
    if (answer.status >= 400) expect(described?.["x-codes"]).toContain(answer.json["code"]);
  });

  test("and an answer that is not would be noticed", () => {
    const money = document.paths["/api/quotes"]!["post"]!.responses["200"]!.content!["application/json"]!.schema;
    expect(validatorOf(money).safeParse({ number_of_people: 2 }).success).toBe(false);
  });

  /** Validates with the document's own JSON Schema, not with the Zod schema it was generated from. */
  function validatorOf(schema: Record<string, unknown>): z.ZodType {
    const whole = { ...schema, $defs: document.components.schemas };
    const local = JSON.stringify(whole).replaceAll("#/components/schemas/", "#/$defs/");
    return z.fromJSONSchema(JSON.parse(local) as Parameters<typeof z.fromJSONSchema>[0]);
  }
});

test("the page for people shows every call, shape and code, with no script", async () => {
  const { status, headers, text } = await call("/api/docs");
  expect(status).toBe(200);
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(text).not.toContain("<script");
  const { paths, components }: Document = document;
  for (const name of [...Object.keys(paths), ...Object.keys(components.schemas), ...Object.keys(STATUS)])
    expect(text).toContain(name);
  const anchors = [...text.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]!);
  for (const anchor of anchors) expect(text).toContain(`id="${anchor}"`);
});

test("its colours are those of the site", () => {
  const [page, site] = ["src/api/docs.css", "src/app.css"].map((file) => fs.readFileSync(file, "utf8"));
  const [light, dark] = page!.split("@media (prefers-color-scheme: dark)");
  const [siteLight, siteDark] = site!.split(/:root\[data-theme="dark"\],?\s/);
  const tokens = (css: string) => [...css.matchAll(/--[\w-]+: #\w+;/g)].map((match) => match[0]);
  for (const token of tokens(light!)) expect(siteLight).toContain(token);
  for (const token of tokens(dark!)) expect(siteDark).toContain(token);
  expect(tokens(dark!).length).toBeGreaterThan(8);
});

test("a reason that an entry does not document does not compile", () => {
  const entry = endpoint({
    method: "get",
    path: "/api/example",
    summary: "",
    status: 200,
    answer: z.object({}),
    refusals: ["not_found"],
    // @ts-expect-error sold_out is not among the refusals
    handle: async () => fail("sold_out"),
  });
  expect(entry.refusals).toEqual(["not_found"]);
});

test("a public linter accepts it, with the examples in it", async () => {
  const config = await createConfig({
    extends: ["recommended-strict"],
    rules: {
      "no-invalid-media-type-examples": "error",
      "no-invalid-parameter-examples": "error",
      "no-invalid-schema-examples": "error",
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  const broken = { ...document, paths: { "/api/x": { get: { operationId: "x" } } } };
  expect((await lintFromString({ source: JSON.stringify(broken), config })).length).toBeGreaterThan(0);
});
