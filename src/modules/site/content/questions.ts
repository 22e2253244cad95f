import type { AgreedPage } from "#src/modules/site/content/rules/page-fields.ts";
import type { Db } from "#src/platform/db.server.ts";

export type ContentQuestions = {
  /** How many confirmed bookings stand under each of some versions of a page, counted up to `most`. */
  bookingsUnder: (
    db: Db,
    page: AgreedPage,
    versionIds: readonly string[],
    most: number,
  ) => Promise<ReadonlyMap<string, number>>;
};
