import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/modules/content/components/page-head.tsx";
import { EmailField, PasswordField } from "#src/modules/identity/components/account-fields.tsx";
import { AccountFrame } from "#src/modules/identity/components/account-frame.tsx";
import { FormErrorNotice } from "#src/modules/identity/components/form-error-notice.tsx";
import { accountPath } from "#src/modules/identity/rules/account-forms.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/checkbox.tsx";
import { Field } from "#src/ui/field.tsx";
import { TextInput } from "#src/ui/text-input.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";
import type { Route } from "../+types/signup";

export default function SignUp({ actionData, loaderData: { next } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const busy = useNavigation().formMethod === "POST";
  const { errorOf } = useFieldErrors(actionData?.fieldErrors ?? []);
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
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <Field id="first_name" label={t("identity.signup.firstName")} {...errorOf("first_name")}>
            {(control) => (
              <TextInput
                {...control}
                name="first_name"
                autoComplete="given-name"
                maxLength={80}
                defaultValue={formValues["first_name"]}
                required
              />
            )}
          </Field>
          <Field id="last_name" label={t("identity.signup.lastName")} {...errorOf("last_name")}>
            {(control) => (
              <TextInput
                {...control}
                name="last_name"
                autoComplete="family-name"
                maxLength={80}
                defaultValue={formValues["last_name"]}
                required
              />
            )}
          </Field>
        </div>
        <EmailField value={formValues["email"]} hint={t("identity.signup.emailHint")} {...errorOf("email")} />
        <PasswordField
          kind="new"
          label={t("identity.password")}
          hint={t("identity.signup.passwordHint")}
          {...errorOf("password")}
        />
        <div>
          <Checkbox id="marketing" name="marketing" value="yes" defaultChecked={formValues["marketing"] === "yes"}>
            {t("identity.signup.marketing")}
          </Checkbox>
          <p className="mt-1.5 pl-9.5 text-small text-text-2">{t("identity.signup.marketingHint")}</p>
        </div>
        <Rules />
        <Button type="submit" busy={busy} wide>
          {t("identity.signup.submit")}
        </Button>
      </Form>
    </AccountFrame>
  );
}

/** Stacked: side by side they would take one line or two, depending on which font has loaded. */
function Rules() {
  const { t } = useText();
  return (
    <div className="text-small text-text-2">
      <p>{t("identity.signup.apply")}</p>
      <ul className="mt-1">
        <li>
          <Rule path="/terms">{t("identity.signup.terms")}</Rule>
        </li>
        <li>
          <Rule path="/privacy">{t("identity.signup.privacy")}</Rule>
        </li>
      </ul>
    </div>
  );
}

function Rule({ path, children }: { path: string; children: ReactNode }) {
  const { locale } = useText();
  return (
    <Link to={localizedPath(path, locale)} className={`${LINK} inline-flex min-h-11 items-center`}>
      {children}
    </Link>
  );
}
