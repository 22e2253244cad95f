import { forgetTappersBefore } from "#src/modules/evening/stops/store/progress.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Forgets who moved groups and counted heads before an instant; where they were, and who was missing, stays. */
export const forgetTappers = ({ db }: Pick<Context, "db">, before: Date): Promise<void> =>
  forgetTappersBefore(db, before);
