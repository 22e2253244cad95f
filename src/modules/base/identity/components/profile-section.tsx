import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import type { ProfileAnswer, FormName } from "#src/modules/base/identity/rules/profile-forms.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PasswordInput } from "#src/ui/password-input.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type ProfileSectionProps = {
  /** Anchor for links and for responses. */
  id: string;
  title: string;
  lead?: ReactNode;
  /** What has just been saved, in words. */
  done?: string | null;
  /** Styles the page's last section, which is irreversible. */
  danger?: boolean;
  children: ReactNode;
};

/** One sheet of the profile: its topic, the latest result, and its forms. */
export function ProfileSection({ id, title, lead, done, danger = false, children }: ProfileSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={classNames(
        "grid scroll-mt-24 gap-5 rounded-lg bg-surface p-5 shadow-md md:p-8",
        danger && "inset-ring-2 inset-ring-low/45",
      )}
    >
      <header className="grid gap-1.5">
        <h2 id={`${id}-title`} className="text-h3">
          {title}
        </h2>
        {lead && <p className="max-w-[38rem] text-text-2">{lead}</p>}
      </header>
      {done && (
        <Notice tone="good" className="hydrated:hidden">
          {done}
        </Notice>
      )}
      {children}
    </section>
  );
}

export type FormState = {
  formValues: Record<string, string>;
  errorOf: (field: string) => { error?: string };
};

type ProfileFormProps = {
  name: FormName;
  /** The response to a form of the page, maybe to this one. */
  answer: ProfileAnswer | undefined;
  /** Label of its button. */
  action: string;
  /** A secondary button, where the form isn't the section's main purpose. */
  quiet?: boolean;
  danger?: boolean;
  className?: string;
  children?: (state: FormState) => ReactNode;
};

/** A form of the profile. Works without JavaScript; keeps its values, except passwords. */
export function ProfileForm({ name, answer, action, quiet, danger, className, children }: ProfileFormProps) {
  const { t } = useText();
  const { formData } = useNavigation();
  const mine = answer?.intent === name ? answer : undefined;
  const { errors, errorOf } = useFieldErrors(mine?.fieldErrors);
  return (
    <Form method="post" noValidate preventScrollReset className={classNames("grid gap-5", className)}>
      <input type="hidden" name="intent" value={name} />
      {mine?.formError && (
        <Notice key={mine.at} tone="bad" live>
          {t(mine.formError, mine.values)}
        </Notice>
      )}
      <ErrorSummary key={`summary ${mine?.at}`} title={t("errors.summary", { count: errors.length })} errors={errors} />
      {children?.({ formValues: mine?.formValues ?? {}, errorOf: (field) => errorOf(`${name}-${field}`) })}
      <Button
        type="submit"
        kind={quiet || danger ? "secondary" : "primary"}
        busy={formData?.get("intent") === name}
        className={classNames("sm:justify-self-start", danger && "text-low-text! inset-ring-low!")}
      >
        {action}
      </Button>
    </Form>
  );
}

type PasswordFieldProps = { id: string; name: string; label: string; hint?: string; isNew?: boolean; error?: string };

/** A current password as proof, or a new one. */
export function PasswordField({ id, name, label, hint, isNew = false, error }: PasswordFieldProps) {
  const { t } = useText();
  return (
    <Field id={id} label={label} hint={hint} {...(error ? { error } : {})}>
      {(control) => (
        <PasswordInput
          {...control}
          name={name}
          showLabel={t("identity.showPassword")}
          hideLabel={t("identity.hidePassword")}
          autoComplete={isNew ? "new-password" : "current-password"}
          required
        />
      )}
    </Field>
  );
}

/** A rarely used form, collapsed under its title. Opens without JavaScript too; one with a response stays open. */
export function Folded({ title, open, children }: { title: string; open: boolean; children: ReactNode }) {
  return (
    <details open={open || undefined} className="group rounded-md inset-ring inset-ring-border">
      <summary className="flex min-h-12 items-center rounded-md px-4 font-semibold hover:bg-surface-2">{title}</summary>
      <div className="grid gap-4 px-4 pt-2 pb-5">{children}</div>
    </details>
  );
}

/** In place of a form that asks for the password, for an account that has none: what it takes first. */
export function ChoosePassword() {
  const { t } = useText();
  return (
    <>
      <p className="text-text-2">{t("identity-profile.password.needed")}</p>
      <p>
        <PasswordLink />
      </p>
    </>
  );
}

/** Leads to the page that mails a link for choosing a password. */
export function PasswordLink() {
  const { t, locale } = useText();
  return (
    <ButtonLink to={localizedPath("/forgot-password", locale)} kind="secondary">
      {t("identity-profile.password.choose")}
    </ButtonLink>
  );
}
