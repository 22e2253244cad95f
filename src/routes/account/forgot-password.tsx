import { data } from "react-router";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { lostAnswer } from "#src/modules/base/identity/components/lost-answer.ts";
import { askReset } from "#src/modules/base/identity/reset-password.server.ts";
import { type FormAnswer, refusedWith, formErrorOf } from "#src/modules/base/identity/rules/account-forms.ts";
import { AskReset } from "#src/modules/base/identity/schema.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { textsOf } from "#src/ui/form/texts.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/forgot-password";

type Answer = FormAnswer<"email"> & { sent: boolean };

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { email } = textsOf(await request.formData(), ["email"]);
  const answer: Answer = {
    at: ctx.now.getTime(),
    formValues: { email },
    fieldErrors: [],
    formError: null,
    sent: false,
  };
  const input = AskReset.safeParse({ email });
  if (!input.success) {
    const fieldErrors = toFieldErrors(["email"], input.error.issues);
    return data<Answer>({ ...answer, fieldErrors }, refusedWith({ reason: "invalid" }, 422));
  }
  const result = await askReset(ctx, input.data.email);
  if (!result.ok) return data<Answer>({ ...answer, formError: formErrorOf(result) }, refusedWith(result, 409));
  return data<Answer>({ ...answer, sent: true }, { headers: { "cache-control": "no-store" } });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrKeep(serverAction, lostAnswer);

export default later(
  "page-forgot-password",
  async () => (await import("#src/modules/base/identity/components/forgot-password-page.tsx")).default,
  "touched",
);
