import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createApi } from "#src/api.server.ts";
import { hashOfKey, newKey } from "#src/platform/program-key.server.ts";
import type { Scope } from "#src/modules/base/identity/rules/scopes.ts";
import { NOON, type TestDatabase } from "#tests/database.ts";

export type ToolAnswer = { isError: boolean; json: Record<string, unknown> };
/** `from`: the network address that the program calls from; by default each has its own. */
type As = { key?: string; from?: string; era?: "modern" | "legacy"; name?: string; now?: Date };

/** Programs that speak the protocol to the product on a test's database, by the protocol's own client. */
export function assistantsOn(database: TestDatabase) {
  let now = NOON;
  let programs = 0;
  let api: ReturnType<typeof createApi> | undefined;
  const app = () => (api ??= createApi({ ...database.services, clock: () => now }));
  const fetchAs = ({ key, from = `198.51.${programs >> 8}.${programs & 255}` }: As) => {
    programs++;
    return (url: URL | string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set("host", "ronda.test");
      headers.set("x-forwarded-for", from);
      if (key) headers.set("authorization", `Bearer ${key}`);
      return Promise.resolve(app().fetch(new Request(url, { ...init, headers }), {}));
    };
  };
  return {
    /** A raw call, as whoever doesn't use the protocol's client makes it. */
    async raw(init: RequestInit & { path?: string }, as: As = {}): Promise<Response> {
      return fetchAs(as)(`http://ronda.test${init.path ?? "/mcp"}`, init);
    },
    /** Connects a program. `call` uses a tool and returns what it said as JSON. */
    async connect(as: As = {}) {
      const { era = "modern", name = "Concierge", now: at = NOON } = as;
      now = at;
      const client = new Client(
        { name, version: "1.0.0" },
        { versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" } },
      );
      const transport = new StreamableHTTPClientTransport(new URL("http://ronda.test/mcp"), { fetch: fetchAs(as) });
      await client.connect(transport);
      return {
        client,
        names: async () => (await client.listTools()).tools.map((tool) => tool.name),
        async call(tool: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
          now = at;
          const {
            isError = false,
            content,
            structuredContent,
          } = await client.callTool({ name: tool, arguments: args });
          const [part] = content;
          const text = part?.type === "text" ? part.text : "";
          const json = (structuredContent ?? JSON.parse(text)) as Record<string, unknown>;
          return { isError, json };
        },
      };
    },
  };
}

type Key = {
  scopes: readonly Scope[];
  partner?: string;
  test?: boolean;
  cities?: string[];
  sites?: string[];
  revoked?: boolean;
};

/** Stores a key; returns its text and id. */
export async function addKey({ services: { db } }: TestDatabase, { scopes, partner, ...over }: Key) {
  const { test = false, cities = null, sites = null, revoked = false } = over;
  const { text, prefix } = newKey(test);
  const { id } = await db
    .insertInto("api_keys")
    .values({
      name: "Concierge of the house",
      partner_id: partner ?? null,
      scopes: [...scopes],
      cities,
      sites,
      test,
      per_minute: 1000,
      revoked_at: revoked ? NOON : null,
      created_at: NOON,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("api_key_secrets")
    .values({ hash: hashOfKey(text), key_id: id, prefix, created_at: NOON })
    .execute();
  return { text, id };
}
