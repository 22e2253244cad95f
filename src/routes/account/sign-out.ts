import { redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { accountPath } from "#src/modules/base/identity/rules/account-forms.ts";
import { leaveDevice } from "#src/modules/evening/door/revoke-device.server.ts";
import { signOut } from "#src/modules/base/identity/sign-in.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { cookieHeaders } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/sign-out";

/** Signing out changes state, so it takes a POST; a GET redirects home. */
export const loader = ({ context }: Route.LoaderArgs) =>
  redirect(localizedPath("/", context.get(requestContext).locale));

/** Its forms are sent by `use-sign-out.ts`, which shows a toast; without scripts the page that follows has to say it. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const device = (await request.formData().catch(() => null))?.get("device");
  if (typeof device === "string") await leaveDevice({ ...ctx, actor: await ctx.user() }, { id: device });
  const { cookies } = await signOut(ctx, request.headers.get("cookie") ?? "");
  return redirect(accountPath(localizedPath("/login", ctx.locale), { note: "signed-out" }), {
    headers: cookieHeaders(cookies),
  });
}
