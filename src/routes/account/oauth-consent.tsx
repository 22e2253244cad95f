import { data } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { answerRequest } from "#src/modules/programs/connections/answer-request.server.ts";
import { readConsent } from "#src/modules/programs/connections/queries.server.ts";
import { ConsentAnswer } from "#src/modules/programs/connections/schema.ts";
import { signedIn } from "#src/platform/context.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/oauth-consent";

/** What a program asks for; opening it changes nothing. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  return data({ consent: await readConsent(ctx, params.id) }, { headers: PRIVATE });
}

type Extra = { next: string };

/** Answers it. The way back to the program begins with another request, or browsers would hold its address against the form. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const ctx = await signedIn(context);
  const { id } = params;
  const one = act<ConsentAnswer, Awaited<ReturnType<typeof answerRequest>>, Extra>({
    input: (form) => ConsentAnswer.shape.answer.safeParse(form.get("answer")),
    run: (_, answer) => answerRequest(ctx, { id, answer }),
    done: () => ({ next: localizedPath(`/oauth/authorize/${id}`, ctx.locale) }),
    refusal: ({ reason }) => ({ formError: `connections.refused.${reason}` }),
  });
  return guestAct<Extra>(ctx, await request.formData(), one, { headers: PRIVATE });
}

export const headers = () => PRIVATE;

export default later(
  "page-oauth-consent",
  async () => (await import("#src/modules/programs/connections/components/consent-page.tsx")).default,
  "touched",
);
