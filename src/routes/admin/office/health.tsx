import { failedEmailsOf } from "#src/modules/mail/notifications/queries.server.ts";
import { resendFailed } from "#src/routes/admin/shared/resend-act.server.ts";
import { healthOf } from "#src/modules/office/operations/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/health";
import Health from "#src/modules/office/operations/admin/health-page.tsx";

/** After a refusal the page shows what has changed meanwhile; by default the router doesn't revalidate then. */
export const shouldRevalidate = () => true;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const [health, failed] = await Promise.all([healthOf(ctx), failedEmailsOf(ctx)]);
  if (!health.ok) throw refused({ missing: "health.read" });
  return { health: health.health, failed };
}

export const action = (args: Route.ActionArgs) => resendFailed(args);

export default Health;
