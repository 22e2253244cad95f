import { accountPath, refusalOf } from "#src/modules/base/identity/rules/account-forms.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { lostForm } from "#src/ui/form/answer.ts";
import { browserOf } from "#src/modules/base/identity/ask-auth.server.ts";
import { cookieHeaders } from "#src/routes/shared/headers.server.ts";
import { z } from "zod";
import { redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { owesCode, passSecondFactor } from "#src/modules/base/identity/pass-second-factor.server.ts";
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

const Code = z.object({
  code: z
    .string()
    .max(40, "errors.code")
    .refine((code) => code.trim() !== "", "errors.code"),
});

export async function action({ context, request }: Route.ActionArgs) {
  const { next, kind } = askedBy(request);
  return guestAct(
    context.get(requestContext),
    await request.formData(),
    act({
      input: (form) => Code.safeParse(textsOf(form, ["code"])),
      fields: ["code"],
      run: (ctx, { code }) => passSecondFactor(ctx, { code, kind }, browserOf(request)),
      done: ({ role, cookies }, _, { locale }) => {
        throw redirect(next === "/" ? localizedPath(startOf(role), locale) : next, { headers: cookieHeaders(cookies) });
      },
      refusal: (result, _, { locale }) => {
        if (result.reason === "challenge_over")
          throw redirect(accountPath(localizedPath("/login", locale), { note: "start-over", next }));
        return result.reason === "code_wrong"
          ? { fieldErrors: [{ id: "code", message: "errors.code_wrong" }] }
          : refusalOf(result);
      },
    }),
    { statusOf: () => 401 },
  );
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendOrKeep(serverAction, () => lostForm("identity.lost"));

export default later(
  "page-login-code",
  async () => (await import("#src/modules/base/identity/components/login-code-page.tsx")).default,
  "touched",
);
