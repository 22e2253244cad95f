import { dropEventsBefore } from "#src/modules/partners/measurement/store/events.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Deletes what was reported for advertising before an instant. */
export const forgetEvents = ({ db }: Pick<Context, "db">, before: Date): Promise<void> => dropEventsBefore(db, before);
