import { Hono } from "hono";
import { getPath } from "hono/utils/url";
import { type CallAccess, CALLS } from "#src/access.ts";
import type { HttpBindings } from "@hono/node-server";
import type { Services } from "#src/platform/context.server.ts";
import { bookings } from "#src/routes/api/bookings.ts";
import { coupons } from "#src/routes/api/coupons.ts";
import { door } from "#src/routes/api/door.ts";
import { messages } from "#src/routes/api/messages.ts";
import { functions } from "#src/routes/api/functions.ts";
import { partners } from "#src/routes/api/partners.ts";
import { pubCrawls } from "#src/routes/api/pub-crawls.ts";
import { quotes } from "#src/routes/api/quotes.ts";
import { resales } from "#src/routes/api/resales.ts";
import { reviews } from "#src/routes/api/reviews.ts";
import { till } from "#src/routes/api/till.ts";
import { tonight } from "#src/routes/api/tonight.ts";
import { serveWallet, WALLET_CALLS } from "#src/routes/api/wallet.ts";
import { scheduledCrawls } from "#src/routes/api/scheduled-crawls.ts";
import { documentOf } from "#src/api/document.ts";
import type { Endpoint } from "#src/api/endpoint.ts";
import { problem } from "#src/api/problem.ts";
import { languageOf } from "#src/api/read-request.ts";
import { serveEndpoint, thrown } from "#src/api/serve-endpoint.ts";
import { whyNotReady } from "#src/platform/db.server.ts";
import { siteMetrics } from "#src/platform/serve-metrics.server.ts";
import { availability } from "#src/routes/octo/availability.ts";
import { bookings as octoBookings } from "#src/routes/octo/bookings.ts";
import { notifications } from "#src/routes/octo/notifications.ts";
import { products } from "#src/routes/octo/products.ts";
import { supplier } from "#src/routes/octo/supplier.ts";
import type { OctoEndpoint } from "#src/octo/endpoint.ts";
import { noSuchOcto, serveOcto } from "#src/octo/serve-octo.ts";
import { METADATA_PATH, resourceMetadata, serverMetadata, STAFF_PATH } from "#src/api/oauth/addresses.ts";
import { serveForm, serveRegistration } from "#src/api/oauth/serve-forms.ts";
import { serverCard, serverCatalogue } from "#src/api/mcp/server-card.ts";
import { resolveSite } from "#src/platform/site.server.ts";
import { receiveWebhook } from "#src/routes/webhooks/receive-webhook.ts";

/** The route table of the API: exactly what is served and documented. */
export const table: readonly Endpoint[] = [
  ...pubCrawls,
  ...scheduledCrawls,
  ...quotes,
  ...coupons,
  ...bookings,
  ...resales,
  ...tonight,
  ...partners,
  ...messages,
  ...reviews,
  ...functions,
  ...door,
  ...till,
];

/** OCTO, the trade's protocol for resellers. */
const octo: readonly OctoEndpoint[] = [...supplier, ...products, ...availability, ...octoBookings, ...notifications];

type Env = { Bindings: HttpBindings };

/**
 * The API for programs. Each path has one handler and no middleware: a call pays only for what it needs. `pageFails`: whether the
 * page with which this process tests itself is known to fail, so that it isn't ready.
 */
export function createApi(services: Services, pageFails: () => Promise<boolean> = async () => false): Hono<Env> {
  const api = new Hono<Env>({ getPath: (request) => canonical(getPath(request)) });
  for (const entry of table) {
    const path = honoPath(entry.path);
    const access = accessOf(entry.method, path);
    api.on(entry.method, path, (c) => serveEndpoint(entry, access, services, c));
  }
  for (const entry of octo) {
    const access = accessOf(entry.method, entry.path);
    api.on(entry.method, entry.path, (c) => serveOcto(entry, access, services, c));
  }
  api.post("/webhooks/:provider", (c) => receiveWebhook(services, c));
  for (const call of WALLET_CALLS) api.on(call.method, call.path, (c) => serveWallet(services, call, c));
  const mcp = once(() => assistants(services));
  for (const path of ["/mcp", STAFF_PATH]) api.post(path, async (c) => (await mcp()).fetch(c.req.raw, c.env));
  const { BASE_URL } = services.settings;
  for (const path of [METADATA_PATH, "/.well-known/oauth-protected-resource"])
    api.get(path, () => resourceMetadata(BASE_URL));
  api.get("/.well-known/oauth-authorization-server", () => serverMetadata(BASE_URL));
  api.post("/oauth/register", (c) => serveRegistration(services, { request: c.req.raw, bindings: c.env }));
  for (const path of ["/oauth/token", "/oauth/revoke"] as const)
    api.post(path, (c) => serveForm(services, path, { request: c.req.raw, bindings: c.env }));
  const originHere = (c: { req: { header: (name: string) => string | undefined } }) =>
    resolveSite(services.settings, { host: c.req.header("host") ?? null }).origin;
  api.get("/mcp/server-card", (c) => serverCard(originHere(c)));
  api.get("/.well-known/mcp/catalog.json", (c) => serverCatalogue(originHere(c)));
  api.get("/healthz", (c) => c.text("ok"));
  api.get("/readyz", async (c) => {
    const [lacks, fails] = await Promise.all([whyNotReady(services.pool), pageFails()]);
    const missing = lacks ?? (fails ? "page" : null);
    if (missing) return c.text(missing, 503, { "retry-after": "2" });
    // a proxy that dropped this server would end reading too
    return c.text(services.pool.isStalled ? "no writes" : "ok");
  });
  api.get("/metrics", async (c) => {
    const answer = await siteMetrics(services, c.req.header("authorization"));
    if (!answer) return problem("not_found", languageOf(c.req.raw.headers, {}));
    return c.body(answer.body, answer.status as 200, answer.headers);
  });
  const document = once(() => JSON.stringify(documentOf(table, services.settings.BASE_URL)));
  api.get("/api/openapi.json", (c) => c.body(document(), 200, DOCUMENT_HEADERS));
  api.get("/api/docs", async (c) => {
    const [{ docsPage, docsHeaders }, tools] = await Promise.all([
      import("#src/routes/api/docs.tsx"),
      assistantTools(),
    ]);
    const { BASE_URL: origin } = services.settings;
    return c.body(await docsPage(documentOf(table, origin), { origin, tools }), 200, docsHeaders);
  });
  api.onError((error, c) => thrown(error, languageOf(c.req.raw.headers, {}), c.req.path));
  api.notFound(async (c) => {
    const locale = languageOf(c.req.raw.headers, c.req.query());
    const allowed = methodsOf(api, c.req.path);
    if (isOctoPath(c.req.path)) return noSuchOcto(c.req.raw.headers, allowed);
    return allowed.length > 0
      ? problem("method_not_allowed", locale, { headers: { allow: allowed.join(", ") } })
      : problem("not_found", locale);
  });
  return api;
}

/** Who may make a call; one that nobody thought of isn't served. */
function accessOf(method: string, path: string): CallAccess {
  const access = CALLS[`${method.toUpperCase()} ${path}`];
  if (!access) throw new Error(`src/access.ts doesn't say who may call ${path}`);
  return access;
}

const isOctoPath = (path: string): boolean => path === "/octo" || path.startsWith("/octo/");

/**
 * A path as it is registered. OCTO's documents write its paths without a slash at the end, its published types with one, and one of its
 * words in two ways; assistants are connected by hand, with a slash as often as without.
 */
function canonical(path: string): string {
  if (path.startsWith("/mcp/")) return path.replace(/\/$/, "");
  return isOctoPath(path)
    ? path.replace(/\/$/, "").replace(/^(\/octo\/notifications)\/subcriptions(?=$|\/)/, "$1/subscriptions")
    : path;
}

/** What assistants call, loaded with the first call: the protocol's library is larger than the rest of the API. */
async function assistants(services: Services) {
  const [{ mcpApp }, tools] = await Promise.all([import("#src/api/mcp/serve-mcp.ts"), assistantTools()]);
  return mcpApp(services, tools);
}

async function assistantTools() {
  const [{ guestTools }, { staffTools }] = await Promise.all([
    import("#src/routes/mcp/guest-tools.ts"),
    import("#src/routes/mcp/staff-tools.ts"),
  ]);
  return [...guestTools, ...staffTools];
}

/** Whether a path belongs to the API and bypasses the pages' stack. */
export const isApiPath = (path: string): boolean =>
  path.startsWith("/api/") ||
  isOctoPath(path) ||
  path.startsWith("/webhooks/") ||
  path.startsWith("/wallet/") ||
  path.startsWith("/mcp/") ||
  path.startsWith("/.well-known/mcp/") ||
  path.startsWith("/.well-known/oauth-") ||
  path === "/oauth/register" ||
  path === "/oauth/token" ||
  path === "/oauth/revoke" ||
  path === "/mcp" ||
  path === "/api" ||
  path === "/healthz" ||
  path === "/readyz" ||
  path === "/metrics";

const DOCUMENT_HEADERS = {
  "content-type": "application/json",
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
};

const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** The methods that a path supports; empty when it doesn't exist. */
function methodsOf(api: Hono<Env>, path: string): string[] {
  const segments = path.split("/");
  const matches = (pattern: string) => {
    const parts = pattern.split("/");
    return (
      parts.length === segments.length &&
      parts.every((part, i) => (part.startsWith(":") ? segments[i] !== "" : part === segments[i]))
    );
  };
  const methods = new Set(api.routes.filter((route) => matches(route.path)).map((route) => route.method));
  return [...methods].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
