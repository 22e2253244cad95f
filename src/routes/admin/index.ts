import { redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { signedIn } from "#src/platform/context.server.ts";
import type { Route } from "./+types/index";

/** The admin's start page is tonight; while the site is closed, for whoever may open it, the way there. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const { isOpen } = await appSettings(ctx);
  const leads = !isOpen && can(ctx.actor, "settings.change");
  throw redirect(localizedPath(leads ? "/admin/opening" : "/admin/dashboard", ctx.locale));
}
