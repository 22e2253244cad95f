import type { Statements } from "#src/platform/db.server.ts";

/**
 * Whether a party of the waiting list fits that many free places of a departure: the public gets none before them
 * (docs/decisions/169). `practice`: the parameter that says whose list counts.
 */
export const waitedFor = (departure: string, free: string, practice: string) =>
  `exists (select from waiting_entries w where w.departure_id = ${departure} and w.state = 'waiting' and w.test = ${practice} and w.people <= ${free})`;

/**
 * Takes seats for a booking that lost its own, or changes; false when they are not free. Staff take them until the departure's
 * end: guests are moved at its door. `behindList`: whoever is on the departure's waiting list and fits goes first.
 */
export async function takeSeats(
  on: Statements,
  departureId: string,
  people: number,
  {
    now,
    byStaff = false,
    behindList = null,
  }: { now: Date; byStaff?: boolean; behindList?: { practice: boolean } | null },
): Promise<boolean> {
  const text = `update scheduled_crawls set available_spots = available_spots - $2
    where id = $1 and available_spots >= $2 and status = 'scheduled' and case when $4::boolean then ends_at else starts_at end > $3
      and ($5::boolean is null or not ${waitedFor("scheduled_crawls.id", "scheduled_crawls.available_spots", "$5::boolean")})
    returning id`;
  const values = [departureId, people, now, byStaff, behindList?.practice ?? null];
  const { rows } = await on.query({ name: "take-seats", text, values });
  return rows.length === 1;
}

/** Takes seats beyond the total, up to the departure's late tolerance (rule payments-5). */
export async function takeSeatsWithinTolerance(
  on: Statements,
  departureId: string,
  people: number,
  now: Date,
): Promise<boolean> {
  const text = `update scheduled_crawls set overbooked_spots = overbooked_spots + $2 - available_spots, available_spots = 0
    where id = $1 and status = 'scheduled' and starts_at > $3 and available_spots < $2
      and overbooked_spots + $2 - available_spots <= late_tolerance returning id`;
  const { rows } = await on.query({ name: "take-seats-late", text, values: [departureId, people, now] });
  return rows.length === 1;
}

const FREE = `update scheduled_crawls set
    available_spots = available_spots + greatest($2 - overbooked_spots, 0), overbooked_spots = greatest(overbooked_spots - $2, 0)
  where id = $1`;

/** Frees seats of a departure, reducing its overbooking first. Needs no check (rule seats-6). */
export const freeSeats = (on: Statements, departureId: string, people: number) =>
  on.query({ name: "free-seats", text: FREE, values: [departureId, people] });

/** Takes seats of a departure that the transaction has locked and of which that many are free. */
export const lendSeats = (on: Statements, departureId: string, people: number) =>
  on.query({
    text: "update scheduled_crawls set available_spots = available_spots - $2 where id = $1",
    values: [departureId, people],
  });

const GROW = `update scheduled_crawls d set total_spots = d.total_spots + was.short, available_spots = $2, overbooked_spots = 0
  from (select id, total_spots, $2 + overbooked_spots - available_spots as short from scheduled_crawls where id = $1 for update) was
  where d.id = was.id and d.is_private and was.short > 0
  returning was.total_spots as before, d.total_spots as after`;

/** Makes a group's own night so large that as many people more find a place. Its places before and after; null where they do, or it is no such night. */
export async function growOwnNight(on: Statements, departureId: string, people: number) {
  const values = [departureId, people];
  const { rows } = await on.query<{ before: number; after: number }>({ name: "grow-night", text: GROW, values });
  return rows[0] ?? null;
}

const SHRINK = `update scheduled_crawls d set total_spots = d.total_spots - was.out, available_spots = d.available_spots - was.out
  from (select id, total_spots, least(available_spots, $2) as out from scheduled_crawls where id = $1 for update) was
  where d.id = was.id and d.is_private and was.out > 0
  returning was.total_spots as before, d.total_spots as after`;

/** Takes free places off a group's own night, so many at most. Its places before and after; null where none go. */
export async function shrinkOwnNight(on: Statements, departureId: string, people: number) {
  const values = [departureId, people];
  const { rows } = await on.query<{ before: number; after: number }>({ name: "shrink-night", text: SHRINK, values });
  return rows[0] ?? null;
}
