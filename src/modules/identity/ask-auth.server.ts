import type { RequestContext } from "#src/platform/context.server.ts";

type Asked = {
  method?: "GET" | "POST";
  body?: object;
  /** the request's header */
  cookie?: string;
  /** the browser's name of itself, for the list of sessions */
  userAgent?: string;
};

/**
 * Asks the sign-in library as a browser would, in the name of this request: through its own handler, because calling its
 * functions directly would pass by its rate limits. `path` is the library's (`/sign-in/email`), `cookie` the request's header.
 * Its answer carries the cookies to hand on. Only use cases of this module may call it.
 */
export async function askAuth(
  ctx: RequestContext,
  path: string,
  { method = "POST", body, cookie = "", userAgent = "" }: Asked,
) {
  const auth = await ctx.auth();
  const { BASE_URL } = ctx.settings;
  const headers = {
    "content-type": "application/json",
    origin: BASE_URL,
    // the address is the one that we believe, never one that the client sent; of IPv6 we know a network, whose first one stands for it
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
  return auth.handler(request);
}

/** What a request says of its browser: the Cookie header and what it calls itself. */
export type Browser = { cookie: string; userAgent: string };

const REFUSALS = {
  INVALID_PASSWORD: "wrong_password",
  INVALID_CODE: "code_wrong",
  TOTP_ALREADY_ENABLED: "already_on",
  password_short: "password_short",
  password_long: "password_long",
  password_common: "password_common",
} as const;

export type AuthRefusal = (typeof REFUSALS)[keyof typeof REFUSALS] | "too_many_attempts" | "no_user" | "not_saved";

/** Why the library refused, in the words of this product; `not_saved` for what nobody here can do anything about. */
export async function refusedBy(answer: Response): Promise<AuthRefusal> {
  if (answer.status === 429) return "too_many_attempts";
  const { code = "" } = (await answer.json().catch(() => ({}))) as { code?: string };
  const known = Object.entries(REFUSALS).find(([name]) => name === code)?.[1];
  return known ?? (answer.status === 401 ? "no_user" : "not_saved");
}
