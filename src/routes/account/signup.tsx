import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { lostAnswer } from "#src/modules/base/identity/components/lost-answer.ts";
import {
  accountPath,
  type FormAnswer,
  refusedWith,
  formErrorOf,
  readNames,
} from "#src/modules/base/identity/rules/account-forms.ts";
import { sameOriginPath } from "#src/modules/base/identity/rules/next-page.ts";
import { SignUp } from "#src/modules/base/identity/schema.ts";
import { signUp } from "#src/modules/base/identity/sign-up.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { textsOf } from "#src/ui/form/texts.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/signup";

const FIELDS = ["first_name", "last_name", "email", "password"] as const;

const nextOf = (request: Request) => sameOriginPath(new URL(request.url).searchParams.get("next"));

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  if ((await ctx.user()).kind === "user") throw redirect(localizedPath("/", ctx.locale));
  return { next: nextOf(request) };
}

type Answer = FormAnswer<(typeof FIELDS)[number]>;

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await request.formData();
  const { password, email } = textsOf(form, FIELDS);
  const { typed, names } = readNames(form);
  const marketing_consent = form.get("marketing") === "yes";
  const formValues = { ...typed, email, marketing: marketing_consent ? "yes" : "" };
  const answer: Answer = { at: ctx.now.getTime(), formValues, fieldErrors: [], formError: null };
  const input = SignUp.safeParse({ ...names, email, password, marketing_consent });
  if (!input.success) {
    const fieldErrors = toFieldErrors(FIELDS, input.error.issues);
    return data<Answer>({ ...answer, fieldErrors }, refusedWith({ reason: "invalid" }, 422));
  }
  const result = await signUp(ctx, input.data);
  if (result.ok)
    return redirect(accountPath(localizedPath("/login", ctx.locale), { note: "check-email", next: nextOf(request) }));
  if (result.reason === "password_common")
    return data<Answer>(
      { ...answer, fieldErrors: [{ id: "password", message: "errors.password_common" }] },
      refusedWith(result, 422),
    );
  return data<Answer>({ ...answer, formError: formErrorOf(result) }, refusedWith(result, 409));
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrKeep(serverAction, lostAnswer);

export default later(
  "page-signup",
  async () => (await import("#src/modules/base/identity/components/signup-page.tsx")).default,
  "touched",
);
