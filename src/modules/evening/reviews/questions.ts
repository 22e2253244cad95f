import type { Db } from "#src/platform/db.server.ts";

export type ReviewsQuestions = {
  /** Which of some bookings had a guest who went in. */
  bookingsThatCame: (db: Db, bookingIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Which of some bookings weren't asked for a review because that was switched off as the email left. */
  withheldRequests: (db: Db, bookingIds: readonly string[]) => Promise<ReadonlySet<string>>;
};
