import type { Locale } from "#src/kernel/localized.ts";
import { LOCALES } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import type { CallAccess } from "#src/access.ts";
import { contextOfCall } from "#src/api/caller.ts";
import { withLimit } from "#src/api/limit-headers.ts";
import { languageOf, readJson, readQuery } from "#src/api/read-request.ts";
import { type Refusal, RETRY_AFTER } from "#src/api/refusals.ts";
import { admit, type ApiContext, bearerOf, faultOf } from "#src/api/serve-endpoint.ts";
import type { Context, Services } from "#src/platform/context.server.ts";
import { type Capabilities, readCapabilities } from "#src/octo/capabilities.ts";
import type { OctoEndpoint } from "#src/octo/endpoint.ts";
import { codeOf, namedBy, refuse, statusOf, textOf, wrongIn } from "#src/octo/refusals.ts";

/** OCTO's bodies are small: the largest is a party with the contact of each. */
const MOST_BYTES = 262_144;

type Refused = { reason: string; of?: string; [figure: string]: unknown };

/** Serves one endpoint of OCTO: reads headers and key, validates, calls the use case, answers. Never throws. */
export async function serveOcto(
  entry: OctoEndpoint,
  access: CallAccess,
  services: Services,
  c: ApiContext,
): Promise<Response> {
  const request = c.req.raw;
  const { headers } = request;
  const locale = languageOf(headers, {});
  const capabilities = readCapabilities(headers.get("octo-capabilities"));
  const named: Record<string, unknown> = { ...c.req.param() };
  const refused = (refusal: Refused) => refusedAnswer(refusal, locale, capabilities, named);
  // a question about availability is a POST as well
  const writes = entry.writes ?? (typeof access !== "string" && access.scope === "bookings:write");
  if (services.pool.takesNoWrites && writes) return refused({ reason: "busy" });
  try {
    const ctx = contextOfCall(services, { headers, bindings: c.env, origin: "none", locale });
    const admitted = await admit(services, access, bearerOf(headers), ctx, true);
    if (!admitted.ok) {
      const { calls, ...refusal } = { calls: null, ...admitted };
      return withLimit(await refused(refusal), calls);
    }
    const called = inMode({ ...ctx, actor: { ...ctx.actor, ...admitted.actor } }, headers);
    if (!called) return withLimit(await refused(refuse("env")), admitted.calls);
    return withLimit(await answer(entry, called, c, { capabilities, named, refused }), admitted.calls);
  } catch (error) {
    return refused({ reason: faultOf(error, entry.path).reason });
  }
}

type Answering = {
  capabilities: Capabilities;
  /** the request's values by their names, for errors */
  named: Record<string, unknown>;
  refused: (refusal: Refused) => Promise<Response>;
};

/** The answer to a call that may be made. */
async function answer(entry: OctoEndpoint, ctx: Context, c: ApiContext, { capabilities, named, refused }: Answering) {
  try {
    const search = readQuery(c.req.raw.url);
    if ("doubled" in search) return await refused({ reason: "field", field: search.doubled.slice(0, 100) });
    const query = entry.query?.safeParse(search.values);
    if (query && !query.success) return await refused(wrongIn(query.error));
    let body: unknown;
    if (entry.body) {
      const read = await readJson(c.req.raw, MOST_BYTES);
      if ("refusal" in read) return await refused({ reason: read.refusal });
      const parsed = entry.body.safeParse(read.json);
      if (!parsed.success) return await refused(wrongIn(parsed.error));
      body = parsed.data;
      Object.assign(named, { ...(read.json as object), ...named });
    }
    const result = await entry.handle(ctx, { params: c.req.param(), query: query?.data, body, capabilities });
    if (!result.ok) return await refused(result);
    return new Response(JSON.stringify(result.answer), { status: 200, headers: headersOf(ctx.locale, capabilities) });
  } catch (error) {
    return refused({ reason: faultOf(error, entry.path).reason });
  }
}

/**
 * Several vendors have one key and tell tests by a header. A key for trying out is for nothing else. Null for a word that is neither: a
 * misspelt test would be a sale.
 */
function inMode(ctx: Context, headers: Headers): Context | null {
  const { key } = ctx.actor;
  const mode = headers.get("octo-env")?.trim().toLowerCase() || "live";
  if (mode !== "test") return mode === "live" ? ctx : null;
  return key ? { ...ctx, actor: { ...ctx.actor, key: { ...key, test: true } } } : ctx;
}

/** An endpoint that there isn't, or not by this method. */
export const noSuchOcto = (headers: Headers, allowed: readonly string[]): Promise<Response> => {
  const more: Record<string, string> = allowed.length > 0 ? { allow: allowed.join(", ") } : {};
  const reason = allowed.length > 0 ? "method_not_allowed" : "not_found";
  const capabilities = readCapabilities(headers.get("octo-capabilities"));
  return refusedAnswer({ reason }, languageOf(headers, {}), capabilities, {}, more);
};

async function refusedAnswer(
  { reason, of, ...figures }: Refused,
  locale: Locale,
  capabilities: Capabilities,
  named: Readonly<Record<string, unknown>>,
  more: Record<string, string> = {},
): Promise<Response> {
  const { t } = await i18nFor(locale);
  const code = codeOf(reason);
  const status = statusOf(reason);
  const retry = Number(figures["retry_after"] ?? RETRY_AFTER[reason as Refusal] ?? 0) || undefined;
  const values = { ...figures, reason, ...(retry === undefined ? {} : { minutes: Math.ceil(retry / 60) }) };
  const body = { error: code, errorMessage: t(textOf(reason), values), ...namedBy(code, of, named) };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...headersOf(locale, capabilities),
      ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
      ...(retry === undefined ? {} : { "retry-after": String(retry) }),
      ...more,
    },
  });
}

const headersOf = (locale: Locale, capabilities: Capabilities): Record<string, string> => ({
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "octo-capabilities": capabilities.echo,
  "content-language": locale,
  "available-languages": LOCALES.join(", "),
});
