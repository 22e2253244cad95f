import { Form, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/modules/content/components/page-head.tsx";
import { AccountFrame } from "#src/modules/identity/components/account-frame.tsx";
import { FormErrorNotice } from "#src/modules/identity/components/form-error-notice.tsx";
import { accountPath } from "#src/modules/identity/rules/account-forms.ts";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { Route } from "../+types/invitation";

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { offer, me, next } = loaderData;
  const head = (
    <PageHead
      title={t("identity-admin.accept.pageTitle")}
      description={t("identity-admin.accept.description")}
      index={false}
    />
  );
  if (!offer)
    return (
      <AccountFrame title={t("identity-admin.accept.over.title")} lead={t("identity-admin.accept.over.text")}>
        {head}
        <ButtonLink to={localizedPath("/", locale)} wide>
          {t("identity-admin.accept.over.action")}
        </ButtonLink>
      </AccountFrame>
    );
  const { email, role } = offer;
  return (
    <AccountFrame title={t("identity-admin.accept.title")} lead={t("identity-admin.accept.lead", { email })}>
      {head}
      <FactList
        className="gap-y-3"
        facts={[
          [t("identity-admin.accept.role"), t(`identity-admin.role.${role}`)],
          [t("identity-admin.accept.may"), t(`identity-admin.may.${role}`)],
        ]}
      />
      <FormErrorNotice answer={actionData} undone="identity-admin.accept.title" />
      <NextStep email={email} me={me} next={next} />
      <p className="text-text-2">{t("identity-admin.accept.factor")}</p>
    </AccountFrame>
  );
}

/** The reader's next step: accept, sign in first, or sign out of another account. */
function NextStep({ email, me, next }: { email: string; me: string | null; next: string }) {
  const { t, locale } = useText();
  const busy = useNavigation().formMethod === "POST";
  if (me === null)
    return (
      <div className="grid gap-3">
        <ButtonLink to={accountPath(localizedPath("/login", locale), { next })} wide>
          {t("identity-admin.accept.signIn")}
        </ButtonLink>
        <ButtonLink kind="secondary" to={accountPath(localizedPath("/signup", locale), { next })} wide>
          {t("identity-admin.accept.signUp")}
        </ButtonLink>
        <p className="text-text-2">{t("identity-admin.accept.signUpHelp", { email })}</p>
      </div>
    );
  if (me.toLowerCase() !== email)
    return (
      <>
        <Notice tone="bad">{t("identity-admin.accept.other", { me, email })}</Notice>
        <Form method="post" action={localizedPath("/sign-out", locale)}>
          <Button type="submit" wide>
            {t("identity-admin.accept.signOut")}
          </Button>
        </Form>
      </>
    );
  return (
    <Form method="post">
      <Button type="submit" busy={busy} wide>
        {t("identity-admin.accept.submit")}
      </Button>
    </Form>
  );
}
