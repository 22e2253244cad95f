import { z } from "zod";
import type { Endpoint } from "#src/api/endpoint.ts";
import { Problem, titleOf } from "#src/api/problem.ts";
import { type Refusal, STATUS } from "#src/api/refusals.ts";

type Json = Record<string, unknown>;
export type Operation = {
  summary: string;
  description?: string;
  operationId: string;
  security?: Json[];
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Json }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }>; "x-codes"?: string[] }>;
};
export type Document = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Json };
};

const DESCRIPTION =
  "Pub crawls, departures, prices, bookings and payments. Money is in integer minor units. Errors are RFC 9457 problem details: `code` is stable, `detail` is a sentence in the person's language (the body's `language`, else Accept-Language, else `?lang`). Keys a schema doesn't name are refused.";

/** The OpenAPI 3.1 document of a route table. `origin` is where the API is served. */
export function documentOf(table: readonly Endpoint[], origin: string): Document {
  const schemas: Record<string, Json> = {};
  const problemSchema = schemaOf(Problem, "output", schemas);
  const paths: Document["paths"] = {};
  for (const entry of table) (paths[entry.path] ??= {})[entry.method] = operationOf(entry, schemas, problemSchema);
  return {
    openapi: "3.1.0",
    info: { title: "Pub crawl bookings", version: "1", description: DESCRIPTION },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        access_token: { type: "http", scheme: "bearer" },
        device_secret: { type: "http", scheme: "bearer" },
      },
    },
  };
}

function operationOf(entry: Endpoint, schemas: Record<string, Json>, problemSchema: Json): Operation {
  const body = entry.body && schemaOf(entry.body, "input", schemas);
  return {
    summary: entry.summary,
    ...(entry.description ? { description: entry.description } : {}),
    operationId: `${entry.method}${entry.path.replaceAll(/[^a-z]+(.)?/gi, (_, next?: string) => next?.toUpperCase() ?? "")}`,
    ...(entry.takesToken ? { security: [{}, { access_token: [] }] } : {}),
    ...(entry.takesSecret ? { security: [{ device_secret: [] }] } : {}),
    parameters: parametersOf(entry),
    ...(body
      ? { requestBody: { required: !isEmptyAllowed(entry.body), content: { "application/json": { schema: body } } } }
      : {}),
    responses: {
      [entry.status]: {
        description: entry.status === 201 ? "Created" : "OK",
        content: { "application/json": { schema: schemaOf(entry.answer, "output", schemas) } },
      },
      ...problemsOf(entry, problemSchema),
    },
  };
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
function codesOf(entry: Endpoint): Refusal[] {
  const reading: Refusal[] = entry.body
    ? ["not_json", "forbidden", "too_large", "wrong_content_type", "invalid"]
    : ["invalid"];
  const codes = [...entry.refusals, ...reading, "server", "busy", "unavailable"] as Refusal[];
  return [...new Set([...codes, ...(entry.takesKey ? (["idempotency_key"] as const) : [])])];
}

function problemsOf(entry: Endpoint, schema: Json): Operation["responses"] {
  const byStatus = Map.groupBy(codesOf(entry), (code) => STATUS[code]);
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
