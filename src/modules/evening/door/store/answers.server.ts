import { sql } from "kysely";
import type { GuidesQuestions } from "#src/modules/evening/guides/questions.ts";
import type { ReviewsQuestions } from "#src/modules/evening/reviews/questions.ts";
import type { TicketsQuestions } from "#src/modules/evening/tickets/questions.ts";
import type { AffiliatesQuestions } from "#src/modules/sales/affiliates/questions.ts";
import type { BookingQuestions } from "#src/modules/sales/booking/questions.ts";
import type { ScheduleQuestions } from "#src/modules/sales/schedule/questions.ts";

// What earlier modules ask of the door.

export const wasOpen: ScheduleQuestions["wasOpen"] = async (on, departureId) =>
  (await on
    .selectFrom("checkin_events")
    .select("id")
    .where("departure_id", "=", departureId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const enteredAt: TicketsQuestions["enteredAt"] = async (on, bookingIds) => {
  const { rows } = await sql<{ id: string; at: Date }>`
    select t.id, n.happened_at as at from tickets t join entries n on n.ticket_id = t.id and n.standing = 'open'
    where t.booking_id = any(${[...bookingIds]}::uuid[])`.execute(on);
  return new Map(rows.map(({ id, at }) => [id, at]));
};

export const bookingsThatCame: ReviewsQuestions["bookingsThatCame"] = async (db, bookingIds) => {
  const { rows } = await sql<{ booking_id: string }>`
    select distinct t.booking_id from tickets t join entries n on n.ticket_id = t.id and n.standing = 'open'
    where t.booking_id = any(${[...bookingIds]}::uuid[])`.execute(db);
  return new Set(rows.map(({ booking_id }) => booking_id));
};

export const cameToNights: GuidesQuestions["cameToNights"] = async (on, departureIds) => {
  const { rows } = await sql<{ departure_id: string; came: number }>`
    select departure_id, count(*)::int as came from entries
    where departure_id = any(${[...departureIds]}::uuid[]) and standing = 'open' group by departure_id`.execute(on);
  return new Map(rows.map(({ departure_id, came }) => [departure_id, came]));
};

export const peopleOfCodes: AffiliatesQuestions["peopleOfCodes"] = async (db, ids, { from, test }) => {
  const { rows } = await sql<{ id: string; booked: number; came: number }>`
    select b.qr_code_id as id, sum(b.number_of_people)::int as booked,
      sum((select count(*) from tickets t join entries n on n.ticket_id = t.id and n.standing = 'open'
        where t.booking_id = b.id and t.status = 'valid'))::int as came
    from booking_facts b
    where b.qr_code_id = any(${[...ids]}::text[]) and b.status = 'confirmed' and b.created_at >= ${from} and (not b.test or ${test})
    group by b.qr_code_id`.execute(db);
  return new Map(rows.map(({ id, booked, came }) => [id, { booked, came }]));
};

// one statement: whoever fills a reserve waits for the lock once
const LOCK_DEVICE = `with own as (select user_id from door_devices where id = $1 for update)
  select v.id from own left join door_devices v on v.user_id = own.user_id`;

export const lockDevice: BookingQuestions["lockDevice"] = async (on, deviceId) => {
  const { rows } = await on.query<{ id: string | null }>({ text: LOCK_DEVICE, values: [deviceId] });
  return rows.flatMap(({ id }) => id ?? []);
};
