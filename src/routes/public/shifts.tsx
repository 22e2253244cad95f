import { data } from "react-router";
import type { MessageId } from "#src/locales/i18n.ts";
import { answerByLink } from "#src/modules/evening/guides/answer-shifts.server.ts";
import { openRequest } from "#src/modules/evening/guides/queries.server.ts";
import { AnswerShifts } from "#src/modules/evening/guides/schema.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/shifts";

export const headers = () => PRIVATE;

/** Opening the link changes nothing: email scanners open links too. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const opened = await openRequest(context.get(requestContext), params.token);
  return data({ request: opened.ok ? opened.request : null }, { status: opened.ok ? 200 : 404, headers: PRIVATE });
}

type Answer = { at: number; said: MessageId | null; refused: MessageId | null };

export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const parsed = AnswerShifts.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) throw data(null, { status: 400 });
  const result = await answerByLink(ctx, { ...parsed.data, token: params.token });
  const at = ctx.now.getTime();
  if (result.ok) {
    const flash = parsed.data.answer === "accept" ? "guides.flash.accepted" : "guides.flash.declined";
    return data<Answer>({ at, said: flash, refused: null }, { headers: PRIVATE });
  }
  if (result.reason === "request_not_found") throw data(null, { status: 404 });
  return data<Answer>(
    { at, said: null, refused: `guides.refused.${result.reason}` },
    { status: 409, headers: PRIVATE },
  );
}

export default later(
  "page-shifts",
  async () => (await import("#src/modules/evening/guides/components/shifts-page.tsx")).default,
  "touched",
);
