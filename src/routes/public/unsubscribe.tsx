import { data } from "react-router";
import { chooseEmails } from "#src/modules/mail/notifications/choose-emails.server.ts";
import { emailChoice } from "#src/modules/mail/notifications/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/unsubscribe";

export const headers = () => PRIVATE;

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** Opening the link changes nothing: email scanners open links too. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const choice = await emailChoice(context.get(requestContext), tokenOf(request));
  return data({ choice }, { status: choice ? 200 : 404, headers: PRIVATE });
}

/** The page's buttons, and the one click of an email program (RFC 8058), which follows no redirect. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const isStop = form.get("List-Unsubscribe") === "One-Click" || form.get("intent") === "stop";
  if (!isStop && form.get("intent") !== "undo") throw data(null, { status: 400 });
  const result = await chooseEmails(context.get(requestContext), { token: tokenOf(request), wanted: !isStop });
  return data({ done: result.ok }, { status: result.ok ? 200 : 404, headers: PRIVATE });
}

export default later(
  "page-unsubscribe",
  async () => (await import("#src/modules/mail/notifications/components/unsubscribe-page.tsx")).default,
  "touched",
);
