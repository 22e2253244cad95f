import { Link } from "react-router";
import { clockTime, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import {
  ChoosePassword,
  Folded,
  PasswordField,
  ProfileForm,
  ProfileSection,
} from "#src/modules/base/identity/components/profile-section.tsx";
import type { ProfileAnswer } from "#src/modules/base/identity/rules/profile-forms.ts";
import { DELETE_WORDS, type Deletion } from "#src/modules/office/privacy/rules/deletion.ts";
import { LINK } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type DeleteAccountProps = {
  deletion: Deletion;
  /** False for an account that was only entered by mailed links. */
  hasPassword: boolean;
  answer: ProfileAnswer | undefined;
};

/** Deletes the account: what will happen, and what it requires. Upcoming departures prevent it. */
export function DeleteAccount({ deletion, hasPassword, answer }: DeleteAccountProps) {
  const { t, locale } = useText();
  const { upcoming, pending } = deletion;
  return (
    <ProfileSection
      id="delete"
      title={t("identity-profile.delete.title")}
      lead={t("identity-profile.delete.lead")}
      danger
    >
      <ul className="grid max-w-[38rem] list-disc gap-1.5 pl-5 marker:text-low">
        <li>{t("identity-profile.delete.gone")}</li>
        <li>{t("identity-profile.delete.bookings")}</li>
        {pending > 0 && <li>{t("identity-profile.delete.pending", { count: pending })}</li>}
        <li>{t("identity-profile.delete.kept")}</li>
      </ul>
      {upcoming.length > 0 ? (
        <Notice tone="warning" title={t("identity-profile.delete.upcoming", { count: upcoming.length })}>
          <ul className="mt-1.5 grid gap-1">
            {upcoming.map(({ id, reference, title, date, start_time }) => (
              <li key={id}>
                <Link to={localizedPath(`/booking-confirmation/${id}`, locale)} className={LINK}>
                  {title}
                </Link>
                {", "}
                {t("identity-profile.delete.departure", {
                  date: shortDate(date, locale),
                  time: clockTime(start_time, locale),
                  reference,
                })}
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Folded title={t("identity-profile.delete.action")} open={answer?.intent === "delete"}>
          {hasPassword ? (
            <ProfileForm name="delete" answer={answer} action={t("identity-profile.delete.forGood")} danger>
              {({ formValues, errorOf }) => (
                <>
                  <PasswordField
                    id="delete-password"
                    name="password"
                    label={t("identity-profile.password.current")}
                    {...errorOf("password")}
                  />
                  <Field
                    id="delete-word"
                    label={t("identity-profile.delete.word", { word: DELETE_WORDS[locale] })}
                    {...errorOf("word")}
                  >
                    {(control) => (
                      <TextInput
                        {...control}
                        name="word"
                        autoComplete="off"
                        autoCapitalize="characters"
                        required
                        defaultValue={formValues["word"]}
                      />
                    )}
                  </Field>
                </>
              )}
            </ProfileForm>
          ) : (
            <ChoosePassword />
          )}
        </Folded>
      )}
    </ProfileSection>
  );
}
