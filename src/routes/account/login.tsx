import { accountPath, type AccountExtra, noteOf, refusalOf } from "#src/modules/base/identity/rules/account-forms.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { lostForm } from "#src/ui/form/answer.ts";
import { browserOf } from "#src/modules/base/identity/ask-auth.server.ts";
import { cookieHeaders } from "#src/routes/shared/headers.server.ts";
import { redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { sameOriginPath, startOf } from "#src/modules/base/identity/rules/next-page.ts";
import { SignIn } from "#src/modules/base/identity/schema.ts";
import { signIn } from "#src/modules/base/identity/sign-in.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { textsOf } from "#src/kernel/form-texts.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/login";

const FIELDS = ["email", "password"] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const next = sameOriginPath(searchParams.get("next"));
  const actor = await ctx.user();
  if (actor.kind === "user") throw redirect(next === "/" ? localizedPath(ownPage(actor.role), ctx.locale) : next);
  const demo = ctx.settings.RONDA_SEED === "demo" ? ctx.settings.ADMIN_EMAILS[0] : undefined;
  return { demo, next, note: noteOf(searchParams.get("note")) };
}

// without scripts, a page that is the same for everybody offers to sign in: that link leads to one's own page
function ownPage(role: string | null): string {
  const start = startOf(role);
  return start === "/" ? "/profile" : start;
}

type Extra = AccountExtra & {
  /** The password was right, and a new verification link has been emailed. */
  unverified: boolean;
};

export const action = async ({ context, request }: Route.ActionArgs) =>
  guestAct<Extra>(
    context.get(requestContext),
    await request.formData(),
    act({
      input: (form) => SignIn.safeParse(textsOf(form, FIELDS)),
      fields: FIELDS,
      typed: (form) => ({ formValues: textsOf(form, ["email"]) }),
      run: (ctx, input) => signIn(ctx, input, browserOf(request)),
      done: ({ role, secondFactor, cookies }, _, { locale }) => {
        const next = sameOriginPath(new URL(request.url).searchParams.get("next"));
        const there = next === "/" ? localizedPath(startOf(role), locale) : next;
        throw redirect(secondFactor ? accountPath(localizedPath("/login/code", locale), { next }) : there, {
          headers: cookieHeaders(cookies),
        });
      },
      refusal: (result) => (result.reason === "email_unverified" ? { unverified: true } : refusalOf(result)),
    }),
    { statusOf: (reason) => (reason === "email_unverified" ? 403 : 401) },
  );

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendOrKeep(serverAction, () => lostForm<Extra>("identity.lost"));

export default later(
  "page-login",
  async () => (await import("#src/modules/base/identity/components/login-page.tsx")).default,
  "touched",
);
