import { dropEnded } from "#src/modules/programs/connections/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const DAY = 86_400_000;

/**
 * Job: deletes requests, codes, tokens and connections that have ended, tokens that were exchanged a day ago, and programs: after a day
 * those that nobody has let in, and half a year after they were let in last those without a connection. Until then they sign in under
 * the id that they have.
 */
export function forgetEnded({ db, now }: Pick<Context, "db" | "now">): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  return dropEnded(db, now, { used: ago(1), unused: ago(1), left: ago(180) });
}
