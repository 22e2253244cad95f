import { dropEnded } from "#src/modules/programs/connections/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const DAY = 86_400_000;

/**
 * Job: deletes requests, codes, tokens and connections that have ended, and programs: after a day those that nobody has let in, and
 * half a year after they were let in last those without a connection. Until then they sign in under the id that they have.
 */
export const forgetEnded = ({ db, now }: Pick<Context, "db" | "now">): Promise<void> =>
  dropEnded(db, now, { unused: new Date(now.getTime() - DAY), left: new Date(now.getTime() - 180 * DAY) });
