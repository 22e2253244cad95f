import { sql } from "kysely";
import { MOST_WRONG } from "#src/modules/partners/desk/rules/device.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

const devices = (db: Db | Tx) =>
  db
    .selectFrom("desk_devices as d")
    .innerJoin("partners as p", "p.id", "d.partner_id")
    .select(["d.id", "d.name", "d.partner_id", "d.wrong_pins", "d.locked_at", "d.bound_at", "d.bind_until"])
    .select(["d.unlocked_at", "d.seen_at", "d.revoked_at", "d.created_at"])
    .select(["p.name as partner", "p.is_active as partner_active", "p.city_id", "p.desk_credit_limit as limit"])
    .select(["p.email as partner_email", "p.phone as partner_phone"]);

/** A bound device with its partner. */
export type DeviceRow = NonNullable<Awaited<ReturnType<typeof deviceBySecret>>>;

export const deviceBySecret = (db: Db, tokenHash: string) =>
  devices(db).where("d.token_hash", "=", tokenHash).executeTakeFirst();

/** Some of all devices, or of those of a partner: in use first, the newest first. */
export const listDevices = (db: Db, partnerId: string | null, { limit, offset }: { limit: number; offset: number }) =>
  devices(db)
    .$if(partnerId !== null, (q) => q.where("d.partner_id", "=", partnerId!))
    .orderBy(sql`d.revoked_at is not null`)
    .orderBy("d.created_at", "desc")
    .orderBy("d.id")
    .limit(limit)
    .offset(offset)
    .execute();

const LOCKED = ["id", "name", "partner_id", "bound_at", "revoked_at", "locked_at", "wrong_pins"] as const;

export const holdDevice = (tx: Tx, id: string) =>
  tx.selectFrom("desk_devices").select(LOCKED).where("id", "=", id).forUpdate().executeTakeFirst();

/** A device that waits to be bound by an address, of an active partner. */
export const holdUnbound = (tx: Tx, bindHash: string, now: Date) =>
  tx
    .selectFrom("desk_devices as d")
    .innerJoin("partners as p", "p.id", "d.partner_id")
    .select(["d.id", "d.name", "d.partner_id"])
    .where("d.bind_hash", "=", bindHash)
    .where("d.bind_until", ">", now)
    .where("d.bound_at", "is", null)
    .where("d.revoked_at", "is", null)
    .where("p.is_active", "=", true)
    .forUpdate("d")
    .executeTakeFirst();

/** The same without a lock, with the partner's name: for the page. */
export const unboundBy = (db: Db, bindHash: string, now: Date) =>
  db
    .selectFrom("desk_devices as d")
    .innerJoin("partners as p", "p.id", "d.partner_id")
    .select(["d.id", "d.name", "p.name as partner"])
    .where("d.bind_hash", "=", bindHash)
    .where("d.bind_until", ">", now)
    .where("d.bound_at", "is", null)
    .where("d.revoked_at", "is", null)
    .where("p.is_active", "=", true)
    .executeTakeFirst();

type NewDevice = {
  id: string;
  partner_id: string;
  name: string;
  bind_hash: string;
  bind_until: Date;
  created_at: Date;
};
export const addDevice = (tx: Tx, device: NewDevice) => tx.insertInto("desk_devices").values(device).execute();

/** Devices of a partner that aren't revoked. */
export const devicesInUse = async (tx: Tx, partnerId: string): Promise<number> =>
  Number(
    (
      await tx
        .selectFrom("desk_devices")
        .select((e) => e.fn.countAll().as("n"))
        .where("partner_id", "=", partnerId)
        .where("revoked_at", "is", null)
        .executeTakeFirstOrThrow()
    ).n,
  );

/** A partner, held until the transaction ends, so that its devices are counted one after the other. */
export const holdPartner = (tx: Tx, id: string) =>
  tx
    .selectFrom("partners")
    .select(["id", "name", "is_active"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();

type Change = Partial<{
  name: string;
  bind_hash: string | null;
  bind_until: Date | null;
  token_hash: string;
  pin_hash: string;
  bound_at: Date;
  wrong_pins: number;
  locked_at: Date | null;
  unlocked_at: Date | null;
  seen_at: Date;
  revoked_at: Date;
  revoked_by: string | null;
}>;
export const updateDevice = (db: Db | Tx, id: string, change: Change) =>
  db.updateTable("desk_devices").set(change).where("id", "=", id).execute();

/**
 * Takes one of the tries that a device has before its PIN is looked at: counted afterwards, guesses at once would slip through.
 * Undefined when none is left.
 */
export const takeTry = (db: Db, id: string) =>
  db
    .updateTable("desk_devices")
    .set((e) => ({ wrong_pins: e("wrong_pins", "+", 1) }))
    .where("id", "=", id)
    .where("wrong_pins", "<", MOST_WRONG)
    .where("locked_at", "is", null)
    .where("revoked_at", "is", null)
    .returning(["wrong_pins", "pin_hash"])
    .executeTakeFirst();

/** Gives a try back that came to no look at the PIN. */
export const giveTryBack = (db: Db, id: string) =>
  db
    .updateTable("desk_devices")
    .set((e) => ({ wrong_pins: e("wrong_pins", "-", 1) }))
    .where("id", "=", id)
    .where("wrong_pins", ">", 0)
    .execute();

/** Opens a device whose PIN was right; false when it was locked or revoked meanwhile. */
export const openDevice = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable("desk_devices")
      .set({ wrong_pins: 0, unlocked_at: now, seen_at: now })
      .where("id", "=", id)
      .where("locked_at", "is", null)
      .where("revoked_at", "is", null)
      .returning("id")
      .execute()
  ).length === 1;

/** Locks a device after its last try; false when it is locked already. */
export const lockDevice = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (
    await tx
      .updateTable("desk_devices")
      .set({ locked_at: now, unlocked_at: null })
      .where("id", "=", id)
      .where("locked_at", "is", null)
      .returning("id")
      .execute()
  ).length === 1;

/** Somebody is at an open device. */
export const touchDevice = (db: Db, id: string, now: Date) =>
  db
    .updateTable("desk_devices")
    .set({ seen_at: now })
    .where("id", "=", id)
    .where("unlocked_at", "is not", null)
    .execute();

/** Whether a device is still allowed to sell, and stays so until the transaction ends. */
export const holdInUse = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom("desk_devices")
    .select("id")
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .forShare()
    .executeTakeFirst()) !== undefined;

const sales = (db: Db | Tx) =>
  db
    .selectFrom("desk_sales as s")
    .innerJoin("booking_facts as b", "b.id", "s.booking_id")
    .innerJoinLateral(
      (q) =>
        q
          .selectFrom("partner_cash")
          .select(sql<number>`coalesce(sum(amount), 0)::int`.as("cash"))
          .whereRef("booking_id", "=", "s.booking_id")
          .as("k"),
      (join) => join.onTrue(),
    )
    .select([
      "s.booking_id as id",
      "s.device_id",
      "s.created_at",
      sql<"cash" | "link">`case when k.cash > 0 then 'cash' else 'link' end`.as("way"),
      "k.cash",
    ])
    .select(["b.reference", "b.number_of_people as people", "b.status", "b.hold_expires_at", "b.total_price as total"])
    .select([
      "b.language",
      "b.link_version",
      "b.test",
      sql<string>`trim(b.first_name || ' ' || b.last_name)`.as("name"),
    ])
    .select(["b.date", "b.start_time as start", "b.title", "b.title_es", "b.time_zone as zone"]);

/** A desk's sale, with what the desk may see of its booking. */
export type SaleRow = NonNullable<Awaited<ReturnType<typeof saleById>>>;

export const saleById = (db: Db | Tx, bookingId: string) =>
  sales(db).where("s.booking_id", "=", bookingId).executeTakeFirst();

export const saleByKey = (db: Db, key: string) => sales(db).where("s.sale_id", "=", key).executeTakeFirst();

/** What a device sold since, newest first. */
export const salesSince = (db: Db, deviceId: string, since: Date) =>
  sales(db)
    .where("s.device_id", "=", deviceId)
    .where("s.created_at", ">=", since)
    .orderBy("s.created_at", "desc")
    .limit(30)
    .execute();

type Figures = { earned: number; bookings: number; people: number; tonight: number; tonight_people: number };
/** What a partner earned in a month, and what a device sold for its nights and for tonight's. */
export async function figuresOf(
  db: Db,
  wish: { partnerId: string; deviceId: string; month: string; today: string; test: boolean },
): Promise<Figures> {
  const { partnerId, deviceId, month, today, test } = wish;
  const { rows } = await sql<Figures>`
    select (select coalesce(sum(l.amount), 0)::float8 from commission_lines l
        where l.partner_id = ${partnerId} and l.month = ${month} and l.test = ${test}) as earned,
      count(*)::int as bookings, coalesce(sum(b.number_of_people), 0)::int as people,
      count(*) filter (where b.date = ${today}::date)::int as tonight,
      coalesce(sum(b.number_of_people) filter (where b.date = ${today}::date), 0)::int as tonight_people
    from desk_sales s join booking_facts b on b.id = s.booking_id and b.status = 'confirmed' and b.test = ${test}
    where s.device_id = ${deviceId} and b.date >= (${month} || '-01')::date
      and b.date < (${month} || '-01')::date + interval '1 month'`.execute(db);
  return rows[0]!;
}
