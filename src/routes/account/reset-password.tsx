import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { lostAnswer } from "#src/modules/base/identity/components/lost-answer.ts";
import { resetPassword } from "#src/modules/base/identity/reset-password.server.ts";
import {
  accountPath,
  type FormAnswer,
  refusedWith,
  formErrorOf,
} from "#src/modules/base/identity/rules/account-forms.ts";
import { ResetPassword } from "#src/modules/base/identity/schema.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { textsOf } from "#src/ui/form/texts.ts";
import { later } from "#src/ui/later.tsx";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/reset-password";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

export const loader = ({ request }: Route.LoaderArgs) =>
  data({ hasToken: tokenOf(request) !== "" }, { headers: PRIVATE });

type Answer = FormAnswer<"password"> & {
  /** The link is used, expired or unknown. */
  over: boolean;
};

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { password } = textsOf(await request.formData(), ["password"]);
  const answer: Answer = { at: ctx.now.getTime(), formValues: {}, fieldErrors: [], formError: null, over: false };
  const invalid = (message: MessageId) =>
    data<Answer>({ ...answer, fieldErrors: [{ id: "password", message }] }, refusedWith({ reason: "invalid" }, 422));
  const input = ResetPassword.safeParse({ token: tokenOf(request), password });
  if (!input.success) {
    const issue = input.error.issues.find(({ path }) => path[0] === "password");
    return issue ? invalid(issue.message as MessageId) : data<Answer>({ ...answer, over: true }, { status: 410 });
  }
  const result = await resetPassword(ctx, input.data, request.headers.get("cookie") ?? "");
  if (result.ok) {
    const set = result.cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
    const headers = [...set, ...Object.entries(PRIVATE)];
    return redirect(accountPath(localizedPath("/login", ctx.locale), { note: "new-password" }), { headers });
  }
  if (result.reason === "password_common") return invalid("errors.password_common");
  if (result.reason === "link_invalid") return data<Answer>({ ...answer, over: true }, { status: 410 });
  return data<Answer>({ ...answer, formError: formErrorOf(result) }, refusedWith(result, 409));
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const all = new Headers(actionHeaders);
  for (const [name, value] of Object.entries(PRIVATE)) all.set(name, value);
  return all;
};

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrKeep(serverAction, lostAnswer);

export default later(
  "page-reset-password",
  async () => (await import("#src/modules/base/identity/components/reset-password-page.tsx")).default,
  "touched",
);
