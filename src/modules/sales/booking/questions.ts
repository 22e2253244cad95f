import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

export type BookingQuestions = {
  /** Since when a mail server refuses the address of a booking's guest for good; null where it doesn't, or took something since. */
  addressRefusedSince: (on: Db | Tx, bookingId: string) => Promise<Date | null>;
  /** Whether an email of a booking came to an address, or may be on its way there. */
  hasReached: (on: Db | Tx, bookingId: string, address: string) => Promise<boolean>;
  /** What else is paid for to keep bookings: their deposits, purchases of their own. */
  depositsOf: (on: Db | Tx, bookingIds: readonly string[]) => Promise<{ id: string; booking_id: string }[]>;
  /** The positions of a booking's valid tickets, ascending. */
  guestPositions: (on: Db | Tx, bookingId: string) => Promise<number[]>;
  /** Locks a device until the transaction ends. The ids of all devices of its user, its own among them; none of nobody's. */
  lockDevice: (on: Statements, deviceId: string) => Promise<string[]>;
};
