import type { HttpBindings } from "@hono/node-server";
import { localeOfPath } from "#src/kernel/localized.ts";
import { accountEvents } from "#src/modules/base/identity/publish-account-events.server.ts";
import { actorOf } from "#src/modules/base/identity/queries.server.ts";
import type { Auth } from "#src/platform/auth.server.ts";
import { type Actor, type RequestContext, type Services, unknownGuest } from "#src/platform/context.server.ts";
import { currentRequestId } from "#src/platform/request-id.server.ts";
import { addressOf, browserOf } from "#src/platform/request.server.ts";
import type { Place } from "#src/platform/site.server.ts";

/** Makes the context of a request: clock, actor (guest until a page looks up the session), site and language. */
export type MakeContext = (
  request: Request,
  bindings: HttpBindings,
  place: Place & { pathname: string },
) => RequestContext;

export function contextsOf(services: Services): MakeContext {
  const { BASE_URL, TRUST_PROXY } = services.settings;
  // loaded on the first sign-in: public pages neither wait nor pay for it
  let loading: Promise<Auth> | undefined;
  const auth = () =>
    (loading ??= import("#src/platform/auth.server.ts").then(({ createAuth, RESET_SECONDS }) =>
      createAuth(services, BASE_URL, services.secret, accountEvents(services, { resetSeconds: RESET_SECONDS })),
    ));
  return ({ headers }, bindings, { pathname, ...place }) => {
    const actor = unknownGuest(
      addressOf(bindings, headers.get("x-forwarded-for"), TRUST_PROXY),
      browserOf(headers.get("cookie"), BASE_URL.startsWith("https:")),
      headers.get("user-agent") ?? "",
    );
    let user: Promise<Actor> | undefined;
    const ctx: RequestContext = {
      ...services,
      now: services.clock(),
      actor,
      ...place,
      locale: localeOfPath(pathname),
      uncounted: headers.get("dnt") === "1" || headers.get("sec-gpc") === "1",
      user: () => (user ??= actorOf(ctx, headers.get("cookie"), { isUse: !headers.has("x-by-itself") })),
      auth,
      requestId: currentRequestId() ?? "",
    };
    return ctx;
  };
}
