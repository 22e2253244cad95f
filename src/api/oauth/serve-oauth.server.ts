import type { Provider } from "oidc-provider";
import { EVERY_SCOPE } from "#src/api/oauth/addresses.ts";
import { callProvider, type ProviderAnswer, type ProviderCall } from "#src/api/oauth/call-provider.ts";
import { OFFERED } from "#src/modules/programs/connections/rules/connection.ts";
import type { Services } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";

type Listener = ReturnType<Provider["callback"]>;
type Loaded = { listener: Listener; cookies: { session: string; resume: string } };
const loaded = new WeakMap<object, Promise<Loaded>>();

/** Loads the library. What it says of its runtime meanwhile becomes a line of our log, each of which is JSON. */
async function load(services: Services): Promise<Loaded> {
  const { warn } = console;
  console.warn = (text: unknown) => log("info", "oauth.library", { text: String(text) });
  try {
    const { providerOf, COOKIES } = await import("#src/api/oauth/provider.ts");
    return { listener: providerOf(services).callback(), cookies: COOKIES };
  } finally {
    console.warn = warn;
  }
}

function libraryOf(services: Services): Promise<Loaded> {
  const own = loaded.get(services.pool) ?? load(services);
  loaded.set(services.pool, own);
  // tried again with the next request
  own.catch(() => loaded.delete(services.pool));
  return own;
}

async function call(services: Services, { headers, ...rest }: ProviderCall): Promise<ProviderAnswer> {
  const { host, protocol } = new URL(services.settings.BASE_URL);
  const own = { host, "x-forwarded-proto": protocol.slice(0, -1), accept: "application/json" };
  const { listener } = await libraryOf(services);
  return callProvider(listener, { ...rest, headers: { ...headers, ...own } });
}

/** What of a request counts; whatever else programs send is left out. */
const PARAMETERS = [
  "response_type",
  "client_id",
  "redirect_uri",
  "state",
  "code_challenge",
  "code_challenge_method",
  "resource",
];

/**
 * Where a program's request leads the signed-in person: to the page that asks them, on with a code, or back with an error. With `id` it
 * is a request that they have answered. Null where the request can't be trusted with an address to go back to.
 */
export async function whereTo(
  services: Services,
  { userId, query, id }: { userId: string; query: URLSearchParams; id: string | undefined },
): Promise<string | null> {
  const { cookies } = await libraryOf(services);
  const session = `${cookies.session}=${userId}`;
  if (id !== undefined && !/^[\w-]{20,80}$/.test(id)) return null;
  // the database takes no NUL, and no program sends one
  if ([...query.values()].some((value) => value.includes("\0"))) return null;
  const answer =
    id === undefined
      ? await call(services, {
          method: "GET",
          path: `/oauth/authorize?${countedIn(query).toString()}`,
          headers: { cookie: session },
        })
      : await call(services, {
          method: "GET",
          path: `/oauth/authorize/${id}`,
          headers: { cookie: `${session}; ${cookies.resume}=${id}` },
        });
  return answer.location;
}

/** Scopes that nobody offers are left out, as OAuth allows; who names none asks for all. */
function countedIn(query: URLSearchParams): URLSearchParams {
  const counted = new URLSearchParams(
    PARAMETERS.flatMap((name) => query.getAll(name).map((value): [string, string] => [name, value])),
  );
  const scopes = (query.get("scope") ?? "").split(" ");
  const ours = OFFERED.filter((scope) => scopes.includes(scope));
  counted.set("scope", ours.length > 0 ? ours.join(" ") : EVERY_SCOPE);
  return counted;
}

/** Gives tokens for a code or a refresh token, or ends one: the form that a program posts. */
export async function serveTokens(
  services: Services,
  path: "/oauth/token" | "/oauth/revoke",
  { type, body }: { type: string; body: string },
): Promise<Response> {
  const answer = await call(services, { method: "POST", path, headers: { "content-type": type }, body });
  const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
  return answer.json === null
    ? new Response(null, { status: answer.status, headers })
    : Response.json(answer.json, { status: answer.status, headers });
}
