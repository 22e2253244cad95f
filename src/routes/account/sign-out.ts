import { redirect } from "react-router";
import { localeOfPath, localizedPath } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { accountPath } from "#src/modules/identity/rules/account-forms.ts";
import { signOut } from "#src/modules/identity/sign-in.server.ts";
import { forgetTickets } from "#src/modules/tickets/components/forget-stored-tickets.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { stackToast, toast } from "#src/ui/toasts.tsx";
import type { Route } from "./+types/sign-out";

/** Signing out changes state, so it takes a POST; a GET redirects home. */
export const loader = ({ context }: Route.LoaderArgs) =>
  redirect(localizedPath("/", context.get(requestContext).locale));

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { cookies } = await signOut(ctx, request.headers.get("cookie") ?? "");
  const headers = cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
  // a native form post shows no toast: the page has to say it
  const plain = request.headers.get("sec-fetch-mode") === "navigate";
  const there = plain
    ? accountPath(localizedPath("/login", ctx.locale), { note: "signed-out" })
    : localizedPath("/", ctx.locale);
  return redirect(there, { headers });
}

/** Keeps the page and its session when the server can't be reached, and this device's tickets with them. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const { t } = await i18nFor(localeOfPath(location.pathname));
  try {
    return await serverAction();
  } catch (answer) {
    if (!(answer instanceof Response)) {
      toast({ title: t("site.signOutFailed"), description: t("site.signOutFailed.text") });
      return null;
    }
    await forgetTickets();
    stackToast({ title: t("site.signedOut") });
    throw answer;
  }
}
