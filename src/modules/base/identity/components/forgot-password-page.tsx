import { useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import { EmailField } from "#src/modules/base/identity/components/account-fields.tsx";
import { AccountFrame } from "#src/modules/base/identity/components/account-frame.tsx";
import { FormErrorNotice } from "#src/modules/base/identity/components/form-error-notice.tsx";
import { Button, ButtonLink, LINK } from "#src/ui/button.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";
import type { Route } from "#routes/account/+types/forgot-password.ts";

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const busy = useNavigation().formMethod === "POST";
  const { errorOf } = useFieldErrors(actionData?.fieldErrors);
  const sent = actionData?.done;
  return (
    <AccountFrame
      title={t("identity.forgot.title")}
      {...(sent ? {} : { lead: t("identity.forgot.lead") })}
      foot={
        <Link to={localizedPath("/login", locale)} className={`${LINK} inline-flex min-h-11 items-center`}>
          {t("identity.forgot.back")}
        </Link>
      }
    >
      <PageHead title={t("identity.forgot.pageTitle")} description={t("identity.forgot.description")} index={false} />
      {sent ? (
        <Sent email={actionData.email ?? ""} />
      ) : (
        <Form method="post" noValidate className="grid gap-5">
          <FormErrorNotice answer={actionData} undone="identity.forgot.failed" />
          <EmailField value={actionData?.formValues?.["email"]} {...errorOf("email")} />
          <Button type="submit" busy={busy} wide>
            {t("identity.forgot.submit")}
          </Button>
        </Form>
      )}
    </AccountFrame>
  );
}

/** The same for every address, so that it doesn't reveal which ones have an account. */
function Sent({ email }: { email: string }) {
  const { t, locale } = useText();
  const title = useRef<HTMLHeadingElement>(null);
  // the focused button is gone; a screen reader would start over at the top of the page
  useEffect(() => title.current?.focus(), []);
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <h2 ref={title} tabIndex={-1} className="text-h3">
        {t("identity.forgot.sent.title")}
      </h2>
      <p className="wrap-anywhere">{t("identity.forgot.sent.text", { email })}</p>
      <p className="text-text-2">{t("identity.forgot.sent.hint")}</p>
      <ButtonLink to={localizedPath("/forgot-password", locale)} kind="secondary" className="mt-2">
        {t("identity.forgot.again")}
      </ButtonLink>
    </div>
  );
}
