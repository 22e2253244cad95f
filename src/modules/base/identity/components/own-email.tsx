import { useText } from "#src/locales/use-text.ts";
import {
  ChoosePassword,
  Folded,
  PasswordField,
  ProfileForm,
  ProfileSection,
} from "#src/modules/base/identity/components/profile-section.tsx";
import type { ProfileAnswer } from "#src/modules/base/identity/rules/profile-forms.ts";
import { EmailInput } from "#src/ui/email-input.tsx";
import { Field } from "#src/ui/field.tsx";

type OwnEmailProps = {
  email: string;
  /** False for an account that was only entered by mailed links. */
  hasPassword: boolean;
  answer: ProfileAnswer | undefined;
  done: boolean;
};

/** The account's email address, and a form to change it. */
export function OwnEmail({ email, hasPassword, answer, done }: OwnEmailProps) {
  const { t } = useText();
  return (
    <ProfileSection
      id="email"
      title={t("identity-profile.email.title")}
      lead={
        <>
          {t("identity-profile.email.now")} <strong className="break-all text-text">{email}</strong>
        </>
      }
      done={done ? t("identity-profile.email.asked") : null}
    >
      <Folded title={t("identity-profile.email.change")} open={answer?.intent === "email"}>
        {hasPassword ? (
          <ProfileForm name="email" answer={answer} action={t("identity-profile.email.send")}>
            {({ formValues, errorOf }) => (
              <>
                <Field
                  id="email-new_email"
                  label={t("identity-profile.email.new")}
                  hint={t("identity-profile.email.hint")}
                  {...errorOf("new_email")}
                >
                  {(control) => (
                    <EmailInput {...control} name="new_email" required defaultValue={formValues["new_email"]} />
                  )}
                </Field>
                <PasswordField
                  id="email-password"
                  name="password"
                  label={t("identity-profile.password.current")}
                  {...errorOf("password")}
                />
              </>
            )}
          </ProfileForm>
        ) : (
          <ChoosePassword />
        )}
      </Folded>
    </ProfileSection>
  );
}
