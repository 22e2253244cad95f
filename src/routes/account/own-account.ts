import { hasSignedInMark, signedInMarks } from "#src/kernel/signed-in-mark.ts";
import { accountOf } from "#src/modules/site/content/rules/profile-menu.ts";
import { signedIn } from "#src/platform/context.server.ts";
import type { Route } from "./+types/own-account";

/** Who is signed in, null for nobody: for the header of a page that was rendered for everybody. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor, settings } = await signedIn(context);
  const account = accountOf(actor);
  const headers = new Headers({ "cache-control": "private, no-store" });
  if (account === null && hasSignedInMark(request.headers.get("cookie") ?? ""))
    headers.append("set-cookie", signedInMarks(settings.BASE_URL).remove);
  return Response.json(account, { headers });
}
