import type { Db } from "#src/platform/db.server.ts";

/** An email about a booking that was cancelled, as its kind's log has it. */
type CancellationEmail = { booking_id: string | null; status: string; last_error: string | null };

export type CancellationQuestions = {
  /** The emails that told guests of some bookings that these are cancelled, oldest first. */
  cancellationEmails: (db: Db, bookingIds: readonly string[]) => Promise<CancellationEmail[]>;
};
