import { createHash, randomBytes } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { createApi } from "#src/api.server.ts";
import { actorOf } from "#src/modules/base/identity/queries.server.ts";
import { type RequestContext, requestContext, systemContext, unknownGuest } from "#src/platform/context.server.ts";
import { action as answerConsent, loader as consentLoader } from "#src/routes/account/oauth-consent.tsx";
import { loader as authorizeLoader } from "#src/routes/account/oauth-authorize.tsx";
import type { TestDatabase } from "#tests/database.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";

export const RESOURCE = "http://ronda.test/mcp/staff";
const CALLBACK = "https://assistant.example/callback";

type Json = Record<string, unknown>;
type Params = Record<string, string | undefined>;

/** Programs that sign staff in by OAuth on a test's database: plain requests, and the pages as their routes answer them. */
export function oauthOn(database: TestDatabase) {
  let clock = () => new Date();
  let networks = 0;
  let api: ReturnType<typeof createApi> | undefined;
  const services = () => ({ ...database.services, clock: () => clock() });
  const fetchApi = (path: string, init: RequestInit & { from?: string } = {}) => {
    const { from = `198.51.${++networks >> 8}.${networks & 255}` } = init;
    const headers = new Headers(init.headers);
    headers.set("host", "ronda.test");
    headers.set("x-forwarded-for", from);
    return Promise.resolve(
      (api ??= createApi(services())).fetch(new Request(`http://ronda.test${path}`, { ...init, headers }), {}),
    );
  };

  /** What a route answers: where it leads, or what its page gets. */
  async function page(cookie: string, run: (context: RouterContextProvider) => Promise<unknown>) {
    const system = systemContext(services());
    const ctx = { ...system, actor: unknownGuest("203.0.113.9", null) } as RequestContext;
    const context = new RouterContextProvider();
    context.set(requestContext, { ...ctx, user: () => actorOf(ctx, cookie) });
    const answer = await run(context).catch((thrown: unknown) => thrown);
    if (answer instanceof Response) return { to: answer.headers.get("location"), data: null };
    if (answer instanceof Error) throw answer;
    const { data } = (answer ?? {}) as { data?: Json };
    return { to: null, data: data ?? null };
  }

  async function register(over: Json = {}, from?: string) {
    const body = JSON.stringify({ client_name: "Concierge", redirect_uris: [CALLBACK], ...over });
    const answer = await fetchApi("/oauth/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      ...(from !== undefined && { from }),
    });
    return { status: answer.status, json: (await answer.json()) as Json };
  }

  const post = async (path: string, fields: Params) => {
    const body = new URLSearchParams(
      Object.entries(fields).filter((one): one is [string, string] => one[1] !== undefined),
    );
    const answer = await fetchApi(path, { method: "POST", body });
    const text = await answer.text();
    return { status: answer.status, json: (text === "" ? {} : JSON.parse(text)) as Json };
  };

  /** A person of staff, signed in. */
  async function signIn(role: string | null, { secondFactor = true } = {}) {
    const { db, secret, settings } = database.services;
    const { id, email } = await addAccount(db, { role, secondFactor });
    const { cookie } = await beginSession(db, id, { secret, baseUrl: settings.BASE_URL });
    return { id, email, cookie };
  }
  type Person = Awaited<ReturnType<typeof signIn>>;

  const authorize = (person: Person, query: URLSearchParams | string) =>
    page(person.cookie, (context) => {
      const request = new Request(`http://ronda.test/oauth/authorize?${query.toString()}`);
      return authorizeLoader({ context, request, params: {} } as unknown as Parameters<typeof authorizeLoader>[0]);
    });
  const goOn = (person: Person, id: string) =>
    page(person.cookie, (context) => {
      const request = new Request(`http://ronda.test/oauth/authorize/${id}`);
      return authorizeLoader({ context, request, params: { id } } as unknown as Parameters<typeof authorizeLoader>[0]);
    });
  const consent = (person: Person, id: string) =>
    page(person.cookie, (context) => {
      const request = new Request(`http://ronda.test/oauth/consent/${id}`);
      return consentLoader({ context, request, params: { id } } as unknown as Parameters<typeof consentLoader>[0]);
    });
  const answer = (person: Person, id: string, choice: "allow" | "deny") =>
    page(person.cookie, (context) => {
      const body = new URLSearchParams({ answer: choice });
      const request = new Request(`http://ronda.test/oauth/consent/${id}`, { method: "POST", body });
      return answerConsent({ context, request, params: { id } } as unknown as Parameters<typeof answerConsent>[0]);
    });

  /** A program's request, with its verifier; what `over` sets to undefined is left out. */
  function ask(client: string, over: Params = {}) {
    const verifier = randomBytes(32).toString("base64url");
    const fields: Params = {
      response_type: "code",
      client_id: client,
      redirect_uri: CALLBACK,
      scope: "availability:read bookings:read",
      state: "s t",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      resource: RESOURCE,
      ...over,
    };
    const query = new URLSearchParams(
      Object.entries(fields).filter((one): one is [string, string] => one[1] !== undefined),
    );
    return { verifier, query };
  }
  const idIn = (to: string | null) => /\/oauth\/consent\/([\w-]+)$/.exec(to ?? "")?.[1] ?? "";

  /** Goes the whole way until the program has a code. */
  async function codeFor(person: Person, over: Params = {}) {
    const { json } = await register();
    const client = String(json["client_id"]);
    const { verifier, query } = ask(client, over);
    const id = idIn((await authorize(person, query)).to);
    await answer(person, id, "allow");
    const back = new URL((await goOn(person, id)).to ?? "");
    const exchange = {
      grant_type: "authorization_code",
      client_id: client,
      code: back.searchParams.get("code") ?? "",
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    };
    return { client, id, back, exchange };
  }

  return {
    fetchApi,
    register,
    post,
    signIn,
    authorize,
    consent,
    answer,
    goOn,
    ask,
    idIn,
    codeFor,
    at: (now: () => Date) => void (clock = now),
    token: (fields: Params) => post("/oauth/token", fields),
    /** Goes the whole way until the program has tokens. */
    async connect(person: Person, over: Params = {}) {
      const { client, exchange } = await codeFor(person, over);
      const { json } = await post("/oauth/token", exchange);
      return { client, exchange, access: String(json["access_token"]), refresh: String(json["refresh_token"]), json };
    },
    /** The names of the tools under a token, or the status with which it is refused. */
    async tools(token?: string): Promise<{ status: number; challenge: string | null; names: string[] }> {
      const answered = await call(token, "tools/list", {});
      const json = (await answered.json()) as { result?: { tools: { name: string }[] } };
      return {
        status: answered.status,
        challenge: answered.headers.get("www-authenticate"),
        names: json.result?.tools.map(({ name }) => name) ?? [],
      };
    },
    use: (token: string, name: string, args: Json = {}) => call(token, "tools/call", { name, arguments: args }),
  };

  function call(token: string | undefined, method: string, params: Json) {
    const envelope = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "Raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    return fetchApi("/mcp/staff", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...(typeof params["name"] === "string" && { "mcp-name": params["name"] }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: envelope } }),
    });
  }
}
