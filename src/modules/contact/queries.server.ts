import { messageById, messagesOf } from "#src/modules/contact/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** A message as it was sent. */
export type ContactMessage = NonNullable<Awaited<ReturnType<typeof messageById>>>;

/** A message, or undefined. For other modules' use cases; checks no access. */
export const messageOf = (ctx: Pick<Context, "db">, id: string, tx?: Tx) => messageById(tx ?? ctx.db, id);

/** What somebody wrote to us. For an owner's own data; checks no access. */
export const ownedMessages = (ctx: Pick<Context, "db">, owner: { userId: string; email: string | null }) =>
  messagesOf(ctx.db, owner);
