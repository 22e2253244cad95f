import { type AccountExtra, readNames, refusalOf } from "#src/modules/base/identity/rules/account-forms.ts";
import { type Act, act } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { lostForm } from "#src/ui/form/answer.ts";
import { browserOf } from "#src/modules/base/identity/ask-auth.server.ts";
import { z } from "zod";
import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { acceptInvitation } from "#src/modules/base/identity/accept-invitation.server.ts";
import { joinTeam } from "#src/modules/base/identity/join-team.server.ts";
import { offeredRole } from "#src/modules/base/identity/queries.server.ts";
import { JoinTeam } from "#src/modules/base/identity/schema.ts";
import { type RequestContext, signedIn } from "#src/platform/context.server.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { textsOf } from "#src/kernel/form-texts.ts";
import { later } from "#src/ui/later.tsx";
import { cookieHeaders, PRIVATE } from "#src/routes/shared/headers.server.ts";
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

/** Who is signed in accepts; anyone else creates the account first, where the address has none. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await signedIn(context);
  const one = ctx.actor.kind === "user" ? accepting(request) : joining(request);
  return guestAct<AccountExtra>(ctx, await request.formData(), one, {
    headers: PRIVATE,
    statusOf: (reason) => STATUS[reason] ?? 409,
  });
}

const STATUS: Readonly<Record<string, number>> = { invitation_over: 410, password_common: 422 };

const accepting = (request: Request): Act<AccountExtra> =>
  act({
    input: z.object({}),
    run: (ctx) => acceptInvitation(ctx, tokenOf(request), browserOf(request).cookie),
    done: ({ cookies }, _, ctx) => arrive(ctx, cookies),
    refusal: () => ({}),
  });

const joining = (request: Request): Act<AccountExtra> =>
  act({
    input: (form) => JoinTeam.safeParse({ ...textsOf(form, FIELDS), ...readNames(form).names }),
    fields: FIELDS,
    typed: (form) => ({ formValues: readNames(form).typed }),
    run: (ctx, input) => joinTeam(ctx, tokenOf(request), input, browserOf(request)),
    done: ({ cookies }, _, ctx) => arrive(ctx, cookies),
    // of any other the page shows what has become of the invitation
    refusal: (result) =>
      result.reason === "password_common" || result.reason === "too_many_attempts" ? refusalOf(result) : {},
  });

/** The first page of the admin, or before it whatever it takes to open it: a second factor. */
function arrive({ locale }: RequestContext, cookies: readonly string[]): never {
  throw redirect(localizedPath("/admin", locale), { headers: [...cookieHeaders(cookies), ...Object.entries(PRIVATE)] });
}

export const headers = () => PRIVATE;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendOrKeep(serverAction, () => lostForm<AccountExtra>("identity.lost"));

export default later(
  "page-invitation",
  async () => (await import("#src/modules/base/identity/components/invitation-page.tsx")).default,
  "touched",
);
