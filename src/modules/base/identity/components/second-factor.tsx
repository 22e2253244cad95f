import { useText } from "#src/locales/use-text.ts";
import {
  ChoosePassword,
  Folded,
  type FormState,
  PasswordField,
  ProfileForm,
  ProfileSection,
} from "#src/modules/base/identity/components/profile-section.tsx";
import { RecoveryCodes } from "#src/modules/base/identity/components/recovery-codes.tsx";
import type { ProfileAnswer, FormName, SecondFactorSetup } from "#src/modules/base/identity/rules/profile-forms.ts";
import { Field } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type SecondFactorProps = {
  /** False for an account that was only entered by mailed links. */
  hasPassword: boolean;
  on: boolean;
  /** Whether the user's role requires it before they may go on. */
  required: boolean;
  answer: ProfileAnswer | undefined;
  done: "factor-confirm" | "factor-off" | null;
};

/** The second factor: off, being set up, or on with its recovery codes. */
export function SecondFactor({ hasPassword, on, required, answer, done }: SecondFactorProps) {
  const { t } = useText();
  const doneTexts = {
    "factor-confirm": t("identity-profile.factor.turnedOn"),
    "factor-off": t("identity-profile.factor.turnedOff"),
  };
  const setup = on ? null : (answer?.setup ?? null);
  return (
    <ProfileSection
      id="second-factor"
      title={t("identity-profile.factor.title")}
      lead={t(on ? "identity-profile.factor.on" : "identity-profile.factor.off")}
      done={done && doneTexts[done]}
    >
      {required && !on && <Notice tone="warning">{t("identity-profile.factor.required")}</Notice>}
      {answer?.codes && <RecoveryCodes codes={answer.codes} />}
      {on && <WhenOn answer={answer} />}
      {!on && !setup && (
        <Folded title={t("identity-profile.factor.start")} open={required || answer?.intent === "factor-start"}>
          {hasPassword ? (
            <ProfileForm name="factor-start" answer={answer} action={t("identity-profile.factor.next")}>
              {({ errorOf }) => (
                <PasswordField
                  id="factor-start-password"
                  name="password"
                  label={t("identity-profile.password.current")}
                  {...errorOf("password")}
                />
              )}
            </ProfileForm>
          ) : (
            <ChoosePassword />
          )}
        </Folded>
      )}
      {setup && <SettingUp setup={setup} answer={answer} />}
    </ProfileSection>
  );
}

function SettingUp({ setup, answer }: { setup: SecondFactorSetup; answer: ProfileAnswer | undefined }) {
  const { t } = useText();
  return (
    <ol className="grid gap-7">
      <li className="grid gap-3">
        <h3 className="font-bold">{t("identity-profile.factor.scan")}</h3>
        <div className="flex flex-wrap items-center gap-5">
          <img
            src={setup.picture}
            alt={t("identity-profile.factor.qr")}
            width={168}
            height={168}
            className="rounded-md bg-[#ffffff] p-1 inset-ring inset-ring-border"
          />
          <div className="grid basis-64 gap-1">
            <p className="text-small text-text-2">{t("identity-profile.factor.type")}</p>
            <code className="font-mono text-lg leading-snug break-all select-all">{inFours(setup.secret)}</code>
            <a href={setup.uri} className="mt-1 text-small font-semibold text-brand-text underline">
              {t("identity-profile.factor.open")}
            </a>
          </div>
        </div>
      </li>
      <li className="grid gap-3">
        <h3 className="font-bold">{t("identity-profile.factor.keep")}</h3>
        <RecoveryCodes codes={setup.codes} />
      </li>
      <li className="grid gap-3">
        <h3 className="font-bold">{t("identity-profile.factor.enter")}</h3>
        <ProfileForm name="factor-confirm" answer={answer} action={t("identity-profile.factor.confirm")}>
          {({ errorOf }) => (
            <>
              {/* a wrong code must not lose the setup */}
              <input type="hidden" name="uri" value={setup.uri} />
              <input type="hidden" name="codes" value={setup.codes.join(" ")} />
              <Field id="factor-confirm-code" label={t("identity-profile.factor.code")} {...errorOf("code")}>
                {(control) => (
                  <TextInput
                    {...control}
                    name="code"
                    inputMode="numeric"
                    autoComplete="one-time-code"
                    required
                    className="max-w-44 text-xl tracking-[0.2em] tabular-nums"
                  />
                )}
              </Field>
            </>
          )}
        </ProfileForm>
      </li>
    </ol>
  );
}

function WhenOn({ answer }: { answer: ProfileAnswer | undefined }) {
  const { t } = useText();
  return (
    <div className="grid gap-3">
      <Folded title={t("identity-profile.factor.newCodes")} open={answer?.intent === "factor-codes" && !answer.codes}>
        <p className="text-text-2">{t("identity-profile.factor.newCodesLead")}</p>
        <ProfileForm name="factor-codes" answer={answer} action={t("identity-profile.factor.makeCodes")} quiet>
          {(state) => <Proof form="factor-codes" state={state} />}
        </ProfileForm>
      </Folded>
      <Folded title={t("identity-profile.factor.turnOff")} open={answer?.intent === "factor-off"}>
        <p className="text-text-2">{t("identity-profile.factor.turnOffLead")}</p>
        <ProfileForm name="factor-off" answer={answer} action={t("identity-profile.factor.turnOff")} danger>
          {(state) => <Proof form="factor-off" state={state} />}
        </ProfileForm>
      </Folded>
    </div>
  );
}

/** The password and a code, as proof. */
function Proof({ form, state: { errorOf } }: { form: FormName; state: FormState }) {
  const { t } = useText();
  return (
    <>
      <PasswordField
        id={`${form}-password`}
        name="password"
        label={t("identity-profile.password.current")}
        {...errorOf("password")}
      />
      <Field
        id={`${form}-code`}
        label={t("identity-profile.factor.proof")}
        hint={t("identity-profile.factor.proofHint")}
        {...errorOf("code")}
      >
        {(control) => <TextInput {...control} name="code" autoComplete="one-time-code" required className="max-w-60" />}
      </Field>
    </>
  );
}

const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(" ") ?? "";
