import { Form, Link, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import { AccountFrame } from "#src/modules/base/identity/components/account-frame.tsx";
import { FormErrorNotice } from "#src/modules/base/identity/components/form-error-notice.tsx";
import { accountPath } from "#src/modules/base/identity/rules/account-forms.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { TextInput } from "#src/ui/text-input.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";
import type { Route } from "#routes/account/+types/login-code.ts";

export default function LoginCode({ actionData, loaderData: { kind, next } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const busy = useNavigation().formMethod === "POST";
  const { errorOf } = useFieldErrors(actionData?.fieldErrors);
  const here = accountPath(localizedPath("/login/code", locale), { next });
  const app = kind === "app";
  const other = app ? `${here}${here.includes("?") ? "&" : "?"}with=recovery` : here;
  const link = `${LINK} inline-flex min-h-11 items-center`;
  return (
    <AccountFrame
      title={t("identity.code.title")}
      lead={t(app ? "identity.code.lead" : "identity.code.recoveryLead")}
      foot={
        <div className="grid justify-items-start">
          <Link to={other} replace className={link}>
            {t(app ? "identity.code.useRecovery" : "identity.code.useApp")}
          </Link>
          <Link to={accountPath(localizedPath("/login", locale), { next })} className={link}>
            {t("identity.code.back")}
          </Link>
        </div>
      }
    >
      <PageHead title={t("identity.code.pageTitle")} description={t("identity.code.description")} index={false} />
      <Form method="post" noValidate className="grid gap-5">
        <FormErrorNotice answer={actionData} undone="identity.failed" />
        <Field
          key={`${kind} ${actionData?.at ?? 0}`}
          id="code"
          label={t(app ? "identity.code.code" : "identity.code.recovery")}
          hint={t(app ? "identity.code.hint" : "identity.code.recoveryHint")}
          {...errorOf("code")}
        >
          {(control) => (
            <TextInput
              {...control}
              name="code"
              inputMode={app ? "numeric" : "text"}
              autoComplete={app ? "one-time-code" : "off"}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              required
              className="display text-3xl tracking-[0.12em]"
            />
          )}
        </Field>
        <Button type="submit" busy={busy} wide>
          {t("identity.code.submit")}
        </Button>
      </Form>
    </AccountFrame>
  );
}
