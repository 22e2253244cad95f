import { Form, Link, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import { CurrentPasswordField, EmailField } from "#src/modules/base/identity/components/account-fields.tsx";
import { AccountFrame } from "#src/modules/base/identity/components/account-frame.tsx";
import { AccountNote } from "#src/modules/base/identity/components/account-note.tsx";
import { FormErrorNotice } from "#src/modules/base/identity/components/form-error-notice.tsx";
import { accountPath } from "#src/modules/base/identity/rules/account-forms.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";
import type { Route } from "#routes/account/+types/login.ts";

export default function Login({ actionData, loaderData: { demo, next, note } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const busy = useNavigation().formMethod === "POST";
  const { errorOf } = useFieldErrors(actionData?.fieldErrors);
  const here = (path: string) => accountPath(localizedPath(path, locale), { next });
  return (
    <AccountFrame
      title={t("identity.title")}
      lead={t("identity.lead")}
      foot={
        <p>
          {t("identity.newHere")}{" "}
          <Link to={here("/signup")} className={`${LINK} inline-flex min-h-11 items-center`}>
            {t("identity.signUp")}
          </Link>
        </p>
      }
    >
      <PageHead title={t("identity.pageTitle")} description={t("identity.description")} index={false} />
      {note && !actionData && <AccountNote note={note} />}
      {demo && (
        <Notice title={t("identity.demo")}>
          {/* short lines: none wraps differently when the web font loads */}
          <p className="wrap-anywhere">{t("identity.demo.email", { email: demo })}</p>
          <p>{t("identity.demo.password")}</p>
        </Notice>
      )}
      {actionData?.unverified && (
        <Notice key={actionData.at} tone="warning" live title={t("identity.unverified.title")}>
          <span className="wrap-anywhere">
            {t("identity.unverified.text", { email: actionData.formValues?.["email"] })}
          </span>
        </Notice>
      )}
      <Form method="post" noValidate className="grid gap-5">
        <FormErrorNotice answer={actionData} undone="identity.failed" />
        <EmailField value={actionData?.formValues?.["email"]} {...errorOf("email")} />
        <CurrentPasswordField forgotten={here("/forgot-password")} {...errorOf("password")} />
        <Button type="submit" busy={busy} wide>
          {t("identity.submit")}
        </Button>
      </Form>
    </AccountFrame>
  );
}
