import type { Statements } from "#src/platform/db.server.ts";

const NUMBER_WALK_IN = `update bookings b set last_name = trim(b.last_name || ' ' || (1 + coalesce((
    select max((regexp_match(trim(w.first_name || ' ' || w.last_name), $3))[1]::int) from bookings w
    where w.scheduled_crawl_id = b.scheduled_crawl_id and w.id <> $1), 0))::text)
  where b.id = $1 and b.status = 'pending' and trim(b.first_name || ' ' || b.last_name) = any($2::text[])`;

/**
 * Gives the guest of a booking without a name the next number of their night. In the transaction that takes its places: the departure's row
 * is locked by then, so that no two get the same. `words`: what a guest without a name is called, in every language.
 */
export const numberWalkIn = (on: Statements, bookingId: string, words: readonly string[]) =>
  on.query(NUMBER_WALK_IN, [bookingId, words, `^(?:${words.join("|")}) (\\d{1,6})$`]);
