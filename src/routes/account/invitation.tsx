import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { acceptInvitation } from "#src/modules/base/identity/accept-invitation.server.ts";
import { lostAnswer } from "#src/modules/base/identity/components/lost-answer.ts";
import { joinTeam } from "#src/modules/base/identity/join-team.server.ts";
import {
  type FormAnswer,
  formErrorOf,
  readNames,
  refusedWith,
} from "#src/modules/base/identity/rules/account-forms.ts";
import { offeredRole } from "#src/modules/base/identity/queries.server.ts";
import { JoinTeam } from "#src/modules/base/identity/schema.ts";
import { type RequestContext, signedIn } from "#src/platform/context.server.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { textsOf } from "#src/ui/form/texts.ts";
import { later } from "#src/ui/later.tsx";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/invitation";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** Opening the link changes nothing: email scanners open links too. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const token = tokenOf(request);
  const next = `${localizedPath("/invitation", ctx.locale)}?token=${encodeURIComponent(token)}`;
  return data({ offer: await offeredRole(ctx, token), me: ctx.actor.email, next }, { headers: PRIVATE });
}

/** After these refusals the page shows what has become of the invitation; by default the router doesn't load it again then. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || actionStatus === 410 || defaultShouldRevalidate;

const FIELDS = ["first_name", "last_name", "password"] as const;
type Answer = FormAnswer<(typeof FIELDS)[number]>;

/** Who is signed in accepts; anyone else creates the account first, where the address has none. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await signedIn(context);
  const cookie = request.headers.get("cookie") ?? "";
  const answer: Answer = { at: ctx.now.getTime(), formValues: {}, fieldErrors: [], formError: null };
  if (ctx.actor.kind === "user") {
    const result = await acceptInvitation(ctx, tokenOf(request), cookie);
    return result.ok ? arrive(ctx, result.cookies) : data(answer, refusedWith(result, statusOf(result)));
  }
  const form = await request.formData();
  const { password } = textsOf(form, FIELDS);
  const { typed: formValues, names } = readNames(form);
  const input = JoinTeam.safeParse({ ...names, password });
  if (!input.success) {
    const fieldErrors = toFieldErrors(FIELDS, input.error.issues);
    return data<Answer>({ ...answer, formValues, fieldErrors }, refusedWith({ reason: "invalid" }, 422));
  }
  const result = await joinTeam(ctx, tokenOf(request), input.data, { cookie, userAgent: ctx.actor.userAgent });
  if (result.ok) return arrive(ctx, result.cookies);
  if (result.reason === "password_common")
    return data<Answer>(
      { ...answer, formValues, fieldErrors: [{ id: "password", message: "errors.password_common" }] },
      refusedWith(result, 422),
    );
  const formError = result.reason === "too_many_attempts" ? formErrorOf(result) : null;
  return data<Answer>({ ...answer, formValues, formError }, refusedWith(result, statusOf(result)));
}

const statusOf = ({ reason }: { reason: string }): number => (reason === "invitation_over" ? 410 : 409);

/** The first page of the admin, or before it whatever it takes to open it: a second factor. */
function arrive(ctx: RequestContext, cookies: readonly string[]) {
  const set = cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
  return redirect(localizedPath("/admin", ctx.locale), { headers: [...set, ...Object.entries(PRIVATE)] });
}

export const headers = () => PRIVATE;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrKeep(serverAction, lostAnswer);

export default later(
  "page-invitation",
  async () => (await import("#src/modules/base/identity/components/invitation-page.tsx")).default,
  "touched",
);
