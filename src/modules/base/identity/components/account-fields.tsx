import type { ReactNode } from "react";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { LINK } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/checkbox.tsx";
import { EmailInput } from "#src/ui/email-input.tsx";
import { Field } from "#src/ui/field.tsx";
import { OneName } from "#src/ui/one-name.tsx";
import { PasswordInput } from "#src/ui/password-input.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type EmailProps = {
  value: string | undefined;
  /** It is known already and shown as such, also for the browser that stores the password. */
  fixed?: boolean;
  hint?: string;
  error?: string;
};

/** The account's email address. */
export function EmailField({ value, fixed = false, ...field }: EmailProps) {
  const { t } = useText();
  return (
    <Field id="email" label={t("identity.email")} {...field}>
      {(control) => (
        <EmailInput
          {...control}
          name="email"
          autoComplete="username"
          spellCheck={false}
          maxLength={254}
          defaultValue={value}
          readOnly={fixed}
          required
        />
      )}
    </Field>
  );
}

type PasswordProps = { label: string; kind: "current" | "new"; hint?: string; error?: string };

/** A current or a new password, never prefilled. */
export function PasswordField({ label, kind, ...field }: PasswordProps) {
  const { t } = useText();
  return (
    <Field id="password" label={label} {...field}>
      {(control) => (
        <PasswordInput
          {...control}
          name="password"
          autoComplete={`${kind}-password`}
          showLabel={t("identity.showPassword")}
          hideLabel={t("identity.hidePassword")}
          required
        />
      )}
    </Field>
  );
}

type CurrentPasswordProps = {
  /** The address of the page for those who have forgotten it. */
  forgotten: string;
  error?: string;
};

/** The account's password, and the way out for those who have forgotten it. */
export function CurrentPasswordField({ forgotten, ...field }: CurrentPasswordProps) {
  const { t } = useText();
  return (
    <div>
      <PasswordField kind="current" label={t("identity.password")} {...field} />
      <Link to={forgotten} className={`${LINK} mt-1 inline-flex min-h-11 items-center`}>
        {t("identity.forgot")}
      </Link>
    </div>
  );
}

const NAMES = [
  { id: "first_name", label: "identity.signup.firstName", autoComplete: "given-name" },
  { id: "last_name", label: "identity.signup.lastName", autoComplete: "family-name" },
] as const;

type NameProps = {
  formValues: Record<string, string>;
  errorOf: (id: "first_name" | "last_name") => { error?: string };
};

/** The first and last name of a new account, or the only one. */
export function NameFields({ formValues, errorOf }: NameProps) {
  const { t } = useText();
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        {NAMES.map(({ id, label, autoComplete }) => (
          <Field key={id} id={id} label={t(label)} {...errorOf(id)}>
            {(control) => (
              <TextInput
                {...control}
                name={id}
                autoComplete={autoComplete}
                maxLength={80}
                defaultValue={formValues[id]}
                required
              />
            )}
          </Field>
        ))}
      </div>
      <OneName isChosen={formValues["one_name"] === "on"} />
    </>
  );
}

/** Whether we may write about offers: asked, never presumed. */
export function MarketingChoice({ isChosen }: { isChosen: boolean }) {
  const { t } = useText();
  return (
    <div>
      <Checkbox id="marketing" name="marketing" value="yes" defaultChecked={isChosen}>
        {t("identity.signup.marketing")}
      </Checkbox>
      <p className="mt-1.5 pl-9.5 text-small text-text-2">{t("identity.signup.marketingHint")}</p>
    </div>
  );
}

/**
 * What a new account is under. Stacked: side by side they would take one line or two, depending on which font has loaded.
 */
export function AccountRules() {
  const { t } = useText();
  return (
    <div className="text-small text-text-2">
      <p>{t("identity.signup.apply")}</p>
      <ul className="mt-1">
        <li>
          <Rule path="/terms">{t("identity.signup.terms")}</Rule>
        </li>
        <li>
          <Rule path="/privacy">{t("identity.signup.privacy")}</Rule>
        </li>
      </ul>
    </div>
  );
}

function Rule({ path, children }: { path: string; children: ReactNode }) {
  const { locale } = useText();
  return (
    <Link to={localizedPath(path, locale)} className={`${LINK} inline-flex min-h-11 items-center`}>
      {children}
    </Link>
  );
}
