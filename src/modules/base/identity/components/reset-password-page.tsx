import { Form, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import { PasswordField } from "#src/modules/base/identity/components/account-fields.tsx";
import { AccountFrame } from "#src/modules/base/identity/components/account-frame.tsx";
import { FormErrorNotice } from "#src/modules/base/identity/components/form-error-notice.tsx";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";
import type { Route } from "#routes/account/+types/reset-password.ts";

export default function ResetPassword({ actionData, loaderData: { hasToken } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const busy = useNavigation().formMethod === "POST";
  const { errorOf } = useFieldErrors(actionData?.fieldErrors);
  const over = !hasToken || actionData?.over;
  return (
    <AccountFrame
      title={t(over ? "identity.reset.over.title" : "identity.reset.title")}
      lead={t(over ? "identity.reset.over.text" : "identity.reset.lead")}
    >
      <PageHead title={t("identity.reset.pageTitle")} description={t("identity.reset.description")} index={false} />
      {over ? (
        <ButtonLink to={localizedPath("/forgot-password", locale)} wide>
          {t("identity.reset.over.action")}
        </ButtonLink>
      ) : (
        <Form method="post" noValidate className="grid gap-5">
          <FormErrorNotice answer={actionData} undone="identity.reset.failed" />
          <PasswordField
            kind="new"
            label={t("identity.reset.password")}
            hint={t("identity.signup.passwordHint")}
            {...errorOf("password")}
          />
          <Button type="submit" busy={busy} wide>
            {t("identity.reset.submit")}
          </Button>
        </Form>
      )}
    </AccountFrame>
  );
}
