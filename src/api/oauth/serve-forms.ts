import type { HttpBindings } from "@hono/node-server";
import { serveTokens } from "#src/api/oauth/serve-oauth.server.ts";
import { contextOfCall, originOf } from "#src/api/caller.ts";
import { problem } from "#src/api/problem.ts";
import { languageOf, readJson, readText } from "#src/api/read-request.ts";
import { admitForm, admitRenewal } from "#src/modules/programs/connections/admit-form.server.ts";
import { registerClient } from "#src/modules/programs/connections/register-client.server.ts";
import { ClientMetadata } from "#src/modules/programs/connections/schema.ts";
import type { Services } from "#src/platform/context.server.ts";

const MAX_BYTES = 16_384;

/** The errors of OAuth have a shape of their own (RFC 6749, section 5.2; RFC 7591, section 3.2.2). */
const wrong = (error: string, description: string): Response =>
  Response.json({ error, error_description: description }, { status: 400, headers: { "cache-control": "no-store" } });

type Call = { request: Request; bindings: HttpBindings };

/** What a program posts to get, renew or end tokens. */
export async function serveForm(services: Services, path: "/oauth/token" | "/oauth/revoke", call: Call) {
  const { headers } = call.request;
  const locale = languageOf(headers, {});
  // programs alone: no other site's page may use its reader's place in the network
  if (originOf(headers, services.settings.BASE_URL) === "foreign") return problem("forbidden", locale);
  if (services.pool.takesNoWrites) return problem("busy", locale);
  const ctx = contextOfCall(services, { headers, bindings: call.bindings, origin: "none", locale });
  const count = await admitForm(ctx);
  if (!count.ok) return problem(count.reason, locale, { figures: { retry_after: count.retry_after } });
  const body = await readText(call.request, MAX_BYTES);
  if (body === null) return problem("too_large", locale);
  const type = headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return wrong("invalid_request", "Send a form.");
  const renewal = new URLSearchParams(body).get("refresh_token");
  const pace = renewal === null ? count : await admitRenewal(ctx, renewal);
  if (!pace.ok) return problem(pace.reason, locale, { figures: { retry_after: pace.retry_after } });
  const answer = await serveTokens(services, path, { type: "application/x-www-form-urlencoded", body });
  // what failed here may be tried again
  return answer.status < 500 ? answer : problem("busy", locale);
}

/** Registers a program (RFC 7591): a public client, whatever it says of itself. */
export async function serveRegistration(services: Services, { request, bindings }: Call): Promise<Response> {
  const { headers } = request;
  const locale = languageOf(headers, {});
  if (originOf(headers, services.settings.BASE_URL) === "foreign") return problem("forbidden", locale);
  if (services.pool.takesNoWrites) return problem("busy", locale);
  const read = await readJson(request, MAX_BYTES);
  if ("refusal" in read) return problem(read.refusal, locale);
  const metadata = ClientMetadata.safeParse(read.json);
  if (!metadata.success)
    return wrong("invalid_redirect_uri", "Name 1 to 10 redirect_uris: https, or http on localhost or 127.0.0.1.");
  const ctx = contextOfCall(services, { headers, bindings, origin: "none", locale });
  const done = await registerClient(ctx, metadata.data);
  if (!done.ok) return problem(done.reason, locale, { figures: { retry_after: done.retry_after } });
  const client = {
    client_id: done.id,
    client_id_issued_at: Math.floor(ctx.now.getTime() / 1000),
    client_name: done.name,
    redirect_uris: metadata.data.redirect_uris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  return Response.json(client, { status: 201, headers: { "cache-control": "no-store" } });
}
