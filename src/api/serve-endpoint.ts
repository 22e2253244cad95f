import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context as HonoContext } from "hono";
import type { Locale } from "#src/kernel/localized.ts";
import type { Context, Services } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";
import { currentRequestId } from "#src/platform/request-id.server.ts";
import { isBusy, isKnownAway, isUnreachable } from "#src/platform/transaction.server.ts";
import type { CallAccess } from "#src/access.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { checkKey } from "#src/modules/programs/api-keys/check-key.server.ts";
import type { CallsLeft } from "#src/modules/programs/api-keys/count-calls.server.ts";
import { KEY_START } from "#src/platform/program-key.server.ts";
import { contextOfCall, originOf } from "#src/api/caller.ts";
import type { Endpoint } from "#src/api/endpoint.ts";
import { limitHeaders, withLimit } from "#src/api/limit-headers.ts";
import { fieldProblems, problem } from "#src/api/problem.ts";
import { type Refusal, STATUS } from "#src/api/refusals.ts";
import { languageOf, readJson, readQuery, refuseDoubled } from "#src/api/read-request.ts";

export type ApiContext = HonoContext<{ Bindings: HttpBindings }>;

const KEY = /^[\w.-]{8,200}$/;

/**
 * Whether a call may be made as it comes: `key`, the program's, needs the call's scope; null where none was sent. Returns the parts of the
 * actor that the key gives, or why it is refused; and what is left of the key's limit. `hasTrials`: what a key for trying out writes there
 * isn't real.
 */
export async function admit(
  services: Services,
  access: CallAccess,
  key: string | null,
  call: { now: Date; site: string },
  hasTrials = false,
) {
  const scope = typeof access === "string" ? null : access.scope;
  if (key === null)
    return typeof access === "string" || access.open !== null ? ok({ actor: {}, calls: null }) : fail("key_needed");
  const found = await checkKey(services, key, call);
  if (!found.ok) return found;
  const { actor, calls } = found;
  if (scope === null) return fail("takes_no_key", { calls });
  if (!actor.key.scopes.includes(scope)) return fail("scope_missing", { scope, calls });
  const { of } = access as Exclude<CallAccess, string>;
  if (of !== undefined && of !== (actor.key.partnerId === null ? "house" : "partner"))
    return fail("key_of_others", { calls });
  return actor.key.test && !hasTrials && scope.endsWith(":write") ? fail("test_key", { calls }) : found;
}

/** Serves one endpoint: parses, validates, calls the use case, responds. Never throws. */
export async function serveEndpoint(
  entry: Endpoint,
  access: CallAccess,
  services: Services,
  c: ApiContext,
): Promise<Response> {
  const request = c.req.raw;
  const { headers } = request;
  const search = readQuery(request.url);
  const values = "values" in search ? search.values : {};
  const locale = languageOf(headers, values);
  if (services.pool.takesNoWrites && entry.method !== "get") return problem("busy", locale);
  try {
    const origin = originOf(headers, services.settings.BASE_URL);
    if (entry.method !== "get" && origin === "foreign" && headers.has("cookie")) return problem("forbidden", locale);
    if ("doubled" in search) return refuseDoubled(search.doubled, locale);

    const ctx = contextOfCall(services, { headers, bindings: c.env, origin, locale });
    const bearer = bearerOf(headers);
    // where nothing else is sent in this header, whatever is there is meant as a key
    const isKey = bearer === "" || bearer?.startsWith(KEY_START) || !(entry.takesToken || entry.takesSecret);
    const key = isKey ? bearer : null;
    const admitted = await admit(services, access, key, ctx, entry.hasTrials);
    if (!admitted.ok) return await notAdmitted(admitted, locale);
    const called = { ...ctx, actor: { ...ctx.actor, ...admitted.actor } };
    const response = await answerTo(entry, called, c, { values, bearer: key === null ? bearer : null });
    return withLimit(response, admitted.calls);
  } catch (error) {
    return thrown(error, locale, entry.path);
  }
}

type NotAdmitted = { ok: false; reason: Refusal; calls?: CallsLeft };

/** Why a program may not call: with what is left of its key's limit, and how to say who it is where that is what's missing. */
export function notAdmitted(refusal: NotAdmitted, locale: Locale, challenge = CHALLENGE): Promise<Response> {
  const { ok: _, reason, calls, ...figures } = refusal;
  const headers = { ...(STATUS[reason] === 401 ? challenge : {}), ...(calls && limitHeaders(calls)) };
  return problem(reason, locale, { figures, headers });
}

/** A request's Idempotency-Key as it is stored: each program has its own, and no request's text can have a colon. */
const ownKey = ({ actor }: Context, key: string): string => (actor.key && key ? `${actor.key.id}:${key}` : key);

type Call = { values: Record<string, string>; bearer: string | null };

/** The answer to a call that may be made. */
async function answerTo(entry: Endpoint, ctx: Context, c: ApiContext, { values, bearer }: Call): Promise<Response> {
  const { headers } = c.req.raw;
  let { locale } = ctx;
  try {
    let json: unknown;
    if (entry.body) {
      const read = await readJson(c.req.raw, entry.mostBytes);
      if ("refusal" in read) return await problem(read.refusal, locale);
      ({ json } = read);
      locale = languageOf(headers, values, json);
    }
    const key = entry.takesKey ? headers.get("idempotency-key") : "";
    if (entry.takesKey && (key === null || !KEY.test(key))) return await problem("idempotency_key", locale);
    const query = entry.query.safeParse(values);
    if (!query.success) return await problem("invalid", locale, { errors: await fieldProblems(query.error, locale) });
    const body = entry.body?.safeParse(json);
    if (body && !body.success)
      return await problem("invalid", locale, { errors: await fieldProblems(body.error, locale) });

    const inQuery = entry.takesToken ? (values["token"] ?? null) : null;
    const token = entry.takesToken || entry.takesSecret ? (bearer ?? inQuery) : null;
    const params = entry.params ? c.req.param() : {};
    const input = { params, query: query.data, body: body?.data, key: ownKey(ctx, key ?? ""), token };
    const result = await entry.handle({ ...ctx, locale }, input);
    if (result.ok) return written(entry, result.answer, locale);
    const { ok: _, reason, ...figures } = result;
    return await problem(reason, locale, { figures });
  } catch (error) {
    return thrown(error, locale, entry.path);
  }
}

/** RFC 6750, section 3. */
const CHALLENGE = { "www-authenticate": "Bearer" };

/**
 * The key or token that a call sends; null for none, and empty for one that can't be read, so that nobody takes it for none. What a proxy in
 * front of the site asks of browsers isn't for us.
 */
export function bearerOf(headers: Headers): string | null {
  const sent = headers.get("authorization")?.trim();
  if (!sent || /^(Basic|Digest|Negotiate) /i.test(sent)) return null;
  return /^Bearer +([\w-]{1,200})$/i.exec(sent)?.[1] ?? "";
}

// a response shared by several calls (`coalesce`) is serialized once
const texts = new WeakMap<object, string>();

function textOf(answer: unknown): string {
  if (!Array.isArray(answer)) return JSON.stringify(answer);
  const text = texts.get(answer) ?? JSON.stringify(answer);
  texts.set(answer, text);
  return text;
}

const written = (entry: Endpoint, answer: unknown, locale: Locale): Response =>
  new Response(textOf(answer), {
    status: entry.status,
    headers: {
      "content-type": "application/json",
      "cache-control": entry.personal ? "no-store" : "no-cache",
      "content-language": locale,
      "x-content-type-options": "nosniff",
    },
  });

/** The response to a bug or an unavailable database: logged once under an id that the caller gets, without internals. */
export function thrown(error: unknown, locale: Locale, path: string): Promise<Response> {
  const { reason, requestId } = faultOf(error, path);
  return problem(reason, locale, requestId === null ? {} : { instance: instanceOf(requestId) });
}

/** What a bug or an unavailable database is to the caller; logged unless it is known already, under the id that is returned. */
export function faultOf(error: unknown, path: string) {
  if (isBusy(error)) return { reason: "busy", requestId: null } as const;
  if (isKnownAway(error)) return { reason: "unavailable", requestId: null } as const;
  const unreachable = isUnreachable(error);
  const requestId = currentRequestId() ?? randomUUID();
  log("error", unreachable ? "database.unreachable" : "request.failed", {
    requestId,
    path,
    error: unreachable ? (error as Error).message : String((error as Error)?.stack ?? error),
  });
  return { reason: unreachable ? "unavailable" : "server", requestId } as const;
}

/** An id of ours is a UUID; a proxy's may be anything well-formed. */
const instanceOf = (id: string): string =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) ? `urn:uuid:${id}` : id;
