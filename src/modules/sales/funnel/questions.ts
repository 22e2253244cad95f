import type { Db, Tx } from "#src/platform/db.server.ts";

/** A booking as the counts need it: `ended` once it isn't pending any more. */
export type CountedBooking = {
  id: string;
  language: string;
  test: boolean;
  confirmed_at: Date | null;
  ended: boolean;
};

export type FunnelQuestions = {
  /** Bookings by their ids; those that are gone are missing. */
  countedBookings: (on: Db | Tx, ids: readonly string[]) => Promise<readonly CountedBooking[]>;
};
