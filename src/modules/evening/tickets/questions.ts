import type { Db, Tx } from "#src/platform/db.server.ts";

export type TicketsQuestions = {
  /** When the holders of bookings' tickets went in, by ticket. */
  enteredAt: (on: Db | Tx, bookingIds: readonly string[]) => Promise<ReadonlyMap<string, Date>>;
};
