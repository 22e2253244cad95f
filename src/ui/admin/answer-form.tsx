import { Send } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useState } from "react";
import { type FetcherWithComponents, useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import type { AnswerState } from "./answer.ts";
import { AdminButton } from "./button.tsx";
import { DraftNotice } from "./draft-notice.tsx";
import { useDraft } from "./use-draft.ts";
import { AdminField, AdminNotice, AdminTextArea, FieldErrorSummary } from "./field.tsx";
import { useAnswer } from "../use-answer.ts";

type Fetcher = Pick<FetcherWithComponents<unknown>, "Form" | "state" | "formData">;

type AnswerFormProps = {
  /** Id of the form; its button is outside and refers to it. */
  id: string;
  /** The record being answered, and this form's idempotency key. */
  record: { id: string; key: string };
  act: Fetcher;
  answer: AnswerState | null;
  /** How many answers the author has seen: the server refuses one written without seeing the latest. */
  version: number;
  /** Notice that somebody else has answered meanwhile. */
  met: string | null;
  label: string;
  help: string;
  /** Language of the answer. */
  language: string;
  rows: number;
  className: string;
  children?: ReactNode;
};

const FIELD = "answer-text";

/** The form of an answer; a fresh one after each answer sent, so that a double submit doesn't send two. */
export function AnswerForm(props: AnswerFormProps) {
  const { id, record, answer } = props;
  const name = `${id}:${record.id}`;
  const { write } = useDraft(name);
  const [sentBefore] = useState(answer?.sent);
  // one that was sent before this panel opened says nothing about the draft in it
  useAnswer(answer?.sent === sentBefore ? null : answer?.sent, () => write(""));
  return <OneAnswer key={`${record.id}:${answer?.sent ?? ""}`} draftName={name} {...props} />;
}

type OneAnswerProps = AnswerFormProps & { draftName: string };

function OneAnswer({ draftName, ...props }: OneAnswerProps) {
  const { id, record, act, answer, version, met, label, help, language, children, ...size } = props;
  const { t } = useText();
  const draft = useDraft(draftName);
  const { pathname } = useLocation();
  // the key stays as long as the text: reloading the record must not turn it into a second answer
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
      <input type="hidden" name="seen" value={version} />
      <AdminField id={FIELD} label={label} help={help} {...(errors[0] ? { error: errors[0].message } : {})}>
        {(control) => (
          <AdminTextArea
            {...control}
            {...size}
            name="text"
            lang={language}
            maxLength={4000}
            value={draft.text}
            onChange={(event) => draft.write(event.target.value)}
          />
        )}
      </AdminField>
      <DraftNotice draft={draft} panel="open" />
      {children}
    </act.Form>
  );
}

/** Submits the answer form with that id. */
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
