import type { Db, Tx } from "#src/platform/db.server.ts";

export type AddOnsQuestions = {
  /** How many of each add-on confirmed bookings have; those without any are left out. */
  soldOfAddOns: (on: Db | Tx) => Promise<Map<string, number>>;
  /**
   * How many of each add-on are taken by bookings that keep their places, but for one of them: of a night where each has its own
   * stock, else of all.
   */
  takenOfAddOns: (
    on: Db | Tx,
    ids: readonly string[],
    departureId: string,
    except: string | null,
  ) => Promise<Map<string, number>>;
};
