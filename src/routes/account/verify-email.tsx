import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { sendOrKeep } from "#src/modules/identity/components/lost-answer.ts";
import { accountPath, type FormAnswer, refusedWith, formErrorOf } from "#src/modules/identity/rules/account-forms.ts";
import { verifyEmail } from "#src/modules/identity/verify-email.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/verify-email";

// The URL contains the token of the emailed link: no caching, no referrer to other sites.
const PRIVATE = { "cache-control": "no-store", "referrer-policy": "no-referrer" };

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** Opening the link changes nothing: email scanners open links too. */
export const loader = ({ request }: Route.LoaderArgs) =>
  data({ hasToken: tokenOf(request) !== "" }, { headers: PRIVATE });

type Answer = FormAnswer & { over: boolean };

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const answer: Answer = { at: ctx.now.getTime(), formValues: {}, fieldErrors: [], formError: null, over: false };
  const result = await verifyEmail(ctx, tokenOf(request), request.headers.get("cookie") ?? "");
  if (!result.ok && result.reason === "too_many_attempts")
    return data<Answer>({ ...answer, formError: formErrorOf(result) }, refusedWith(result, 409));
  if (!result.ok) return data<Answer>({ ...answer, over: true }, { status: 410 });
  const here = (path: string) => localizedPath(path, ctx.locale);
  const note = result.changed ? "email-changed" : "verified";
  const there = (await ctx.user()).kind === "user" ? here("/profile") : here("/login");
  return redirect(accountPath(there, { note }), { headers: PRIVATE });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const all = new Headers(actionHeaders);
  for (const [name, value] of Object.entries(PRIVATE)) all.set(name, value);
  return all;
};

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrKeep(serverAction);

export default later(
  "page-verify-email",
  async () => (await import("#src/routes/account/components/verify-email.tsx")).default,
  "touched",
);
