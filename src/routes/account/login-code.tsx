import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { lostAnswer } from "#src/modules/base/identity/components/lost-answer.ts";
import { owesCode, passSecondFactor } from "#src/modules/base/identity/pass-second-factor.server.ts";
import {
  accountPath,
  type FormAnswer,
  refusedWith,
  formErrorOf,
} from "#src/modules/base/identity/rules/account-forms.ts";
import { sameOriginPath, startOf } from "#src/modules/base/identity/rules/next-page.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { textsOf } from "#src/kernel/form-texts.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/login-code";

/** The URL's state: the kind of code, and where to go afterwards. */
function askedBy(request: Request) {
  const { searchParams } = new URL(request.url);
  const next = sameOriginPath(searchParams.get("next"));
  return { next, kind: searchParams.get("with") === "recovery" ? ("recovery" as const) : ("app" as const) };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const asker = askedBy(request);
  const actor = await ctx.user();
  if (actor.kind === "user") throw redirect(localizedPath(startOf(actor.role), ctx.locale));
  if (!owesCode(ctx, request.headers.get("cookie") ?? ""))
    throw redirect(accountPath(localizedPath("/login", ctx.locale), { next: asker.next }));
  return asker;
}

type Answer = FormAnswer<"code">;

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { next, kind } = askedBy(request);
  const { code } = textsOf(await request.formData(), ["code"]);
  const answer: Answer = { at: ctx.now.getTime(), formValues: {}, fieldErrors: [], formError: null };
  const invalid = (message: "errors.code" | "errors.code_wrong", status: number) =>
    data<Answer>({ ...answer, fieldErrors: [{ id: "code", message }] }, refusedWith({ reason: "invalid" }, status));
  if (code.trim() === "" || code.length > 40) return invalid("errors.code", 422);
  const browser = {
    cookie: request.headers.get("cookie") ?? "",
    userAgent: request.headers.get("user-agent") ?? "",
  };
  const result = await passSecondFactor(ctx, { code, kind }, browser);
  const here = (path: string) => localizedPath(path, ctx.locale);
  if (result.ok) {
    const headers = result.cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
    return redirect(next === "/" ? here(startOf(result.role)) : next, { headers });
  }
  if (result.reason === "challenge_over") return redirect(accountPath(here("/login"), { note: "start-over", next }));
  if (result.reason === "code_wrong") return invalid("errors.code_wrong", 401);
  return data<Answer>({ ...answer, formError: formErrorOf(result) }, refusedWith(result, 401));
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrKeep(serverAction, lostAnswer);

export default later(
  "page-login-code",
  async () => (await import("#src/modules/base/identity/components/login-code-page.tsx")).default,
  "touched",
);
