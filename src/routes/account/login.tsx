import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { sameOriginPath } from "#src/modules/identity/rules/next-page.ts";
import { SignIn } from "#src/modules/identity/schema.ts";
import { signIn } from "#src/modules/identity/sign-in.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/login";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const actor = await ctx.user();
  if (actor.kind === "user") throw redirect(localizedPath("/", ctx.locale));
  return { demo: ctx.settings.RONDA_WORLD === "demo" ? ctx.settings.ADMIN_EMAILS[0] : undefined };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await request.formData();
  const input = SignIn.safeParse(Object.fromEntries(form));
  const typed = form.get("email");
  const email = typeof typed === "string" ? typed : "";
  if (!input.success) return data({ email, error: input.error.issues[0]?.message as MessageId }, { status: 422 });
  const result = await signIn(ctx, input.data);
  if (!result.ok) {
    const status = result.reason === "too_many_attempts" ? 429 : 401;
    return data({ email, error: `errors.${result.reason}` as MessageId }, { status });
  }
  const next = sameOriginPath(new URL(request.url).searchParams.get("next"));
  return redirect(next === "/" ? localizedPath("/", ctx.locale) : next, {
    headers: result.cookies.map((cookie): [string, string] => ["set-cookie", cookie]),
  });
}

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

export default later(
  "page-login",
  async () => (await import("#src/routes/account/views/login.tsx")).default,
  "touched",
);
