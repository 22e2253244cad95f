import { sql } from "kysely";
import type { ReviewsQuestions } from "#src/modules/evening/reviews/questions.ts";
import type { CancellationQuestions } from "#src/modules/changes/cancellation/questions.ts";
import type { BookingQuestions } from "#src/modules/sales/booking/questions.ts";
import type { WaitingQuestions } from "#src/modules/sales/waiting/questions.ts";

// What earlier modules ask of emails.

export const addressRefusedSince: BookingQuestions["addressRefusedSince"] = async (on, bookingId) => {
  const { rows } = await sql<{ since: Date | null }>`select min(e.refused_at) as since
    from emails e join booking_facts b on b.id = e.booking_id
    where e.booking_id = ${bookingId}::uuid and e.refused_at is not null and lower(e.recipient) = lower(b.email)
      and not exists (select from emails s where s.booking_id = b.id and lower(s.recipient) = lower(b.email)
        and s.sent_at > e.refused_at)`.execute(on);
  return rows[0]?.since ?? null;
};

export const hasReached: BookingQuestions["hasReached"] = async (on, bookingId, address) =>
  (await on
    .selectFrom("emails")
    .select("id")
    .where("booking_id", "=", bookingId)
    .where(sql<boolean>`lower(recipient) = lower(${address})`)
    .where("status", "in", ["sent", "sending"])
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const refusedJoining: WaitingQuestions["refusedJoining"] = async (on, addresses) => {
  const { rows } = await sql<{ address: string; at: Date }>`
    select lower(recipient) as address, max(refused_at) as at from emails
    where kind = 'waiting_joined' and refused_at is not null and lower(recipient) = any(${[...addresses]}::text[])
    group by 1`.execute(on);
  return rows;
};

export const withheldRequests: ReviewsQuestions["withheldRequests"] = async (db, bookingIds) => {
  const { rows } = await sql<{ booking_id: string }>`
    select booking_id from emails where booking_id = any(${[...bookingIds]}::uuid[]) and kind = 'rating_request'
      and status = 'withheld' and last_error = 'it is switched off'`.execute(db);
  return new Set(rows.map(({ booking_id }) => booking_id));
};

export const cancellationEmails: CancellationQuestions["cancellationEmails"] = (db, bookingIds) =>
  db
    .selectFrom("emails")
    .select(["booking_id", "status", "last_error"])
    .where("booking_id", "in", bookingIds)
    .where("kind", "=", "booking_cancelled")
    .orderBy("created_at")
    .execute();
