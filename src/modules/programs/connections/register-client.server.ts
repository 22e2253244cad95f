import { randomBytes } from "node:crypto";
import { fail, ok } from "#src/kernel/result.ts";
import type { ClientMetadata } from "#src/modules/programs/connections/schema.ts";
import { insertClient } from "#src/modules/programs/connections/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Act, mayDo, retryAfter } from "#src/platform/limit-strangers.server.ts";

/** A program registers once on each device, or once for all. */
const REGISTRATIONS: Act = { name: "oauth-register", limit: { max: 10, seconds: 3600 } };

const UNNAMED = "unknown";

/**
 * Registers a program that wants to act for staff (RFC 7591). Public: it opens nothing before somebody lets it in. Returns its id and
 * name. Refusal: too_many_attempts {retry_after}.
 */
export async function registerClient(ctx: Context, { client_name, redirect_uris }: ClientMetadata) {
  if (!(await mayDo(ctx, REGISTRATIONS)))
    return fail("too_many_attempts", { retry_after: retryAfter(ctx, REGISTRATIONS) });
  const [id, name] = [randomBytes(16).toString("base64url"), client_name || UNNAMED];
  await insertClient(ctx.db, { id, name, redirect_uris, created_at: ctx.now });
  return ok({ id, name });
}
