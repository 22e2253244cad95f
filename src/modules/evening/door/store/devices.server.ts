import { sql } from "kysely";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

/** A device, and what decides what its user may do now. */
export type DeviceRow = {
  id: string;
  name: string;
  user_id: string;
  revoked_at: Date | null;
  /** when it was first met without its user having the right any more */
  barred_at: Date | null;
  /** whether its user has a session anywhere */
  is_signed_in: boolean;
  email: string;
  email_verified: boolean;
  role: string | null;
  city_ids: string[] | null;
  two_factor_enabled: boolean | null;
  banned: boolean | null;
};

// written every 15 seconds, and when its clock was set: a phone asks every other second, and each write is a commit. Two clocks
// that are each as wrong as can be stored differ by more than an integer holds
const MEET = `
  with known as (select id, name, user_id, revoked_at, barred_at, seen_at, clock_ahead_ms from door_devices where token_hash = $1),
    met as (update door_devices d set seen_at = $2, clock_ahead_ms = $3::int from known where d.id = known.id
      and (abs(extract(epoch from $2::timestamptz - known.seen_at)) >= 15 or abs(known.clock_ahead_ms::bigint - $3::int) >= 1000))
  select known.id, known.name, known.user_id, known.revoked_at, known.barred_at,
    exists (select from session s where s.user_id = known.user_id and s.expires_at > $2) as is_signed_in, u.email, u.email_verified, u.role, u.city_ids, u.two_factor_enabled, u.banned
  from known join "user" u on u.id = known.user_id`;

/** The device with a secret's hash, which is noted as seen with its clock; undefined when there is none. */
export async function meetDevice(on: Statements, hash: string, now: Date, aheadMs: number) {
  const { rows } = await on.query<DeviceRow>({ name: "meet-device", text: MEET, values: [hash, now, aheadMs] });
  return rows[0];
}

/** The device with a secret's hash, without noting that it was seen. */
export const deviceWithHash = (db: Db, hash: string) =>
  db
    .selectFrom("door_devices")
    .select(["id", "user_id", "revoked_at", "barred_at"])
    .where("token_hash", "=", hash)
    .executeTakeFirst();

/** Notes since when the right of a device's user is missing; null: it is there again. What is noted already stays. */
export const noteBarred = (on: Statements, id: string, at: Date | null) =>
  on.query({
    name: "door-barred",
    text: `update door_devices set barred_at = $2, handed_over = case when $2::timestamptz is null then 0 else handed_over end
      where id = $1 and (barred_at is null) = ($2::timestamptz is not null)`,
    values: [id, at],
  });

/** How much a device has handed over since it counts no more; whoever asks keeps it from handing over more meanwhile. */
export async function holdHandover(on: Statements, id: string): Promise<number> {
  const text = "select handed_over from door_devices where id = $1 for no key update";
  const { rows } = await on.query<{ handed_over: number }>({ name: "door-hold-handover", text, values: [id] });
  return rows[0]?.handed_over ?? Infinity;
}

/** Counts more of what a device hands over; false, and nothing, where that is beyond `most`. */
export async function spendHandover(on: Statements, id: string, most: number, count = 1): Promise<boolean> {
  const text =
    "update door_devices set handed_over = handed_over + $3 where id = $1 and handed_over + $3 <= $2 returning id";
  return (await on.query({ name: "door-spend-handover", text, values: [id, most, count] })).rows.length === 1;
}

/** How many devices of a user count; a user's registrations wait for one another. */
export async function devicesInUse(tx: Tx, userId: string): Promise<number> {
  await tx.selectFrom("user").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom("door_devices")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

type NewDevice = { id: string; user_id: string; name: string; token_hash: string; now: Date };

export const addDevice = (tx: Tx, { now, ...device }: NewDevice) =>
  tx
    .insertInto("door_devices")
    .values({ ...device, created_at: now, seen_at: now })
    .execute();

/** Locks a device; of `userId` only, or anybody's for null. */
export const holdDevice = (tx: Tx, id: string, userId: string | null) =>
  tx
    .selectFrom("door_devices")
    .select(["name", "user_id", "revoked_at"])
    .where("id", "=", id)
    .$if(userId !== null, (q) => q.where("user_id", "=", userId!))
    .forNoKeyUpdate()
    .executeTakeFirst();

export const nameDevice = (tx: Tx, id: string, name: string) =>
  tx.updateTable("door_devices").set({ name }).where("id", "=", id).execute();

export const endDevice = (tx: Tx, id: string, { now, by }: { now: Date; by: string | null }) =>
  tx.updateTable("door_devices").set({ revoked_at: now, revoked_by: by }).where("id", "=", id).execute();

/** Devices with their owners, those in use first, the last seen first; of `userId` only, or all for null. */
export const deviceRows = (db: Db, userId: string | null, { limit, offset }: { limit: number; offset: number }) =>
  db
    .selectFrom("door_devices as v")
    .innerJoin("user as u", "u.id", "v.user_id")
    .select(["v.id", "v.name", "v.created_at", "v.seen_at", "v.clock_ahead_ms", "v.revoked_at"])
    .select([
      "v.user_id",
      "u.name as owner",
      "u.email",
      "u.email_verified",
      "u.role",
      "u.city_ids",
      "u.two_factor_enabled",
      "u.banned",
    ])
    .select((e) =>
      e
        .selectFrom("offline_places as o")
        .select(sql<number>`coalesce(sum(o.places - o.sold), 0)::int`.as("n"))
        .whereRef("o.device_id", "=", "v.id")
        .where("o.returned_at", "is", null)
        .as("places"),
    )
    .$if(userId !== null, (q) => q.where("v.user_id", "=", userId!))
    .orderBy((e) => e("v.revoked_at", "is not", null))
    .orderBy("v.seen_at", "desc")
    .orderBy("v.id")
    .limit(limit)
    .offset(offset)
    .execute();

/** A user's devices as stored, without what opens them. */
export const storedDevices = (db: Db, userId: string) =>
  db
    .selectFrom("door_devices")
    .select(["id", "name", "created_at", "seen_at", "clock_ahead_ms", "revoked_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
