import {
  changedPasses,
  readPass,
  registerPass,
  unregisterPass,
} from "#src/modules/evening/tickets/register-pass.server.ts";
import type { Context, Services } from "#src/platform/context.server.ts";
import { contextOfCall, originOf } from "#src/api/caller.ts";
import { problem } from "#src/api/problem.ts";
import { languageOf, readJson } from "#src/api/read-request.ts";
import { type ApiContext, thrown } from "#src/api/serve-endpoint.ts";

/** What phones call to keep Apple Wallet's passes up to date: methods, paths and statuses are Apple's ("Wallet Passes" web service). */
export const WALLET_CALLS: readonly {
  method: string;
  path: string;
  serve: (ctx: Context, c: ApiContext) => Promise<Response>;
}[] = [
  {
    method: "POST",
    path: "/wallet/v1/devices/:device/registrations/:type/:serial",
    serve: async (ctx, c) => {
      const body = await readJson(c.req.raw, MOST_BYTES);
      const data = "json" in body ? (body.json as { pushToken?: unknown } | null) : null;
      const done = await registerPass(ctx, { ...named(c), pushToken: data?.pushToken });
      if (!done.ok) return empty(done.reason === "invalid" ? 400 : 401);
      return empty(done.isNew ? 201 : 200);
    },
  },
  {
    method: "DELETE",
    path: "/wallet/v1/devices/:device/registrations/:type/:serial",
    serve: async (ctx, c) => empty((await unregisterPass(ctx, named(c))).ok ? 200 : 401),
  },
  {
    method: "GET",
    path: "/wallet/v1/devices/:device/registrations/:type",
    serve: async (ctx, c) => {
      const { passTypeId, device } = named(c);
      const changed = await changedPasses(ctx, {
        passTypeId,
        device,
        since: c.req.query("passesUpdatedSince") ?? null,
      });
      if (!changed) return empty(204);
      return Response.json({ lastUpdated: changed.tag, serialNumbers: changed.ticketIds }, { headers: PRIVATE });
    },
  },
  {
    method: "GET",
    path: "/wallet/v1/passes/:type/:serial",
    serve: async (ctx, c) => {
      const read = await readPass(ctx, named(c));
      if (!read.ok) return empty(401);
      const { content, contentType } = read.pass;
      const headers = { ...PRIVATE, "content-type": contentType, "last-modified": ctx.now.toUTCString() };
      return new Response(new Uint8Array(content), { headers });
    },
  },
  {
    method: "POST",
    path: "/wallet/v1/log",
    // anybody can call it: nothing is kept
    serve: async () => empty(200),
  },
];

const MOST_BYTES = 4_096;
const PRIVATE = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
const empty = (status: number) => new Response(null, { status, headers: PRIVATE });

const named = (c: ApiContext) => ({
  device: c.req.param("device") ?? "",
  passTypeId: c.req.param("type") ?? "",
  ticketId: c.req.param("serial") ?? "",
  authorization: c.req.header("authorization") ?? null,
});

/** Serves one of those calls. */
export async function serveWallet(
  services: Services,
  { method, path, serve }: (typeof WALLET_CALLS)[number],
  c: ApiContext,
): Promise<Response> {
  const { headers } = c.req.raw;
  const locale = languageOf(headers, {});
  if (services.pool.takesNoWrites && method !== "GET") return problem("busy", locale);
  if (method !== "GET" && originOf(headers, services.settings.BASE_URL) === "foreign" && headers.has("cookie"))
    return problem("forbidden", locale);
  try {
    return await serve(contextOfCall(services, { headers, bindings: c.env, origin: "none", locale }), c);
  } catch (error) {
    return thrown(error, locale, path);
  }
}
