import { Form, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import {
  AccountRules,
  CurrentPasswordField,
  EmailField,
  NameFields,
  PasswordField,
} from "#src/modules/base/identity/components/account-fields.tsx";
import { AccountFrame } from "#src/modules/base/identity/components/account-frame.tsx";
import { FormErrorNotice } from "#src/modules/base/identity/components/form-error-notice.tsx";
import { accountPath } from "#src/modules/base/identity/rules/account-forms.ts";
import { useSiteSignOut } from "#src/modules/base/identity/components/use-sign-out.ts";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";
import type { Route } from "#routes/account/+types/invitation.ts";

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
  const { email, role, joins } = offer;
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
      {me !== null ? (
        <Accept email={email} me={me} next={next} />
      ) : joins ? (
        <Join email={email} answer={actionData} />
      ) : (
        <SignIn email={email} next={next} />
      )}
      <p className="text-text-2">{t("identity-admin.accept.factor")}</p>
    </AccountFrame>
  );
}

/** The reader is signed in: accept, or sign out of another account. */
function Accept({ email, me, next }: { email: string; me: string; next: string }) {
  const { t, locale } = useText();
  const signOut = useSiteSignOut(next);
  const busy = useNavigation().formMethod === "POST";
  if (me.toLowerCase() !== email)
    return (
      <>
        <Notice tone="bad">{t("identity-admin.accept.other", { me, email })}</Notice>
        <form method="post" action={localizedPath("/sign-out", locale)} onSubmit={signOut}>
          <Button type="submit" wide>
            {t("identity-admin.accept.signOut")}
          </Button>
        </form>
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

/** Whose address has no account yet: the link has proved it, so a name and a password are enough. */
function Join({ email, answer }: { email: string; answer: Route.ComponentProps["actionData"] }) {
  const { t } = useText();
  const busy = useNavigation().formMethod === "POST";
  const { errorOf } = useFieldErrors(answer?.fieldErrors);
  return (
    <Form method="post" noValidate className="grid gap-5">
      <EmailField value={email} fixed />
      <NameFields formValues={answer?.formValues ?? {}} errorOf={errorOf} />
      <PasswordField
        kind="new"
        label={t("identity.password")}
        hint={t("identity.signup.passwordHint")}
        {...errorOf("password")}
      />
      <AccountRules />
      <Button type="submit" busy={busy} wide>
        {t("identity-admin.accept.join")}
      </Button>
    </Form>
  );
}

/** Whose address has an account: its password, then back here. What is wrong with it, the sign-in page says. */
function SignIn({ email, next }: { email: string; next: string }) {
  const { t, locale } = useText();
  const busy = useNavigation().formMethod === "POST";
  const here = (path: string) => accountPath(localizedPath(path, locale), { next });
  return (
    <Form method="post" action={here("/login")} noValidate className="grid gap-5">
      <EmailField value={email} fixed />
      <CurrentPasswordField forgotten={here("/forgot-password")} />
      <Button type="submit" busy={busy} wide>
        {t("identity-admin.accept.signIn")}
      </Button>
    </Form>
  );
}
