import { z } from "zod";
import { answerMessage } from "#src/modules/site/messages/answer-message.server.ts";
import { closeMessage } from "#src/modules/site/messages/close-message.server.ts";
import { judgeMessage } from "#src/modules/site/messages/judge-message.server.ts";
import { listMessages, openMessage, savedReplies } from "#src/modules/site/messages/queries.server.ts";
import type { MessageExtra } from "#src/modules/site/messages/rules/admin.ts";
import { AnswerMessage } from "#src/modules/site/messages/schema.ts";
import { MESSAGE_LIST } from "#src/modules/site/messages/rules/message-list.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
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

const message = z.object({ id: z.uuid() });

export const action = (args: Route.ActionArgs) =>
  adminAct<MessageExtra>(args, {
    refusals: { failed: "messages-admin.flash.gone" },
    acts: {
      answer: act({
        input: (form) =>
          withHidden(
            AnswerMessage.safeParse({ ...readAnswer(form), done: form.has("done") }),
            message.safeParse(Object.fromEntries(form)),
          ),
        fields: ["text"],
        run: answerMessage,
        done: (_, { key }) => ({ flash: "messages-admin.flash.answered", sent: key }),
        refusal: (refusal) => (refusal.reason === "answered_meanwhile" ? { answers: refusal.answers } : undefined),
      }),
      close: act({
        input: message,
        run: (ctx, { id }) => closeMessage(ctx, { id, done: true }),
        done: (_, { id }) => ({ flash: "messages-admin.flash.done", undo: { intent: "reopen", id } }),
      }),
      reopen: act({
        input: message,
        run: (ctx, { id }) => closeMessage(ctx, { id, done: false }),
        done: (_, { id }) => ({ flash: "messages-admin.flash.reopened", undo: { intent: "close", id } }),
      }),
      trust: act({ input: message, run: judgeMessage, done: "messages-admin.flash.trusted" }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "messages-admin.flash.failed");

export default MessagesPage;
