import { securityTxt } from "#src/modules/site/content/rules/security-txt.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/security-txt";

/** Where to report a weakness (RFC 9116). */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { contact } = await appSettings(ctx);
  return new Response(securityTxt({ origin: ctx.origin, email: contact.email, now: ctx.now }), {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}
