import { useEffect } from "react";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { Notice } from "#src/ui/notice.tsx";
import { stackToast } from "#src/ui/toasts.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type FormErrorNoticeProps = {
  answer: FormAnswer | undefined;
  /** What failed, for example "Sign in failed". */
  undone: MessageId;
};

/** Above a refused form: the form error, in the page and as a toast (spec section 8), and its field errors. */
export function FormErrorNotice({ answer, undone }: FormErrorNoticeProps) {
  const { t } = useText("errors");
  const { errors } = useFieldErrors(answer?.fieldErrors);
  const { at = 0, formError, values } = answer ?? {};
  const text = formError && t(formError, values);
  // a toast responds to an action: it belongs to the moment, not to the page
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
