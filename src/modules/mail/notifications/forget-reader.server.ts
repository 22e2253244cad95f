import {
  emptyBodiesBefore,
  emptyRecipientsBefore,
  forgetEmails,
  type Reader,
} from "#src/modules/mail/notifications/store.server.ts";
import { dropReminders, dropRemindersBefore } from "#src/modules/mail/notifications/store/unfinished.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Empties the emails to and about a person, and withholds unsent ones. The caller must check access. */
export async function forgetReader(tx: Tx, reader: Reader): Promise<void> {
  await forgetEmails(tx, reader);
  if (reader.bookingIds.length > 0) await dropReminders(tx, reader.bookingIds);
}

type On = Pick<Context, "db">;

/** Empties what emails from before an instant said. */
export const forgetBodies = ({ db }: On, before: Date): Promise<void> => emptyBodiesBefore(db, before);

/** Empties where emails from before an instant went, but for guests' about their bookings. */
export const forgetRecipients = ({ db }: On, before: Date): Promise<void> => emptyRecipientsBefore(db, before);

/** Deletes the wishes from before an instant to be reminded of an unfinished booking. */
export const forgetWishes = ({ db }: On, before: Date): Promise<void> => dropRemindersBefore(db, before);
