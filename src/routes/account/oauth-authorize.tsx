import { redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { whereTo } from "#src/api/oauth/serve-oauth.server.ts";
import { signedIn } from "#src/platform/context.server.ts";
import { NO_STORE, PRIVATE } from "#src/routes/shared/headers.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/oauth-authorize";

/** Leads on a program that asks to act for somebody of staff; with `id` after they have answered. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const query = new URL(request.url).searchParams;
  const to = await whereTo(ctx, { userId: ctx.actor.userId ?? "", query, id: params.id });
  if (to === null) return null;
  const own = `${ctx.settings.BASE_URL}/oauth/`;
  const isOwn = to.startsWith(own);
  // anybody may register an address: before a person has answered, a link to here leads to none (RFC 9700, section 4.11.2)
  if (!isOwn && params.id === undefined) return null;
  throw redirect(isOwn ? localizedPath(`/oauth/${to.slice(own.length)}`, ctx.locale) : to, { headers: NO_STORE });
}

export const headers = () => PRIVATE;

/** Whatever the program asks can't be answered, and there is no address to which it may be said. */
export default later(
  "page-oauth-refused",
  async () => (await import("#src/modules/programs/connections/components/refused-page.tsx")).default,
  "touched",
);
