import { Form, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/modules/content/components/page-head.tsx";
import { AccountFrame } from "#src/modules/identity/components/account-frame.tsx";
import { FormErrorNotice } from "#src/modules/identity/components/form-error-notice.tsx";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import type { Route } from "../+types/verify-email";

export default function VerifyEmail({ actionData, loaderData: { hasToken } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const busy = useNavigation().formMethod === "POST";
  const over = !hasToken || (actionData !== undefined && "over" in actionData && actionData.over);
  return (
    <AccountFrame
      title={t(over ? "identity.verify.over.title" : "identity.verify.title")}
      lead={t(over ? "identity.verify.over.text" : "identity.verify.lead")}
    >
      <PageHead title={t("identity.verify.pageTitle")} description={t("identity.verify.description")} index={false} />
      {over ? (
        <ButtonLink to={localizedPath("/login", locale)} wide>
          {t("identity.verify.over.action")}
        </ButtonLink>
      ) : (
        <Form method="post" className="grid gap-5">
          <FormErrorNotice answer={actionData} undone="identity.verify.over.title" />
          <Button type="submit" busy={busy} wide>
            {t("identity.verify.submit")}
          </Button>
        </Form>
      )}
    </AccountFrame>
  );
}
