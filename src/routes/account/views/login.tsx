import { Form, useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TextInput } from "#src/ui/text-input.tsx";
import type { Route } from "../+types/login";

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
