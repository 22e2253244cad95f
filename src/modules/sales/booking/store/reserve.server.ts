import { type LentPlaces, placesToLend } from "#src/modules/sales/booking/rules/lent-places.ts";
import { freeSeats, lendSeats } from "#src/modules/sales/schedule/take-seats.server.ts";
import type { Questions } from "#src/platform/context.server.ts";
import type { Statements } from "#src/platform/db.server.ts";

// Places that a device may sell without a line. Lock order: device, its reserve, the departure.

/** `prices`: per person in minor units by currency, as they were when it was granted first. */
export type Reserve = {
  id: string;
  departure_id: string;
  places: number;
  sold: number;
  prices: Record<string, number>;
};

const OWN = `select id, departure_id, places, sold, prices from offline_places
  where device_id = $1 and departure_id = $2 and returned_at is null for update`;
// Statements of their own: one that waited for the lock would count what phones had before it waited.
const LOCK_NIGHT = "select id from scheduled_crawls where id = $1 for update";
// nothing is free on a departure that isn't sold any more
const PLACES = `
  select case when d.status = 'scheduled' and d.ends_at > $3 then d.available_spots else 0 end as free, o.*
  from scheduled_crawls d, lateral (
    select coalesce(sum(o.places - o.sold), 0)::int as lent,
      coalesce(sum(o.places - o.sold) filter (where o.device_id = any($4::uuid[])), 0)::int as own,
      coalesce(sum(o.places - o.sold) filter (where o.device_id = $2), 0)::int as here
    from offline_places o
    where o.departure_id = d.id and o.returned_at is null) o
  where d.id = $1`;
const ADD = `
  insert into offline_places (device_id, departure_id, places, granted_at, prices) values ($1, $2, $3, $4, $5::jsonb)
  on conflict (device_id, departure_id) where returned_at is null do update set places = offline_places.places + excluded.places
  returning id, departure_id, places, sold, prices`;

type Asking = Pick<Questions, "lockDevice">;

type ReserveRequest = {
  deviceId: string;
  departureId: string;
  wanted: number;
  prices: Reserve["prices"];
  /** somebody asks for places on the phone itself: what was released before counts no more */
  again: boolean;
  now: Date;
};

const RELEASED = `select 1 from offline_places where device_id = $1 and departure_id = $2 and released_at is not null limit 1`;
const WANT_AGAIN = `update offline_places set released_at = null where device_id = $1 and departure_id = $2 and released_at is not null`;

/**
 * Fills a device's reserve on a departure up to `wanted` unsold places, as far as `placesToLend` says. `added` is how many it got;
 * null where it has none, `released` where somebody has put its places back on sale.
 */
export async function fillReserve(
  on: Statements,
  ask: Asking,
  { deviceId, departureId, wanted: target, prices, again, now }: ReserveRequest,
): Promise<(Reserve & { added: number }) | "released" | null> {
  const ofUser = await ask.lockDevice(on, deviceId);
  if (again) await on.query({ text: WANT_AGAIN, values: [deviceId, departureId] });
  const released = await on.query({ text: RELEASED, values: [deviceId, departureId] });
  if (released.rows.length > 0) return "released";
  const [found] = (await on.query<Reserve>({ text: OWN, values: [deviceId, departureId] })).rows;
  const own = found ? { ...found, added: 0 } : null;
  if (target <= (own ? own.places - own.sold : 0)) return own;
  await on.query({ text: LOCK_NIGHT, values: [departureId] });
  const { rows } = await on.query<LentPlaces>({ text: PLACES, values: [departureId, deviceId, now, ofUser] });
  const more = rows[0] ? placesToLend(target, rows[0]) : 0;
  if (more === 0) return own;
  await lendSeats(on, departureId, more);
  const values = [deviceId, departureId, more, now, JSON.stringify(prices)];
  return { ...(await on.query<Reserve>({ text: ADD, values })).rows[0]!, added: more };
}

// The departure counts them as taken already: who takes them leaves its counters alone (also where it is overbooked).
const SPEND = `
  update offline_places set sold = sold + $3
  where device_id = $1 and departure_id = $2 and returned_at is null and sold + $3 <= places returning departure_id`;

/** Gives places of a device's reserve to the sale that takes them in the same transaction; false when it has too few. */
export async function spendReserve(
  on: Statements,
  { deviceId, departureId, people }: { deviceId: string; departureId: string; people: number },
): Promise<boolean> {
  const { rows } = await on.query({ text: SPEND, values: [deviceId, departureId, people] });
  return rows.length === 1;
}

const PROMISED = `select 1 from offline_places
  where device_id = $1 and departure_id = $2 and (prices->>$3)::bigint * $4 = $5 limit 1`;

type Promised = { deviceId: string; departureId: string; currency: string; people: number; total: number };

/** Whether a device was granted places at the price that makes this total, whatever became of them since. */
export const wasPromised = async (on: Statements, { deviceId, departureId, currency, people, total }: Promised) =>
  (await on.query({ text: PROMISED, values: [deviceId, departureId, currency, people, total] })).rows.length === 1;

const LENT = `select min(granted_at) as since, case when bool_or(returned_at is null) then null else max(returned_at) end as until
  from offline_places where device_id = $1 and departure_id = $2 having count(*) > 0`;

/** From when until when a device has had places of a departure, `until` null where it still has; undefined where it never had. */
export const lentTime = async (on: Statements, deviceId: string, departureId: string) =>
  (await on.query<{ since: Date; until: Date | null }>({ text: LENT, values: [deviceId, departureId] })).rows[0];

const RETURN = `update offline_places set returned_at = $2 where id = $1 and returned_at is null
  returning departure_id, places - sold as places`;

/** Puts what a reserve hasn't sold back on sale, once. Returns how many; null when it was done before. */
export async function returnReserve(on: Statements, id: string, now: Date): Promise<number | null> {
  const { rows } = await on.query<{ departure_id: string; places: number }>({ text: RETURN, values: [id, now] });
  const [back] = rows;
  if (!back) return null;
  await freeSeats(on, back.departure_id, back.places);
  return back.places;
}

const RELEASE = `update offline_places set released_at = $3
  where device_id = $1 and returned_at is null and ($2::uuid is null or departure_id = $2) returning id, departure_id`;

/**
 * Marks a device's reserves (of all nights for null) as released and returns them, to be put back in the same transaction. Locks the
 * device, so that it isn't lent others meanwhile.
 */
export async function markReleased(
  on: Statements,
  ask: Asking,
  { deviceId, departureId }: { deviceId: string; departureId: string | null },
  now: Date,
): Promise<Pick<Reserve, "id" | "departure_id">[]> {
  await ask.lockDevice(on, deviceId);
  const { rows } = await on.query<Reserve>({ text: RELEASE, values: [deviceId, departureId, now] });
  // in one order for all: whoever puts back the same nights meanwhile would deadlock
  return rows.toSorted((a, b) => (a.departure_id < b.departure_id ? -1 : 1));
}

const LIVE = `select id, departure_id, places, sold, prices from offline_places
  where device_id = $1 and departure_id = $2 and returned_at is null`;

/** A device's reserve on a departure. */
export const reserveOf = async (on: Statements, deviceId: string, departureId: string): Promise<Reserve | undefined> =>
  (await on.query<Reserve>({ text: LIVE, values: [deviceId, departureId] })).rows[0];

// A phone may have been without a line until the next day, and a revoked one still hands over what it sold.
const OVER = `select o.id, o.departure_id from offline_places o join night_facts d on d.id = o.departure_id
  where o.returned_at is null and (d.ends_at <= $1::timestamptz - interval '24 hours' or d.status <> 'scheduled' or o.device_id is null)
  order by o.id limit 500`;

/** Reserves of nights that ended a day ago or are cancelled, and of devices that are gone. */
export const deadReserves = async (on: Statements, now: Date): Promise<Pick<Reserve, "id" | "departure_id">[]> =>
  (await on.query<Pick<Reserve, "id" | "departure_id">>({ text: OVER, values: [now] })).rows;
