import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { lostAnswer } from "#src/modules/base/identity/components/lost-answer.ts";
import {
  accountPath,
  type FormAnswer,
  noteOf,
  refusedWith,
  formErrorOf,
} from "#src/modules/base/identity/rules/account-forms.ts";
import { sameOriginPath, startOf } from "#src/modules/base/identity/rules/next-page.ts";
import { SignIn } from "#src/modules/base/identity/schema.ts";
import { signIn } from "#src/modules/base/identity/sign-in.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { textsOf } from "#src/ui/form/texts.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/login";

const FIELDS = ["email", "password"] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const next = sameOriginPath(searchParams.get("next"));
  const actor = await ctx.user();
  if (actor.kind === "user") throw redirect(next === "/" ? localizedPath(startOf(actor.role), ctx.locale) : next);
  const demo = ctx.settings.RONDA_SEED === "demo" ? ctx.settings.ADMIN_EMAILS[0] : undefined;
  return { demo, next, note: noteOf(searchParams.get("note")) };
}

type Answer = FormAnswer<(typeof FIELDS)[number]> & {
  /** The password was right, and a new verification link has been emailed. */
  unverified: boolean;
};

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { password, email } = textsOf(await request.formData(), FIELDS);
  const answer: Answer = {
    at: ctx.now.getTime(),
    formValues: { email },
    fieldErrors: [],
    formError: null,
    unverified: false,
  };
  const input = SignIn.safeParse({ email, password });
  if (!input.success) {
    const fieldErrors = toFieldErrors(FIELDS, input.error.issues);
    return data<Answer>({ ...answer, fieldErrors }, refusedWith({ reason: "invalid" }, 422));
  }
  const result = await signIn(ctx, input.data, {
    cookie: request.headers.get("cookie") ?? "",
    userAgent: ctx.actor.userAgent,
  });
  if (!result.ok && result.reason === "email_unverified")
    return data<Answer>({ ...answer, unverified: true }, refusedWith(result, 403));
  if (!result.ok) return data<Answer>({ ...answer, formError: formErrorOf(result) }, refusedWith(result, 401));
  const next = sameOriginPath(new URL(request.url).searchParams.get("next"));
  const here = (path: string) => localizedPath(path, ctx.locale);
  const there = next === "/" ? here(startOf(result.role)) : next;
  const headers = result.cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
  return redirect(result.secondFactor ? accountPath(here("/login/code"), { next }) : there, { headers });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrKeep(serverAction, lostAnswer);

export default later(
  "page-login",
  async () => (await import("#src/modules/base/identity/components/login-page.tsx")).default,
  "touched",
);
