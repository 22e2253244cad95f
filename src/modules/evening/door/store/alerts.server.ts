import { sql } from "kysely";
import type { DoorAlert } from "#src/modules/evening/door/schema.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Locks an entry, with its ticket's booking and number. */
export const holdEntry = (tx: Tx, id: string) =>
  tx
    .selectFrom("entries as n")
    .innerJoin("tickets as t", "t.id", "n.ticket_id")
    .select(["n.looked_at", "t.booking_id", "t.position"])
    .where("n.id", "=", id)
    .forNoKeyUpdate("n")
    .executeTakeFirst();

export const markLookedAt = (tx: Tx, id: string, { now, by }: { now: Date; by: string | null }) =>
  tx.updateTable("entries").set({ looked_at: now, looked_by: by }).where("id", "=", id).execute();

export type AlertRow = {
  id: string;
  concern: DoorAlert["concern"];
  at: Date;
  by: string;
  device: string;
  booking_id: string;
  reference: string;
  guest: string;
  title: string;
  title_es: string | null;
  date: string;
  start: string;
  zone: string;
  /** the entry that counts, of a double one */
  first_at: Date | null;
  first_by: string | null;
  first_device: string | null;
};

/**
 * Double entries, and those about which an event has a concern (an `undo` counts for what it takes back), which nobody has looked
 * at: the newest first. Of these cities; null: of every one.
 */
export async function alertRows(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
  cities: readonly string[] | null,
): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    with concerned as (
      select n.id, null as concern, n.id as event from entries n where n.standing = 'double' and n.looked_at is null
      union all
      select n.id, case when e.kind = 'undo' and e.concern = 'other_night' then 'moved_since' else e.concern end, e.id from checkin_events e join entries n on n.id = coalesce(e.of_event, e.id)
        where e.concern is not null and (e.kind <> 'in' or n.standing = 'open') and n.looked_at is null),
    open as (select distinct on (id) id, concern, event from concerned order by id, concern nulls first, event)
    select n.id, open.concern, e.happened_at as at,
      coalesce(u.name, '') as by, coalesce(v.name, '') as device, b.id as booking_id, b.reference,
      coalesce(nullif(t.guest_name, ''), trim(b.first_name || ' ' || b.last_name)) as guest,
      d.title, d.title_es, d.date::text as date, d.start_time as start, d.time_zone as zone,
      f.happened_at as first_at, fu.name as first_by, fv.name as first_device
    from open join entries n on n.id = open.id join checkin_events e on e.id = open.event
    left join "user" u on u.id = e.user_id left join door_devices v on v.id = e.device_id
    join tickets t on t.id = n.ticket_id join booking_facts b on b.id = t.booking_id
    join night_facts d on d.id = n.departure_id
    left join entries f on open.concern is null and f.ticket_id = n.ticket_id and f.standing = 'open'
    left join checkin_events fe on fe.id = f.id left join "user" fu on fu.id = fe.user_id
    left join door_devices fv on fv.id = fe.device_id
    where ${cities}::text[] is null or d.city_id = any(${cities}::text[])
    order by e.happened_at desc, n.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}
