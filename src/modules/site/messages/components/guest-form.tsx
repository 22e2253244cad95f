import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Trap } from "#src/ui/trap.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

/** How a form by which anybody writes to us was answered. */
export type WrittenForm = {
  fieldErrors: readonly FieldError[];
  /** Why it was refused, apart from its field errors. */
  formError: MessageId | null;
  /** Time of the response: every response is announced again. */
  at: number;
  /** Idempotency key: submitting the form twice sends one. */
  formKey: string;
};

type GuestFormProps = {
  answer: WrittenForm;
  /** The name of the field that people leave empty. */
  trap: string;
  /** What becomes of what is written, before the link to the privacy policy. */
  privacy: string;
  send: string;
  children: (errorOf: ReturnType<typeof useFieldErrors>["errorOf"]) => ReactNode;
};

/** The frame of a form by which anybody writes to us. Works without JavaScript; its fields keep what was entered. */
export function GuestForm({ answer, trap, privacy, send, children }: GuestFormProps) {
  const { t, locale } = useText();
  const { fieldErrors, formError, at, formKey } = answer;
  const sending = useNavigation().formMethod === "POST";
  const { errors, errorOf } = useFieldErrors(fieldErrors);
  return (
    <Form method="post" noValidate className="grid max-w-[34rem] gap-5">
      <input type="hidden" name="key" value={formKey} />
      <Trap name={trap} label={t("messages.trap")} />
      {formError && (
        <Notice key={at} tone="bad" live title={t(formError)}>
          {t("messages.kept")}
        </Notice>
      )}
      <ErrorSummary key={`summary ${at}`} title={t("errors.summary", { count: fieldErrors.length })} errors={errors} />
      {children(errorOf)}
      <p className="text-small text-text-2">
        {privacy}{" "}
        <Link to={localizedPath("/privacy", locale)} className={LINK}>
          {t("messages.privacyLink")}
        </Link>
        .
      </p>
      <Button type="submit" busy={sending} className="sm:justify-self-start">
        {sending ? t("messages.sending") : send}
      </Button>
    </Form>
  );
}
