import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { exportData } from "#src/modules/office/privacy/queries.server.ts";
import { redirect } from "react-router";
import { signedIn } from "#src/platform/context.server.ts";
import type { Route } from "./+types/profile-data";

/** The signed-in user's data export, as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const exported = await exportData(ctx);
  if (!exported) throw redirect(localizedPath("/login", ctx.locale));
  const day = dateIn(ctx.now, HOME_ZONE);
  return new Response(JSON.stringify(exported, null, 2), {
    headers: {
      "content-type": "application/json",
      "content-disposition": `attachment; filename="my-data-${day}.json"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
