import {
  accountPath,
  type AccountExtra,
  isConsentIn,
  readNames,
  refusalOf,
} from "#src/modules/base/identity/rules/account-forms.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { lostForm } from "#src/ui/form/answer.ts";
import { redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { sameOriginPath } from "#src/modules/base/identity/rules/next-page.ts";
import { SignUp } from "#src/modules/base/identity/schema.ts";
import { signUp } from "#src/modules/base/identity/sign-up.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { textsOf } from "#src/kernel/form-texts.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/signup";

const FIELDS = ["first_name", "last_name", "email", "password"] as const;

const nextOf = (request: Request) => sameOriginPath(new URL(request.url).searchParams.get("next"));

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  if ((await ctx.user()).kind === "user") throw redirect(localizedPath("/", ctx.locale));
  return { next: nextOf(request) };
}

export const action = async ({ context, request }: Route.ActionArgs) =>
  guestAct<AccountExtra>(
    context.get(requestContext),
    await request.formData(),
    act({
      input: (form) =>
        SignUp.safeParse({ ...textsOf(form, FIELDS), ...readNames(form).names, marketing_consent: isConsentIn(form) }),
      fields: FIELDS,
      typed: (form) => ({
        formValues: {
          ...readNames(form).typed,
          ...textsOf(form, ["email"]),
          marketing: isConsentIn(form) ? "yes" : "",
        },
      }),
      run: signUp,
      done: (_, __, { locale }) => {
        throw redirect(accountPath(localizedPath("/login", locale), { note: "check-email", next: nextOf(request) }));
      },
      refusal: refusalOf,
    }),
    { statusOf: (reason) => (reason === "password_common" ? 422 : 409) },
  );

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendOrKeep(serverAction, () => lostForm<AccountExtra>("identity.lost"));

export default later(
  "page-signup",
  async () => (await import("#src/modules/base/identity/components/signup-page.tsx")).default,
  "touched",
);
