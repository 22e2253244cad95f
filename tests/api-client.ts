import { createApi } from "#src/api.server.ts";
import type { TestDatabase } from "#tests/database.ts";
import { NOON } from "#tests/database.ts";

export type Json = Record<string, unknown>;
/** `json` for an object, `rows` for a list; empty if the response is the other kind or no JSON. */
export type Answer = { status: number; headers: Headers; text: string; json: Json; rows: Json[] };

export type Call = {
  method?: string;
  body?: unknown;
  /** sent as is, where JSON would not do */
  raw?: string | ReadableStream;
  headers?: Record<string, string>;
  now?: Date;
};

/** The API on a test's database, at `NOON` by default. Each call comes from its own network address. */
export function apiOn(database: TestDatabase, host = "ronda.test") {
  let now = NOON;
  let calls = 0;
  let api: ReturnType<typeof createApi> | undefined;
  const app = () => (api ??= createApi({ ...database.services, clock: () => now }));
  return async (path: string, { method, body, raw, headers = {}, now: at = NOON }: Call = {}): Promise<Answer> => {
    now = at;
    calls++;
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const request = new Request(`http://${host}${path}`, {
      method: method ?? (content === undefined ? "GET" : "POST"),
      headers: {
        host,
        "x-forwarded-for": `198.51.${calls >> 8}.${calls & 255}`,
        ...(content === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content, duplex: "half" as const }),
    });
    const response = await app().fetch(request, {});
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const read: unknown = isJson && text ? JSON.parse(text) : {};
    const [json, rows] = Array.isArray(read) ? [{}, read as Json[]] : [read as Json, []];
    return { status: response.status, headers: response.headers, text, json, rows };
  };
}

/** The API where payments are live and no payment company has its keys: guests pay directly. */
export const byHandOn = (database: TestDatabase) =>
  apiOn({
    ...database,
    get services() {
      const { services } = database;
      return { ...services, providers: {}, settings: { ...services.settings, PAYMENTS_MODE: "live" as const } };
    },
  });

let keys = 0;
/** An unused Idempotency-Key. */
export const aKey = (): { "idempotency-key": string } => ({ "idempotency-key": `key-of-a-test-${keys++}` });
