import { data } from "react-router";
import { z } from "zod";
import { chooseEmails } from "#src/modules/mail/notifications/choose-emails.server.ts";
import { emailChoice } from "#src/modules/mail/notifications/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { act } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
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
export const action = async ({ context, request }: Route.ActionArgs) =>
  guestAct(
    context.get(requestContext),
    await request.formData(),
    act({
      input: Wanted,
      run: (ctx, isWanted) => chooseEmails(ctx, { token: tokenOf(request), wanted: isWanted }),
      done: () => ({}),
    }),
    { headers: PRIVATE, statusOf: () => 404 },
  );

/** Whether somebody wants our emails. */
const Wanted = z.union([
  z.object({ "List-Unsubscribe": z.literal("One-Click") }).transform(() => false),
  z.object({ intent: z.literal("stop") }).transform(() => false),
  z.object({ intent: z.literal("undo") }).transform(() => true),
]);

export default later(
  "page-unsubscribe",
  async () => (await import("#src/modules/mail/notifications/components/unsubscribe-page.tsx")).default,
  "touched",
);
