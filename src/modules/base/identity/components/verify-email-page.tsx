import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/ui/page-head.tsx";
import {
  AccountRules,
  CurrentPasswordField,
  EmailField,
  MarketingChoice,
  NameFields,
  PasswordField,
} from "#src/modules/base/identity/components/account-fields.tsx";
import { AccountFrame } from "#src/modules/base/identity/components/account-frame.tsx";
import { FormErrorNotice } from "#src/modules/base/identity/components/form-error-notice.tsx";
import { Button, ButtonLink, LINK } from "#src/ui/button.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";
import type { Route } from "#routes/account/+types/verify-email.ts";

type Answer = Route.ComponentProps["actionData"];

export default function VerifyEmail({ actionData, loaderData: { offer, signsIn, isNew, anew } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const over = !offer || actionData?.over;
  const head = (
    <PageHead title={t("identity.verify.pageTitle")} description={t("identity.verify.description")} index={false} />
  );
  if (actionData?.needsPassword)
    return (
      <AccountFrame title={t("identity.verify.password.title")} lead={t("identity.verify.password.lead")}>
        {head}
        <ButtonLink to={localizedPath("/login", locale)} wide>
          {t("identity.verify.over.action")}
        </ButtonLink>
      </AccountFrame>
    );
  if (over)
    return (
      <AccountFrame
        title={t("identity.verify.over.title")}
        lead={t(signsIn ? "identity.verify.over.signIn" : "identity.verify.over.text")}
      >
        {head}
        <ButtonLink to={localizedPath("/login", locale)} wide>
          {t("identity.verify.over.action")}
        </ButtonLink>
      </AccountFrame>
    );
  if (offer.kind === "sign_in") return <SignInByLink answer={actionData} offer={offer} head={head} />;
  const what = offer.kind === "email_change" ? "change" : isNew ? "anew" : "signUp";
  return (
    <AccountFrame title={t(`identity.verify.${what}.title`)} lead={t(`identity.verify.${what}.lead`)}>
      {head}
      {/* another form, not another state of the same one: nothing typed in one may show in the other */}
      <Form key={what} method="post" noValidate className="grid gap-5">
        <FormErrorNotice answer={actionData} undone="identity.verify.failed" />
        <EmailField value={offer.email} fixed />
        {what === "anew" ? <SetUp answer={actionData} /> : <Known answer={actionData} what={what} anew={anew} />}
      </Form>
    </AccountFrame>
  );
}

type Offer = Extract<NonNullable<Route.ComponentProps["loaderData"]["offer"]>, { kind: "sign_in" }>;

/** Reads an address's mail, which is enough: one press, with a name for an account that is made. */
function SignInByLink({ answer, offer, head }: { answer: Answer; offer: Offer; head: ReactNode }) {
  const { t } = useText();
  const { errorOf } = useFieldErrors(answer?.fieldErrors);
  const what = offer.name ? "join" : "signIn";
  return (
    <AccountFrame title={t(`identity.verify.${what}.title`)} lead={t(`identity.verify.${what}.lead`)}>
      {head}
      <Form method="post" noValidate className="grid gap-5">
        <FormErrorNotice answer={answer} undone="identity.verify.notEntered" />
        <EmailField value={offer.email} fixed />
        {offer.name && <NameFields formValues={answer?.formValues ?? namesOffered(offer.name)} errorOf={errorOf} />}
        {offer.name && <AccountRules />}
        <Submit>{t("identity.verify.enter")}</Submit>
      </Form>
    </AccountFrame>
  );
}

/** The name that was booked with, as the fields have it. */
const namesOffered = ({ first_name, last_name }: { first_name: string; last_name: string }) => ({
  first_name,
  last_name,
  one_name: last_name === "" ? "on" : "",
});

/** Who signed up, or has the account, enters its password: the link alone proves the address, not who is meant by it. */
function Known({ answer, what, anew }: { answer: Answer; what: "signUp" | "change"; anew: string }) {
  const { t, locale } = useText();
  const { errorOf } = useFieldErrors(answer?.fieldErrors);
  if (what === "change")
    return (
      <>
        <CurrentPasswordField forgotten={localizedPath("/forgot-password", locale)} {...errorOf("password")} />
        <Submit />
      </>
    );
  return (
    <>
      <PasswordField kind="current" label={t("identity.password")} {...errorOf("password")} />
      <Submit />
      <Link to={anew} className={`${LINK} inline-flex min-h-11 items-center`}>
        {t("identity.verify.setUp")}
      </Link>
    </>
  );
}

/** Who didn't sign up, or has forgotten the password: everything is entered again. */
function SetUp({ answer }: { answer: Answer }) {
  const { t } = useText();
  const { errorOf } = useFieldErrors(answer?.fieldErrors);
  const formValues = answer?.formValues ?? {};
  return (
    <>
      <NameFields formValues={formValues} errorOf={errorOf} />
      <PasswordField
        kind="new"
        label={t("identity.password")}
        hint={t("identity.signup.passwordHint")}
        {...errorOf("password")}
      />
      <MarketingChoice isChosen={formValues["marketing"] === "yes"} />
      <AccountRules />
      <Submit />
    </>
  );
}

function Submit({ children }: { children?: ReactNode }) {
  const { t } = useText();
  const busy = useNavigation().formMethod === "POST";
  return (
    <Button type="submit" busy={busy} wide>
      {children ?? t("identity.verify.submit")}
    </Button>
  );
}
