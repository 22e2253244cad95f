import { redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/index";

/** The admin's start page is tonight. */
export function loader({ context }: Route.LoaderArgs) {
  throw redirect(localizedPath("/admin/dashboard", context.get(requestContext).locale));
}
