import { dropEnded } from "#src/modules/programs/connections/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Job: deletes requests, codes, tokens and connections that have ended, and programs that registered a day ago and nobody let in. */
export const forgetEnded = ({ db, now }: Pick<Context, "db" | "now">): Promise<void> =>
  dropEnded(db, now, new Date(now.getTime() - 86_400_000));
