import { Form, Link, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import {
  AccountRules,
  EmailField,
  MarketingChoice,
  NameFields,
  PasswordField,
} from "#src/modules/base/identity/components/account-fields.tsx";
import { AccountFrame } from "#src/modules/base/identity/components/account-frame.tsx";
import { FormErrorNotice } from "#src/modules/base/identity/components/form-error-notice.tsx";
import { accountPath } from "#src/modules/base/identity/rules/account-forms.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";
import type { Route } from "#routes/account/+types/signup.ts";

export default function SignUp({ actionData, loaderData: { next } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const busy = useNavigation().formMethod === "POST";
  const { errorOf } = useFieldErrors(actionData?.fieldErrors);
  const formValues = actionData?.formValues ?? {};
  return (
    <AccountFrame
      title={t("identity.signup.title")}
      lead={t("identity.signup.lead")}
      foot={
        <p>
          {t("identity.signup.haveOne")}{" "}
          <Link
            to={accountPath(localizedPath("/login", locale), { next })}
            className={`${LINK} inline-flex min-h-11 items-center`}
          >
            {t("identity.signup.signIn")}
          </Link>
        </p>
      }
    >
      <PageHead title={t("identity.signup.pageTitle")} description={t("identity.signup.description")} index={false} />
      <Form method="post" noValidate className="grid gap-5">
        <FormErrorNotice answer={actionData} undone="identity.signup.failed" />
        <NameFields formValues={formValues} errorOf={errorOf} />
        <EmailField value={formValues["email"]} hint={t("identity.signup.emailHint")} {...errorOf("email")} />
        <PasswordField
          kind="new"
          label={t("identity.password")}
          hint={t("identity.signup.passwordHint")}
          {...errorOf("password")}
        />
        <MarketingChoice isChosen={formValues["marketing"] === "yes"} />
        <AccountRules />
        <Button type="submit" busy={busy} wide>
          {t("identity.signup.submit")}
        </Button>
      </Form>
    </AccountFrame>
  );
}
