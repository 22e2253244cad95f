import { data } from "react-router";
import { answerByLink } from "#src/modules/evening/guides/answer-shifts.server.ts";
import { openRequest } from "#src/modules/evening/guides/queries.server.ts";
import { AnswerShifts } from "#src/modules/evening/guides/schema.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { act } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/shifts";

export const headers = () => PRIVATE;

/** Opening the link changes nothing: email scanners open links too. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const opened = await openRequest(context.get(requestContext), params.token);
  return data({ request: opened.ok ? opened.request : null }, { status: opened.ok ? 200 : 404, headers: PRIVATE });
}

export const action = async ({ context, params, request }: Route.ActionArgs) =>
  guestAct(
    context.get(requestContext),
    await request.formData(),
    act({
      input: AnswerShifts,
      run: (ctx, answer) => answerByLink(ctx, { ...answer, token: params.token }),
      done: (_, { answer }) => ({ flash: answer === "accept" ? "guides.flash.accepted" : "guides.flash.declined" }),
      refusal: ({ reason }) => {
        if (reason === "request_not_found") throw data(null, { status: 404 });
        return { formError: `guides.refused.${reason}` as const };
      },
    }),
    { headers: PRIVATE },
  );

export default later(
  "page-shifts",
  async () => (await import("#src/modules/evening/guides/components/shifts-page.tsx")).default,
  "touched",
);
