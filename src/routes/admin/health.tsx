import { data } from "react-router";
import { failedEmailsOf } from "#src/modules/mail/notifications/queries.server.ts";
import { resendFailedEmails } from "#src/modules/mail/notifications/resend-failed-emails.server.ts";
import { resentAnswer } from "#src/modules/mail/notifications/rules/failed.ts";
import { forgetFacts, healthOf } from "#src/modules/office/operations/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/health";
import Health from "#src/modules/office/operations/admin/health-page.tsx";

/** After a refusal the page shows what has changed meanwhile; by default the router doesn't revalidate then. */
export const shouldRevalidate = () => true;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const [seen, failed] = await Promise.all([healthOf(ctx), failedEmailsOf(ctx)]);
  if (!seen.ok) throw refused({ missing: "health.read" });
  return { health: seen.health, failed };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const result = await resendFailedEmails(ctx, { refused: form.get("refused") === "true" });
  forgetFacts(ctx);
  if (!result.ok && result.reason === "forbidden") throw refused(result);
  return data(resentAnswer(result), { status: result.ok ? 200 : 409 });
}

export default Health;
