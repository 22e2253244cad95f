import { Check, RotateCcw } from "#src/ui/lucide/icons.ts";
import { type useFetcher, useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import type { MessageAct } from "#src/modules/site/messages/rules/admin.ts";
import { textFor } from "#src/modules/site/messages/rules/saved-reply.ts";
import { SavedReplies } from "#src/modules/site/messages/admin/saved-replies.tsx";
import type { OpenMessage, SavedReply } from "#src/modules/site/messages/schema.ts";
import { AnswerForm, SendAnswer } from "#src/ui/admin/answer-form.tsx";
import { Badge } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { AdminCheck, AdminNotice } from "#src/ui/admin/field.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { PanelPart, SidePanel } from "#src/ui/admin/side-panel.tsx";
import { ThreadEntry } from "#src/ui/admin/thread.tsx";

type Fetcher = ReturnType<typeof useFetcher<MessageAct>>;

type Message = OpenMessage & { key: string };

type MessagePanelProps = {
  message: Message;
  mayChange: boolean;
  closeHref: string;
  previousHref: string | null;
  nextHref: string | null;
  act: Fetcher;
  replies: readonly SavedReply[];
};

const FORM = "message-answer";

/** One message with its answers, an answer form, and its state. */
export function MessagePanel({
  message,
  mayChange,
  closeHref,
  previousHref,
  nextHref,
  act,
  replies,
}: MessagePanelProps) {
  const { t } = useText();
  const { pathname } = useLocation();
  const { id, status } = message;
  const answer = act.data?.id === id ? act.data : null;
  const isDone = status === "done";
  const isBusy = act.state !== "idle";
  const turn = () => void act.submit({ intent: isDone ? "reopen" : "close", id }, { method: "post", action: pathname });
  const trust = () => void act.submit({ intent: "trust", id }, { method: "post", action: pathname });
  const answers = answer?.answers ?? message.answers;
  const who = (by: string | null) => t("messages-admin.by", { who: by ?? t("messages-admin.someone") });
  return (
    <SidePanel
      title={<span lang={message.language}>{message.subject}</span>}
      meta={
        <>
          {message.name} ·{" "}
          <a href={`mailto:${message.email}`} className={ADMIN_LINK}>
            {message.email}
          </a>
        </>
      }
      closeHref={closeHref}
      previousHref={previousHref}
      nextHref={nextHref}
      footer={
        mayChange &&
        (message.isSuspect ? (
          <AdminButton kind="ink" icon={<Check aria-hidden size={15} />} onClick={trust} disabled={isBusy}>
            {t("messages-admin.trust")}
          </AdminButton>
        ) : (
          <>
            <SendAnswer form={FORM} act={act}>
              {answer?.answers ? t("messages-admin.sendAnyway") : t("messages-admin.send")}
            </SendAnswer>
            <AdminButton
              className="ml-auto"
              icon={isDone ? <RotateCcw aria-hidden size={15} /> : <Check aria-hidden size={15} />}
              onClick={turn}
              disabled={isBusy}
            >
              {isDone ? t("messages-admin.reopen") : t("messages-admin.done")}
            </AdminButton>
          </>
        ))
      }
    >
      <PanelPart
        title={t("messages-admin.thread")}
        aside={
          isDone && (
            <Badge tone="done">
              {t("messages-admin.doneBy", { who: message.doneBy ?? t("messages-admin.someone") })}
            </Badge>
          )
        }
      >
        {message.isSuspect && (
          <div className="mb-3">
            <AdminNotice tone="judge">{t("messages-admin.suspect")}</AdminNotice>
          </div>
        )}
        <div className="grid gap-2">
          <ThreadEntry from={message.name} at={<Moment at={message.at} />} language={message.language}>
            {message.message}
          </ThreadEntry>
          {answers.map((one) => (
            <ThreadEntry key={one.id} own from={who(one.by)} at={<Moment at={one.at} />} language={message.language}>
              {one.text}
            </ThreadEntry>
          ))}
        </div>
        <p className="mt-2 text-fine text-text-3">{t("messages-admin.language", { language: message.language })}</p>
      </PanelPart>
      {mayChange && !message.isSuspect && <Answering message={message} answer={answer} act={act} replies={replies} />}
    </SidePanel>
  );
}

type AnsweringProps = Pick<MessagePanelProps, "message" | "act" | "replies"> & { answer: MessageAct | null };

function Answering({ message, answer, act, replies }: AnsweringProps) {
  const { t } = useText();
  const met = answer?.answers;
  const language = message.language === "es" ? "es" : "en";
  const texts = replies.flatMap((reply) => {
    const text = textFor(reply, language);
    return text === null ? [] : [{ id: reply.id, name: reply.name, text }];
  });
  return (
    <>
      <SavedReplies draftName={`${FORM}:${message.id}`} texts={texts} hasOthers={replies.length > 0} />
      <AnswerForm
        id={FORM}
        record={message}
        act={act}
        answer={answer}
        version={(met ?? message.answers).length}
        met={met ? t("messages-admin.met") : null}
        label={t("messages-admin.answer")}
        help={t("messages-admin.answerHelp", { email: message.email, language: message.language })}
        language={message.language}
        rows={6}
        className="min-h-32"
      >
        {message.status === "new" && (
          <AdminCheck name="done" defaultChecked className="mt-1.5">
            {t("messages-admin.alsoDone")}
          </AdminCheck>
        )}
      </AnswerForm>
    </>
  );
}
