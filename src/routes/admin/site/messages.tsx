import { data } from "react-router";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { answerMessage } from "#src/modules/site/messages/answer-message.server.ts";
import { closeMessage } from "#src/modules/site/messages/close-message.server.ts";
import { judgeMessage } from "#src/modules/site/messages/judge-message.server.ts";
import { listMessages, openMessage, savedReplies } from "#src/modules/site/messages/queries.server.ts";
import { failedAnswer, type MessageAct } from "#src/modules/site/messages/rules/admin.ts";
import { AnswerMessage, MessageIntent } from "#src/modules/site/messages/schema.ts";
import { MESSAGE_LIST } from "#src/modules/site/messages/rules/message-list.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { readAnswer } from "#src/ui/admin/answer.ts";
import type { Route } from "./+types/messages";
import MessagesPage from "#src/modules/site/messages/admin/messages-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const filter = MESSAGE_LIST.read(new URL(request.url).searchParams);
  const list = await listMessages(ctx, filter);
  if (!list.ok) throw refused(list);
  const opened = filter.open === null ? null : await openMessage(ctx, filter.open);
  const open = opened?.ok ? { ...opened.message, key: crypto.randomUUID() } : null;
  const saved = open ? await savedReplies(ctx) : null;
  return { list, filter, open, replies: saved?.ok ? saved.replies : [] };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const asked = MessageIntent.safeParse(Object.fromEntries(form));
  if (!asked.success) throw data(null, { status: 400 });
  const { intent, id } = asked.data;
  if (intent !== "answer") {
    const result =
      intent === "trust" ? await judgeMessage(ctx, { id }) : await closeMessage(ctx, { id, done: intent === "close" });
    if (result.ok) return answered({ intent, id, flash: FLASH[intent] });
    if (result.reason === "forbidden") throw refused(result);
    return answered({ intent, id, flash: "messages-admin.flash.gone", bad: true }, 409);
  }
  const at = ctx.now.getTime();
  const input = AnswerMessage.safeParse({ ...readAnswer(form), done: form.has("done") });
  if (!input.success)
    return answered({ intent, id, at, fieldErrors: toFieldErrors(["text"], input.error.issues) }, 422);
  const result = await answerMessage(ctx, { ...input.data, id });
  if (result.ok) return answered({ intent, id, flash: "messages-admin.flash.answered", sent: input.data.key });
  if (result.reason === "forbidden") throw refused(result);
  if (result.reason === "answered_meanwhile") return answered({ intent, id, at, answers: result.answers }, 409);
  return answered({ intent, id, flash: "messages-admin.flash.gone", bad: true }, 409);
}

const FLASH = {
  close: "messages-admin.flash.done",
  reopen: "messages-admin.flash.reopened",
  trust: "messages-admin.flash.trusted",
} as const;

const answered = (answer: MessageAct, status = 200) => data(answer, { status });

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, failedAnswer);

export default MessagesPage;
