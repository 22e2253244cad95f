import { user } from "#src/modules/base/identity/hash-credential.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import type { HashAsker } from "#src/platform/hash-password.server.ts";

type AuthCall = {
  method?: "GET" | "POST";
  body?: object;
  /** the request's Cookie header */
  cookie?: string;
  /** the User-Agent, for the list of sessions */
  userAgent?: string;
  /** In whose turn the library hashes a password; by default the signed-in user's. */
  asker?: HashAsker;
};

/**
 * Calls the sign-in library like a browser would, on behalf of this request: through its HTTP handler, because calling its
 * functions directly would bypass its rate limits. `path` is the library's (`/sign-in/email`). The caller must pass on the
 * response's cookies. Throws NotServed where a password couldn't be hashed. Only for use cases of this module.
 */
export async function askAuth(
  ctx: RequestContext,
  path: string,
  { method = "POST", body, cookie = "", userAgent = "", asker = user(ctx) }: AuthCall,
) {
  const auth = await ctx.auth();
  const { BASE_URL } = ctx.settings;
  const headers = {
    "content-type": "application/json",
    origin: BASE_URL,
    // the address that we trust, never one the client sent; of IPv6 we have a /64 network, represented by its first address
    "x-forwarded-for": ctx.actor.address.replace("::/64", "::"),
    "user-agent": userAgent,
    "accept-language": ctx.locale,
    cookie,
  };
  const request = new Request(`${BASE_URL}/api/auth${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return ctx.hasher.onBehalf(asker, () => auth.handler(request));
}

/** A request's Cookie header and User-Agent. */
export type Browser = { cookie: string; userAgent: string };

export const browserOf = ({ headers }: Request): Browser => ({
  cookie: headers.get("cookie") ?? "",
  userAgent: headers.get("user-agent") ?? "",
});

const REFUSALS = {
  INVALID_PASSWORD: "wrong_password",
  INVALID_CODE: "code_wrong",
  INVALID_BACKUP_CODE: "code_wrong",
  TOTP_ALREADY_ENABLED: "already_on",
  password_short: "password_short",
  password_long: "password_long",
  password_common: "password_common",
} as const;

export type AuthRefusal = (typeof REFUSALS)[keyof typeof REFUSALS] | "too_many_attempts" | "no_user" | "not_saved";

/** The library's refusal as one of our reasons; `not_saved` for what the user can do nothing about. */
export async function refusedBy(answer: Response): Promise<AuthRefusal> {
  if (answer.status === 429) return "too_many_attempts";
  const { code = "" } = (await answer.json().catch(() => ({}))) as { code?: string };
  const refusal = Object.entries(REFUSALS).find(([name]) => name === code)?.[1];
  return refusal ?? (answer.status === 401 ? "no_user" : "not_saved");
}
