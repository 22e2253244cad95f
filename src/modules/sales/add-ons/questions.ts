import type { Db, Tx } from "#src/platform/db.server.ts";

export type AddOnsQuestions = {
  /** How many of each add-on confirmed bookings have, of test bookings only `withTests`; those without any are left out. */
  soldOfAddOns: (on: Db | Tx, withTests: boolean) => Promise<Map<string, number>>;
  /**
   * How many of each add-on are taken by bookings that keep their places, but for one of them: of a night where each has its own
   * stock, else of all, of which practice counts for `practice` alone. What has lapsed at `now` isn't taken.
   */
  takenOfAddOns: (
    on: Db | Tx,
    ids: readonly string[],
    of: { departureId: string; except: string | null; practice: boolean; now: Date },
  ) => Promise<Map<string, number>>;
};
