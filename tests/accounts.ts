import { accountEvents } from "#src/modules/base/identity/publish-account-events.server.ts";
import { createAuth, RESET_SECONDS } from "#src/platform/auth.server.ts";
import type { RequestContext, Services } from "#src/platform/context.server.ts";
import { systemContext } from "#src/platform/context.server.ts";

/** A password that passes every rule. */
export const PASSWORD = "tres tequilas en la azotea";

const clock = () => new Date();

/** A request's context now, from an address; account use cases call the sign-in library, which uses the real clock. */
export function requestAt(
  services: Services,
  address = "203.0.113.7",
  over: Partial<RequestContext> = {},
): RequestContext {
  const ctx = systemContext({ ...services, clock });
  const actor = { ...ctx.actor, kind: "guest" as const, address };
  const auth = authOf(services);
  return {
    ...ctx,
    actor,
    user: () => Promise.resolve(actor),
    auth: () => Promise.resolve(auth),
    requestId: "test",
    ...over,
  };
}

const cache = new WeakMap<Services, ReturnType<typeof createAuth>>();
function authOf(services: Services) {
  const auth =
    cache.get(services) ??
    createAuth(
      services,
      services.settings.BASE_URL,
      services.secret,
      accountEvents({ ...services, clock }, { resetSeconds: RESET_SECONDS }),
    );
  cache.set(services, auth);
  return auth;
}

/** The Cookie header a browser would send after these Set-Cookie headers, without cleared cookies. */
export const sentBack = (cookies: readonly string[]): string =>
  cookies
    .filter((cookie) => !/Max-Age=0/i.test(cookie))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

/** The token of an email's link. */
export const tokenIn = (text: string | null): string => /[?&]token=([\w.-]+)/.exec(text ?? "")?.[1] ?? "";
