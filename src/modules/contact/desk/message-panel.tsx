import { Check, RotateCcw, Send } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { type useFetcher, useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import type { MessageAct } from "#src/modules/contact/rules/desk.ts";
import type { OpenMessage } from "#src/modules/contact/schema.ts";
import { Badge } from "#src/ui/desk/badge.tsx";
import { DESK_LINK, DeskButton } from "#src/ui/desk/button.tsx";
import { DeskCheck, DeskField, DeskNotice, DeskTextArea, FormFaults } from "#src/ui/desk/field.tsx";
import { Moment } from "#src/ui/desk/moment.tsx";
import { PanelPart, SidePanel } from "#src/ui/desk/side-panel.tsx";
import { Letter } from "#src/ui/desk/thread.tsx";

type Fetcher = ReturnType<typeof useFetcher<MessageAct>>;

type MessagePanelProps = {
  message: OpenMessage & { key: string };
  mayChange: boolean;
  closeHref: string;
  previousHref: string | null;
  nextHref: string | null;
  act: Fetcher;
};

const FORM = "message-answer";

/** One message with what was written back, the form of an answer, and its state. */
export function MessagePanel({ message, mayChange, closeHref, previousHref, nextHref, act }: MessagePanelProps) {
  const { t } = useText();
  const { pathname } = useLocation();
  const { id, status } = message;
  const answer = act.data?.id === id ? act.data : null;
  const isDone = status === "done";
  const isBusy = act.state !== "idle";
  const turn = () => void act.submit({ intent: isDone ? "reopen" : "close", id }, { method: "post", action: pathname });
  const answers = answer?.answers ?? message.answers;
  const who = (by: string | null) => t("messages.by", { who: by ?? t("messages.someone") });
  return (
    <SidePanel
      title={<span lang={message.language}>{message.subject}</span>}
      meta={
        <>
          {message.name} ·{" "}
          <a href={`mailto:${message.email}`} className={DESK_LINK}>
            {message.email}
          </a>
        </>
      }
      closeHref={closeHref}
      previousHref={previousHref}
      nextHref={nextHref}
      footer={
        mayChange && (
          <>
            <DeskButton
              kind="ink"
              type="submit"
              form={FORM}
              icon={<Send aria-hidden size={15} />}
              busy={isBusy && act.formData?.get("intent") === "answer"}
              disabled={isBusy}
            >
              {answer?.answers ? t("messages.sendAnyway") : t("messages.send")}
            </DeskButton>
            <DeskButton
              className="ml-auto"
              icon={isDone ? <RotateCcw aria-hidden size={15} /> : <Check aria-hidden size={15} />}
              onClick={turn}
              disabled={isBusy}
            >
              {isDone ? t("messages.reopen") : t("messages.done")}
            </DeskButton>
          </>
        )
      }
    >
      <PanelPart
        title={t("messages.thread")}
        aside={
          isDone && <Badge tone="done">{t("messages.doneBy", { who: message.doneBy ?? t("messages.someone") })}</Badge>
        }
      >
        <div className="grid gap-2">
          <Letter from={message.name} at={<Moment at={message.at} />} language={message.language}>
            {message.message}
          </Letter>
          {answers.map((one) => (
            <Letter key={one.id} own from={who(one.by)} at={<Moment at={one.at} />} language={message.language}>
              {one.text}
            </Letter>
          ))}
        </div>
        <p className="mt-2 text-fine text-text-3">{t("messages.language", { language: message.language })}</p>
      </PanelPart>
      {mayChange && <AnswerForm key={answer?.sent ?? "first"} message={message} answer={answer} act={act} />}
    </SidePanel>
  );
}

/** The form of an answer; a new one for each answer that was sent, so that no press sends two. */
function AnswerForm({
  message,
  answer,
  act,
}: {
  message: MessagePanelProps["message"];
  answer: MessageAct | null;
  act: Fetcher;
}) {
  const { t } = useText();
  const { pathname } = useLocation();
  // the key stays while the text does: reading the message again must not make a second answer of it
  const [first] = useState(message.key);
  const key = first === answer?.sent ? message.key : first;
  const faults = answer?.faults ?? [];
  const errors = faults.map(({ message: text }) => ({ id: "answer-text", message: t(text) }));
  const met = answer?.answers;
  return (
    <act.Form id={FORM} method="post" action={pathname} noValidate className="py-3">
      <FormFaults key={answer?.at} title={t("desk.faults", { count: errors.length })} errors={errors} />
      {met && (
        <div role="alert" className="mb-3">
          <DeskNotice tone="judge">{t("messages.met")}</DeskNotice>
        </div>
      )}
      <input type="hidden" name="intent" value="answer" />
      <input type="hidden" name="id" value={message.id} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="seen" value={(met ?? message.answers).length} />
      <DeskField
        id="answer-text"
        label={t("messages.answer")}
        help={t("messages.answerHelp", { email: message.email, language: message.language })}
        {...(errors[0] ? { error: errors[0].message } : {})}
      >
        {(control) => (
          <DeskTextArea
            {...control}
            name="text"
            rows={6}
            className="min-h-32"
            lang={message.language}
            maxLength={4000}
          />
        )}
      </DeskField>
      {message.status === "new" && (
        <DeskCheck name="done" defaultChecked className="mt-1.5">
          {t("messages.alsoDone")}
        </DeskCheck>
      )}
    </act.Form>
  );
}
