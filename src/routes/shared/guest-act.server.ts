import { data } from "react-router";
import { refusalText } from "#src/modules/sales/booking/rules/refusal-text.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import type { Act } from "#src/routes/shared/act.server.ts";
import { NO_STORE } from "#src/routes/shared/headers.server.ts";
import { aboutForm, type FormAnswer } from "#src/ui/form/answer.ts";

type Options = {
  /** of the answer, which repeats what was typed */
  headers?: Readonly<Record<string, string>>;
  /** the status of a refusal, where it isn't 409; of too many attempts it is 429 */
  statusOf?: (reason: string) => number;
};

/**
 * What a guest's form is answered with, in the shape of all forms. A refusal for which the act has no reply of its own is said above
 * the form, as `errors.<reason>` with its figures. Throws 400 for a form that isn't the page's.
 */
export async function guestAct<Extra extends object>(
  ctx: RequestContext,
  form: FormData,
  act: Act<Extra>,
  { headers = NO_STORE, statusOf = () => 409 }: Options = {},
) {
  const { status, reply, refusal } = await act(ctx, form, (why) => {
    const { message, values } = refusalText(why, ctx.locale);
    return { formError: message, values };
  });
  const retryAfter = refusal?.retry_after;
  return data<FormAnswer<Extra>>(
    { ...aboutForm(form), at: ctx.now.getTime(), ...reply },
    {
      status: !refusal ? status : refusal.reason === "too_many_attempts" ? 429 : statusOf(refusal.reason),
      headers: { ...headers, ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }) },
    },
  );
}
