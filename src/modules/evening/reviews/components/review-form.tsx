import { Form, useNavigation } from "react-router";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { StarChoice } from "#src/modules/evening/reviews/components/stars.tsx";
import type { FormValues } from "#src/modules/evening/reviews/rules/review.ts";
import { Button } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/checkbox.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TextArea } from "#src/ui/text-area.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type ReviewFormProps = {
  formValues: FormValues;
  fieldErrors: readonly FieldError[];
  /** Why the review was refused, apart from its field errors. */
  formError: MessageId | null;
  /** Time of the response: every response is announced again. */
  at: number;
};

/** Stars, a comment, and consent to publish it. */
export function ReviewForm({ formValues, fieldErrors, formError, at }: ReviewFormProps) {
  const { t } = useText();
  const sending = useNavigation().formMethod === "POST";
  const { errors, errorOf } = useFieldErrors(fieldErrors);
  return (
    <Form method="post" noValidate className="grid max-w-[34rem] gap-6">
      {formError && <Notice key={at} tone="bad" live title={t(formError)} />}
      <ErrorSummary key={`summary ${at}`} title={t("errors.summary", { count: fieldErrors.length })} errors={errors} />
      <StarChoice chosen={formValues.stars} {...errorOf("stars")} />
      <Field
        id="comment"
        label={t("reviews.comment")}
        optional={t("reviews.optional")}
        hint={t("reviews.commentHint")}
        {...errorOf("comment")}
      >
        {(control) => (
          <TextArea
            {...control}
            name="comment"
            className="min-h-32"
            maxLength={1000}
            defaultValue={formValues.comment}
          />
        )}
      </Field>
      <div>
        <Checkbox id="consent" name="consent" value="yes" defaultChecked={formValues.consent}>
          {t("reviews.consent")}
        </Checkbox>
        <p className="mt-1.5 pl-9.5 text-small text-text-2">{t("reviews.consentHint")}</p>
      </div>
      <Button type="submit" busy={sending} className="sm:justify-self-start">
        {t(sending ? "reviews.sending" : "reviews.send")}
      </Button>
    </Form>
  );
}
