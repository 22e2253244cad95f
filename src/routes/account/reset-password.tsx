import { accountPath, refusalOf } from "#src/modules/base/identity/rules/account-forms.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { lostForm } from "#src/ui/form/answer.ts";
import { fail } from "#src/kernel/result.ts";
import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { resetPassword } from "#src/modules/base/identity/reset-password.server.ts";
import { ResetPassword } from "#src/modules/base/identity/schema.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { textsOf } from "#src/kernel/form-texts.ts";
import { later } from "#src/ui/later.tsx";
import { cookieHeaders, PRIVATE, privately } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/reset-password";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

export const loader = ({ request }: Route.LoaderArgs) =>
  data({ hasToken: tokenOf(request) !== "" }, { headers: PRIVATE });

/** `over`: the link is used, expired or unknown. */
type Extra = { over: boolean };

export async function action({ context, request }: Route.ActionArgs) {
  const token = tokenOf(request);
  return guestAct<Extra>(
    context.get(requestContext),
    await request.formData(),
    act({
      input: (form) => ResetPassword.pick({ password: true }).safeParse(textsOf(form, ["password"])),
      fields: ["password"],
      run: async (ctx, { password }) =>
        ResetPassword.shape.token.safeParse(token).success
          ? resetPassword(ctx, { token, password }, request.headers.get("cookie") ?? "")
          : fail("link_invalid"),
      done: ({ cookies }, _, { locale }) => {
        throw redirect(accountPath(localizedPath("/login", locale), { note: "new-password" }), {
          headers: [...cookieHeaders(cookies), ...Object.entries(PRIVATE)],
        });
      },
      refusal: (result) => (result.reason === "link_invalid" ? { over: true } : refusalOf(result)),
    }),
    { headers: PRIVATE, statusOf: (reason) => STATUS[reason] ?? 409 },
  );
}

const STATUS: Readonly<Record<string, number>> = { link_invalid: 410, password_common: 422 };

export const headers: Route.HeadersFunction = ({ actionHeaders }) => privately(actionHeaders);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendOrKeep(serverAction, () => lostForm<Extra>("identity.lost"));

export default later(
  "page-reset-password",
  async () => (await import("#src/modules/base/identity/components/reset-password-page.tsx")).default,
  "touched",
);
