import { useText } from "#src/locales/use-text.ts";
import {
  Folded,
  PasswordField,
  PasswordLink,
  ProfileForm,
  ProfileSection,
} from "#src/modules/base/identity/components/profile-section.tsx";
import type { ProfileAnswer } from "#src/modules/base/identity/rules/profile-forms.ts";

type OwnPasswordProps = {
  email: string;
  /** False for an account that was only entered by mailed links. */
  hasPassword: boolean;
  answer: ProfileAnswer | undefined;
  done: boolean;
};

/** Changes the password, which signs every other browser out. */
export function OwnPassword({ email, hasPassword, answer, done }: OwnPasswordProps) {
  const { t } = useText();
  if (!hasPassword)
    return (
      <ProfileSection
        id="password"
        title={t("identity-profile.password.title")}
        lead={t("identity-profile.password.none")}
        done={null}
      >
        <PasswordLink />
      </ProfileSection>
    );
  return (
    <ProfileSection
      id="password"
      title={t("identity-profile.password.title")}
      lead={t("identity-profile.password.lead")}
      done={done ? t("identity-profile.password.changed") : null}
    >
      <Folded title={t("identity-profile.password.change")} open={answer?.intent === "password"}>
        <ProfileForm name="password" answer={answer} action={t("identity-profile.password.save")}>
          {({ errorOf }) => (
            <>
              {/* tells password managers which account the password belongs to */}
              <input type="hidden" autoComplete="username" value={email} />
              <PasswordField
                id="password-current_password"
                name="current_password"
                label={t("identity-profile.password.current")}
                {...errorOf("current_password")}
              />
              <PasswordField
                id="password-new_password"
                name="new_password"
                label={t("identity-profile.password.new")}
                hint={t("identity-profile.password.hint")}
                isNew
                {...errorOf("new_password")}
              />
            </>
          )}
        </ProfileForm>
      </Folded>
    </ProfileSection>
  );
}
