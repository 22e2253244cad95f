import type { Db, Tx } from "#src/platform/db.server.ts";

/** What is sold of a departure: confirmed bookings and their people, and places held by baskets, pending changes, devices that sell offline or friends' tables. */
export type SoldOfNight = { confirmed: number; bookings: number; held: number };

export type ScheduleQuestions = {
  /** What is sold of departures, by their id. */
  soldOfNights: (on: Db | Tx, departureIds: readonly string[], now: Date) => Promise<ReadonlyMap<string, SoldOfNight>>;
  /** How many bookings, in any state, and booking changes ever referenced a departure. */
  timesBooked: (on: Db | Tx, departureId: string) => Promise<{ bookings: number; changes: number }>;
  /** Whether the door of a departure noted anything. */
  wasOpen: (on: Db | Tx, departureId: string) => Promise<boolean>;
};
