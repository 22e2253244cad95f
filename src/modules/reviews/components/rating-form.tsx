import { Form, useNavigation } from "react-router";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { StarChoice } from "#src/modules/reviews/components/stars.tsx";
import type { Fault, Typed } from "#src/modules/reviews/rules.ts";
import { Button } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/checkbox.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TextArea } from "#src/ui/text-area.tsx";
import { useFaults } from "#src/ui/use-faults.ts";

type RatingFormProps = {
  typed: Typed;
  faults: readonly Fault[];
  /** What kept the rating from being sent, apart from what is in it. */
  trouble: MessageId | null;
  /** When the form was answered: every answer is told anew. */
  at: number;
};

/** Stars, a few words, and whether they may be shown. */
export function RatingForm({ typed, faults, trouble, at }: RatingFormProps) {
  const { t } = useText();
  const sending = useNavigation().formMethod === "POST";
  const { errors, errorOf } = useFaults(faults);
  return (
    <Form method="post" noValidate className="grid max-w-[34rem] gap-6">
      {trouble && <Notice key={at} tone="bad" live title={t(trouble)} />}
      <ErrorSummary key={`summary ${at}`} title={t("errors.summary", { count: faults.length })} errors={errors} />
      <StarChoice chosen={typed.stars} {...errorOf("stars")} />
      <Field
        id="comment"
        label={t("rating.comment")}
        optional={t("rating.optional")}
        hint={t("rating.commentHint")}
        {...errorOf("comment")}
      >
        {(control) => (
          <TextArea {...control} name="comment" className="min-h-32" maxLength={1000} defaultValue={typed.comment} />
        )}
      </Field>
      <div>
        <Checkbox id="consent" name="consent" value="yes" defaultChecked={typed.consent}>
          {t("rating.consent")}
        </Checkbox>
        <p className="mt-1.5 pl-9.5 text-small text-text-2">{t("rating.consentHint")}</p>
      </div>
      <Button type="submit" busy={sending} className="sm:justify-self-start">
        {t(sending ? "rating.sending" : "rating.send")}
      </Button>
    </Form>
  );
}
