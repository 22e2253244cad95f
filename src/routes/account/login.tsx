import { data, Form, redirect, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { sameOriginPath } from "#src/modules/identity/rules.ts";
import { SignIn } from "#src/modules/identity/schema.ts";
import { signIn } from "#src/modules/identity/sign-in.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TextInput } from "#src/ui/text-input.tsx";
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

export default function Login({ actionData, loaderData }: Route.ComponentProps) {
  const { t } = useText();
  const busy = useNavigation().state !== "idle";
  return (
    <main id="main" className="wrap section grid max-w-[34rem] gap-6">
      <title>{t("login.pageTitle")}</title>
      <h1 className="text-h2">{t("login.title")}</h1>
      {loaderData.demo && <Notice>{t("login.demo", { email: loaderData.demo })}</Notice>}
      {actionData?.error && (
        <Notice tone="bad" live title={t("login.failed")}>
          {t(actionData.error)}
        </Notice>
      )}
      <Form method="post" className="grid gap-5">
        <Field id="email" label={t("login.email")}>
          {(control) => (
            <TextInput
              {...control}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="username"
              defaultValue={actionData?.email}
              required
            />
          )}
        </Field>
        <Field id="password" label={t("login.password")}>
          {(control) => (
            <TextInput {...control} name="password" type="password" autoComplete="current-password" required />
          )}
        </Field>
        <Button type="submit" busy={busy}>
          {t("login.submit")}
        </Button>
      </Form>
    </main>
  );
}
