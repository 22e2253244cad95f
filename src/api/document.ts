import { z } from "zod";
import { type CallAccess, CALLS } from "#src/access.ts";
import { SCOPE_NAMES } from "#src/modules/base/identity/rules/scopes.ts";
import { EXAMPLES } from "#src/api/examples.ts";
import type { Endpoint } from "#src/api/endpoint.ts";
import { Problem, titleOf } from "#src/api/problem.ts";
import { type Refusal, STATUS } from "#src/api/refusals.ts";

type Json = Record<string, unknown>;
export type Operation = {
  summary: string;
  description?: string;
  operationId: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: Json;
    example?: string | number;
  }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json; example?: unknown }> };
  responses: Record<
    string,
    {
      description: string;
      headers?: Record<string, Json>;
      content?: Record<string, { schema: Json; example?: unknown }>;
      "x-codes"?: string[];
    }
  >;
};
export type Document = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string; contact: Json; license: Json };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Json };
};

const DESCRIPTION =
  "Pub crawls, departures, prices, bookings and payments. Money is in integer minor units. Errors are RFC 9457 problem details: `code` is stable, `detail` is a sentence in the person's language (the body's `language`, else Accept-Language, else `?lang`). Keys a schema doesn't name are refused. Programs send a key that the operator made for them as `Authorization: Bearer ronda_live_…`; each call says which scope it needs. Every answer to it says what is left of the key's minute in `RateLimit` and `RateLimit-Policy`; a call beyond it is refused as `key_limit`, with `Retry-After`. With a test key (`ronda_test_…`) nothing is real: it reads what a live one reads, its resales are tried out apart and take no places, and other calls that would write are refused as `test_key`. The operator ends keys at any time, and gives them new secrets that work beside the old ones for a while.";

const TAGS = {
  "pub-crawls": "What is offered: crawls and their cities.",
  "scheduled-crawls": "When: nights on sale, with prices and places.",
  quotes: "Prices of a choice, without taking places.",
  coupons: "What a code takes off.",
  bookings: "Placing, paying, changing and cancelling bookings.",
  resales: "What a partner sells on its account: holding, confirming, changing and cancelling.",
  tonight: "The nights of tonight, in figures.",
  partners: "Figures and statements of partners.",
  ratings: "Ratings of guests.",
  contact: "Messages to the operator.",
  functions: "What the site's own pages count.",
  door: "Phones that check guests in and sell at the door.",
} as const;
const tagOf = (path: string) => path.split("/")[2] ?? "";

const LIMITS: Record<string, Json> = Object.fromEntries(
  [
    ["RateLimit-Policy", 'the key\'s calls in 60 seconds: `"key";q=600;w=60`; only under a key'],
    ["RateLimit", 'calls that are left, and seconds until the minute ends: `"key";r=599;t=42`; only under a key'],
  ].map(([name, description]) => [name, { description, schema: { type: "string" } }]),
);

/** The OpenAPI 3.1 document of a route table. `origin` is where the API is served. */
export function documentOf(table: readonly Endpoint[], origin: string): Document {
  const schemas: Record<string, Json> = {};
  const problemSchema = schemaOf(Problem, "output", schemas);
  const paths: Document["paths"] = {};
  for (const entry of table) (paths[entry.path] ??= {})[entry.method] = operationOf(entry, schemas, problemSchema);
  return {
    openapi: "3.1.0",
    info: {
      title: "Pub crawl bookings",
      version: "1",
      description: DESCRIPTION,
      contact: { name: "Contact", url: `${origin}/contact` },
      license: { name: "Terms", url: `${origin}/terms` },
    },
    servers: [{ url: origin }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        api_key: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "ronda_live_… or ronda_test_…",
          description: `A program's key. Its scopes: ${SCOPE_NAMES.map((scope) => `\`${scope}\``).join(", ")}.`,
        },
        access_token: { type: "http", scheme: "bearer", description: "Of one booking: whoever holds its link has it." },
        device_secret: { type: "http", scheme: "bearer", description: "Of a phone that the operator registered." },
      },
    },
  };
}

function operationOf(entry: Endpoint, schemas: Record<string, Json>, problemSchema: Json): Operation {
  const body = entry.body && schemaOf(entry.body, "input", schemas);
  const call = `${entry.method.toUpperCase()} ${entry.path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
  const example = EXAMPLES[call];
  const isForKey = typeof CALLS[call] === "object";
  return {
    summary: entry.summary,
    ...(entry.description ? { description: entry.description } : {}),
    operationId: `${entry.method}${entry.path.replaceAll(/[^a-z]+(.)?/gi, (_, next?: string) => next?.toUpperCase() ?? "")}`,
    tags: [tagOf(entry.path)],
    security: securityOf(entry, CALLS[call]),
    parameters: parametersOf(entry).map((parameter) => {
      const value = { ...example?.params, ...example?.query }[parameter.name];
      return value === undefined ? parameter : { ...parameter, example: value };
    }),
    ...(body
      ? {
          requestBody: {
            required: !isEmptyAllowed(entry.body),
            content: {
              "application/json": { schema: body, ...(example?.body !== undefined && { example: example.body }) },
            },
          },
        }
      : {}),
    responses: {
      [entry.status]: {
        description: entry.status === 201 ? "Created" : "OK",
        ...(isForKey && { headers: LIMITS }),
        content: {
          "application/json": {
            schema: schemaOf(entry.answer, "output", schemas),
            ...(example?.answer !== undefined && { example: example.answer }),
          },
        },
      },
      ...problemsOf(entry, problemSchema, CALLS[call]),
    },
  };
}

/** Who may make a call, as alternatives: `{}` is anybody. A key's scope stands where OpenAPI names roles. */
function securityOf({ takesToken, takesSecret }: Endpoint, access: CallAccess | undefined): Operation["security"] {
  if (takesSecret) return [{ device_secret: [] }];
  const byKey = typeof access === "object" ? [{ api_key: [access.scope] }] : [];
  if (typeof access === "object" && access.open === null) return byKey;
  return [{}, ...(takesToken ? [{ access_token: [] }] : []), ...byKey];
}

const isEmptyAllowed = (body: Endpoint["body"]): boolean => body?.safeParse({}).success ?? true;

function parametersOf(entry: Endpoint): Operation["parameters"] {
  const inPath = Object.entries(entry.params ?? {}).map(([name, description]) => ({
    name,
    in: "path",
    required: true,
    description,
    schema: { type: "string" },
  }));
  const shape = schemaOf(entry.query, "input", {}) as { properties?: Record<string, Json>; required?: string[] };
  const inQuery = Object.entries(shape.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: shape.required?.includes(name) ?? false,
    ...(typeof description === "string" ? { description } : {}),
    schema,
  }));
  const key = {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    description:
      "names this request: sent again, it gives the first answer. 8 to 200 letters, digits, dots, dashes or underscores",
    schema: { type: "string", pattern: "^[A-Za-z0-9_.\\-]{8,200}$" },
  };
  return [...inPath, ...(entry.takesKey ? [key] : []), ...inQuery];
}

/** Every code an endpoint can respond with: its own and those of request parsing. */
function codesOf(entry: Endpoint, access: CallAccess | undefined): Refusal[] {
  const reading: Refusal[] = entry.body
    ? ["not_json", "forbidden", "too_large", "wrong_content_type", "invalid"]
    : ["invalid"];
  const codes = [
    ...entry.refusals,
    ...reading,
    ...keyCodesOf(access, entry.hasTrials),
    "server",
    "busy",
    "unavailable",
  ] as Refusal[];
  return [...new Set([...codes, ...(entry.takesKey ? (["idempotency_key"] as const) : [])])];
}

/** Why the key of a call can be refused. */
function keyCodesOf(access: CallAccess | undefined, hasTrials = false): Refusal[] {
  const any: Refusal[] = ["key_invalid", "key_elsewhere", "key_limit"];
  if (typeof access !== "object") return [...any, "takes_no_key"];
  return [
    ...any,
    "scope_missing",
    ...(access.open === null ? (["key_needed"] as const) : []),
    ...(access.of ? (["key_of_others"] as const) : []),
    ...(access.scope.endsWith(":write") && !hasTrials ? (["test_key"] as const) : []),
  ];
}

function problemsOf(entry: Endpoint, schema: Json, access: CallAccess | undefined): Operation["responses"] {
  const byStatus = Map.groupBy(codesOf(entry, access), (code) => STATUS[code]);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => [
        status,
        {
          description: codes.map((code) => titleOf(code)).join(" · "),
          "x-codes": codes,
          content: { "application/problem+json": { schema } },
        },
      ]),
  );
}

/** A Zod schema as JSON Schema; named schemas go to `schemas` and are referenced. */
function schemaOf(schema: z.ZodType, io: "input" | "output", schemas: Record<string, Json>): Json {
  const { $schema: _, $defs, ...own } = z.toJSONSchema(schema, { io }) as Json & { $defs?: Record<string, Json> };
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const json = JSON.stringify(schemas[name]);
    const { id: _id, ...plain } = JSON.parse(refer(definition)) as Json;
    if (json && json !== JSON.stringify(plain)) throw new Error(`two schemas are called ${name}`);
    schemas[name] = plain;
  }
  return JSON.parse(refer(own)) as Json;
}

const refer = (schema: Json): string => JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
