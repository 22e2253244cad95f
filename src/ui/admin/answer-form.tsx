import { Send } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useState } from "react";
import { type FetcherWithComponents, useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import type { AnswerState } from "./answer.ts";
import { AdminButton } from "./button.tsx";
import { AdminField, AdminNotice, AdminTextArea, FieldErrorSummary } from "./field.tsx";

type Fetcher = Pick<FetcherWithComponents<unknown>, "Form" | "state" | "formData">;

type AnswerFormProps = {
  /** Of the form; its button stands elsewhere and names it. */
  id: string;
  /** What is answered, with the key of this form. */
  record: { id: string; key: string };
  act: Fetcher;
  answer: AnswerState | null;
  /** How many answers whoever writes has seen: the server refuses one that crosses another. */
  seen: number;
  /** Says that somebody else has answered meanwhile. */
  met: string | null;
  label: string;
  help: string;
  /** In which the answer is written. */
  language: string;
  rows: number;
  className: string;
  /** Further fields. */
  children?: ReactNode;
};

const FIELD = "answer-text";

/** The form of an answer; a new one for each answer that was sent, so that no press sends two. */
export const AnswerForm = (props: AnswerFormProps) => <OneAnswer key={props.answer?.sent ?? "first"} {...props} />;

function OneAnswer({ id, record, act, answer, seen, met, label, help, language, children, ...size }: AnswerFormProps) {
  const { t } = useText();
  const { pathname } = useLocation();
  // the key stays while the text does: reading the record again must not make a second answer of it
  const [first] = useState(record.key);
  const key = first === answer?.sent ? record.key : first;
  const errors = (answer?.fieldErrors ?? []).map(({ message }) => ({ id: FIELD, message: t(message) }));
  return (
    <act.Form id={id} method="post" action={pathname} noValidate className="py-3">
      <FieldErrorSummary key={answer?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
      {met && (
        <div role="alert" className="mb-3">
          <AdminNotice tone="judge">{met}</AdminNotice>
        </div>
      )}
      <input type="hidden" name="intent" value="answer" />
      <input type="hidden" name="id" value={record.id} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="seen" value={seen} />
      <AdminField id={FIELD} label={label} help={help} {...(errors[0] ? { error: errors[0].message } : {})}>
        {(control) => <AdminTextArea {...control} {...size} name="text" lang={language} maxLength={4000} />}
      </AdminField>
      {children}
    </act.Form>
  );
}

/** Sends the answer that is written in the form of that id. */
export function SendAnswer({ form, act, children }: { form: string; act: Fetcher; children: ReactNode }) {
  const isBusy = act.state !== "idle";
  return (
    <AdminButton
      kind="ink"
      type="submit"
      form={form}
      icon={<Send aria-hidden size={15} />}
      busy={isBusy && act.formData?.get("intent") === "answer"}
      disabled={isBusy}
    >
      {children}
    </AdminButton>
  );
}
