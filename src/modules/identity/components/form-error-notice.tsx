import { useEffect } from "react";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { FormAnswer } from "#src/modules/identity/rules/account-forms.ts";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { stackToast } from "#src/ui/toasts.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type FormErrorNoticeProps = {
  answer: FormAnswer | undefined;
  /** What was not done, for example "Sign in failed". */
  undone: MessageId;
};

/** Above a form that was sent in vain: what kept it, said in the page and by a toast (spec section 8), and the errors of its fields. */
export function FormErrorNotice({ answer, undone }: FormErrorNoticeProps) {
  const { t } = useText("errors");
  const { errors } = useFieldErrors(answer?.fieldErrors ?? []);
  const { at = 0, formError = null } = answer ?? {};
  const text = formError && t(formError.message, { minutes: formError.minutes });
  // a toast is an answer to what somebody did: it belongs to the moment, not to the page
  useEffect(() => {
    if (text) stackToast({ title: t(undone), description: text, tone: "bad" });
    // oxlint-disable-next-line react/exhaustive-deps -- once per answer, whatever the page does meanwhile
  }, [at]);
  return (
    <>
      {text && (
        <Notice key={at} tone="bad" title={t(undone)}>
          {text}
        </Notice>
      )}
      <ErrorSummary key={`summary ${at}`} title={t("errors.summary", { count: errors.length })} errors={errors} />
    </>
  );
}
