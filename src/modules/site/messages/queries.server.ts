import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { respelled } from "#src/kernel/spelling.ts";
import type { Answer, ListedMessage, OpenMessage } from "#src/modules/site/messages/schema.ts";
import type { MessageFilter } from "#src/modules/site/messages/rules/message-list.ts";
import { allReplies } from "#src/modules/site/messages/store/replies.server.ts";
import { messageById, messagesOf } from "#src/modules/site/messages/store.server.ts";
import {
  answerById,
  answersOf,
  countMessages,
  messagesPage,
  textsNearMessages,
  openedMessage,
} from "#src/modules/site/messages/store/admin.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** A message as it was sent. */
export type StoredMessage = NonNullable<Awaited<ReturnType<typeof messageById>>>;

/** A message, or undefined. For other modules' use cases; checks no access. */
export const messageOf = (ctx: Pick<Context, "db">, id: string, tx?: Tx) => messageById(tx ?? ctx.db, id);

/** A person's messages to us, with our answers. For the owner's data export; checks no access. */
export async function ownedMessages(ctx: Pick<Context, "db">, owner: { userId: string; email: string | null }) {
  const messages = await messagesOf(ctx.db, owner);
  const ids = messages.map(({ id }) => id);
  const answers = ids.length > 0 ? await answersOf(ctx.db, ids) : [];
  return messages.map(({ id, ...message }) => ({
    ...message,
    answers: answers.filter((answer) => answer.message_id === id).map(({ text, created_at }) => ({ text, created_at })),
  }));
}

/** Staff's answer to a message. For other modules' use cases; checks no access. */
export const messageAnswerOf = (ctx: Pick<Context, "db">, id: string) => answerById(ctx.db, id);

/** Messages per page. */
const PAGE = 50;

/**
 * A page of messages with the numbers of new and done ones; `near` tells what a search text that finds none may have meant. Refusal:
 * forbidden {missing}.
 */
export async function listMessages(ctx: Context, filter: MessageFilter) {
  if (!can(ctx.actor, "messages.read")) return fail("forbidden", { missing: "messages.read" });
  const [rows, counted] = await Promise.all([messagesPage(ctx.db, filter, PAGE), countMessages(ctx.db, filter.q)]);
  const count = (status: string) => counted.find((one) => one.status === status)?.n ?? 0;
  const counts = {
    new: count("new"),
    done: count("done"),
    all: count("new") + count("done"),
    suspect: count("suspect"),
  };
  const messages: ListedMessage[] = rows.map(({ site_tag: site, created_at, answers, ...row }) => ({
    ...row,
    site,
    answers: answers ?? 0,
    at: created_at.toISOString(),
  }));
  const near = messages.length > 0 ? [] : respelled(filter.q, await textsNearMessages(ctx.db, filter.q));
  return ok({ messages, near, counts, total: counts[filter.view], mayChange: can(ctx.actor, "messages.change") });
}

/** A message with its answers and who closed it. Refusals: forbidden {missing}, message_not_found. */
export async function openMessage(ctx: Context, id: string) {
  if (!can(ctx.actor, "messages.read")) return fail("forbidden", { missing: "messages.read" });
  const row = isUuid(id) ? await openedMessage(ctx.db, id) : undefined;
  if (!row) return fail("message_not_found");
  const { created_at, done_at, done_by, is_suspect: isSuspect, ...written } = row;
  const message: OpenMessage = {
    ...written,
    isSuspect,
    at: created_at.toISOString(),
    doneAt: done_at?.toISOString() ?? null,
    doneBy: done_by,
    answers: shownAnswers(await answersOf(ctx.db, [id])),
  };
  return ok({ message });
}

export const shownAnswers = (rows: Awaited<ReturnType<typeof answersOf>>): Answer[] =>
  rows.map(({ id, text, by, created_at }) => ({ id, text, by, at: created_at.toISOString() }));

/** All saved replies by name. Refusal: forbidden {missing}. */
export async function savedReplies(ctx: Context) {
  if (!can(ctx.actor, "messages.read")) return fail("forbidden", { missing: "messages.read" as const });
  return ok({ replies: await allReplies(ctx.db), mayChange: can(ctx.actor, "messages.change") });
}

/** Number of messages not done; 0 without permission to read them. */
export const newMessages = async (ctx: Context): Promise<number> =>
  can(ctx.actor, "messages.read")
    ? ((await countMessages(ctx.db, "")).find(({ status }) => status === "new")?.n ?? 0)
    : 0;
