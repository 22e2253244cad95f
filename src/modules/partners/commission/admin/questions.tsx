import { Form } from "react-router";
import { BookingReference } from "#src/modules/sales/booking/admin/booking-reference.tsx";
import { useText } from "#src/locales/use-text.ts";
import type { Question } from "#src/modules/partners/commission/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminTextArea } from "#src/ui/admin/field.tsx";

type QuestionsProps = { questions: readonly Question[]; mayAnswer: boolean; path: string };

/** What the partner asked about bookings, each with its answer or a form for it. */
export function Questions({ questions, mayAnswer, path }: QuestionsProps) {
  const { t } = useText("commission-admin");
  if (questions.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">
        {t("commission-admin.questions", { count: questions.filter(({ answer }) => answer === null).length })}
      </h3>
      <ul className="grid gap-2">
        {questions.map(({ id, reference, question, answer }) => (
          <li key={id} className="rounded-md border border-border p-2.5">
            <p className="wrap-anywhere">
              <BookingReference reference={reference} /> {question}
            </p>
            {answer !== null && (
              <p className="mt-1 wrap-anywhere text-text-2">{t("commission-admin.answered", { answer })}</p>
            )}
            {answer === null && mayAnswer && (
              <Form method="post" action={path} preventScrollReset className="mt-2 grid gap-2">
                <input type="hidden" name="intent" value="answer" />
                <input type="hidden" name="question_id" value={id} />
                <AdminField id={`answer-${id}`} label={t("commission-admin.answer")}>
                  {(control) => <AdminTextArea {...control} name="text" required maxLength={500} rows={2} />}
                </AdminField>
                <AdminButton type="submit" small className="justify-self-start">
                  {t("commission-admin.sendAnswer")}
                </AdminButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
