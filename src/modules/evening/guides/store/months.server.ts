import { type RawBuilder, sql } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import type { Part, ShiftState } from "#src/modules/evening/guides/rules/shift.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

export type MonthRow = {
  id: string;
  departure_id: string;
  user_id: string | null;
  name: string | null;
  part: Part;
  state: ShiftState;
  note: string;
  pay_amount: number | null;
  pay_currency: Currency | null;
  paid_at: Date | null;
  asked_at: Date | null;
  answered_at: Date | null;
  created_at: Date;
  times_asked: number;
  date: string;
  start_time: string;
  end_time: string;
  starts_at: Date;
  ends_at: Date;
  status: string;
  version: number;
  title: string;
  title_es: string | null;
  city: string;
  city_es: string | null;
  zone: string;
  meeting_place: string;
  meeting_place_es: string | null;
  meeting_point: string;
  meeting_point_es: string | null;
  map_url: string | null;
  guests: number;
  came: number;
};

type Asking = Pick<Context, "ask">;

/** Nights with how many guests went in. */
async function withCame(on: Db | Tx, { ask }: Asking, query: RawBuilder<Omit<MonthRow, "came">>): Promise<MonthRow[]> {
  const { rows } = await query.execute(on);
  const came = await ask.cameToNights(
    on,
    rows.map((row) => row.departure_id),
  );
  return rows.map((row) => ({ ...row, came: came.get(row.departure_id) ?? 0 }));
}

const NIGHTS = sql`
  select s.id, s.departure_id, s.user_id, u.name, s.part, s.state, s.note, s.pay_amount, s.pay_currency, s.paid_at, s.asked_at,
    s.answered_at, s.created_at, s.times_asked, d.date::text as date, d.start_time, d.end_time, d.starts_at, d.ends_at, d.status,
    d.version, d.title, d.title_es, d.city, d.city_es, d.time_zone as zone, d.meeting_place, d.meeting_place_es,
    d.meeting_point, d.meeting_point_es, d.map_url,
    (select coalesce(sum(b.number_of_people), 0)::int from booking_facts b
      where b.scheduled_crawl_id = d.id and b.status = 'confirmed') as guests
  from shifts s join night_facts d on d.id = s.departure_id left join "user" u on u.id = s.user_id`;

/** The nights of a month (`2026-11`, by the night's own date) for which guides were asked or have said yes, by date. Of these cities; null: of every one. */
export const nightsOfMonth = (
  db: Db,
  ctx: Asking,
  month: string,
  cities: readonly string[] | null,
): Promise<MonthRow[]> =>
  withCame(
    db,
    ctx,
    sql`${NIGHTS}
    where d.date >= ${`${month}-01`}::date and d.date < ${`${month}-01`}::date + interval '1 month'
      and s.state in ('asked', 'accepted') and (${cities}::text[] is null or d.city_id = any(${cities}::text[])) order by d.starts_at, s.part desc, s.id`,
  );

/** All nights of a guide that end after an instant, by start. */
export const nightsOfGuide = (db: Db, ctx: Asking, userId: string, after: Date): Promise<MonthRow[]> =>
  withCame(
    db,
    ctx,
    sql`${NIGHTS}
    where s.user_id = ${userId} and d.ends_at > ${after} order by d.starts_at, s.created_at`,
  );

/**
 * Nights by their shifts' ids, those of a guide (null: of deleted accounts), locked with them: what is paid is decided by one at a
 * time.
 */
export async function nightsToPay(
  tx: Tx,
  ctx: Asking,
  userId: string | null,
  ids: readonly string[],
): Promise<MonthRow[]> {
  await tx
    .selectFrom("shifts")
    .select("id")
    .where("id", "in", [...ids])
    .orderBy("id")
    .forUpdate()
    .execute();
  return withCame(
    tx,
    ctx,
    sql`${NIGHTS}
    where s.user_id is not distinct from ${userId}::uuid and s.id = any(${ids}::uuid[]) order by d.starts_at, s.id`,
  );
}

/** Marks nights as paid at an instant, or as not paid (null). */
export const writePaid = (tx: Tx, ids: readonly string[], at: Date | null) =>
  tx
    .updateTable("shifts")
    .set({ paid_at: at })
    .where("id", "in", [...ids])
    .execute();

export type ProfileRow = {
  user_id: string;
  pay_amount: number | null;
  pay_currency: Currency | null;
  calendar_version: number;
  shown: boolean;
  portrait: string | null;
};

export async function guideProfiles(db: Db | Tx, userIds: readonly string[]): Promise<ProfileRow[]> {
  const { rows } = await sql<ProfileRow>`
    select user_id, pay_amount, pay_currency, calendar_version, shown, portrait from guide_profiles
    where user_id = any(${userIds}::uuid[])`.execute(db);
  return rows;
}

export const writePay = (tx: Tx, userId: string, pay: { pay_amount: number | null; pay_currency: string | null }) =>
  tx.updateTable("guide_profiles").set(pay).where("user_id", "=", userId).execute();

/** Sets whether guests see a guide, and the picture that they see. */
export const writeShown = (tx: Tx, userId: string, change: { shown: boolean; portrait: string | null }) =>
  tx.updateTable("guide_profiles").set(change).where("user_id", "=", userId).execute();

/** Those who lead departures, said yes and may be shown: what guests see of them. */
export async function shownLeaders(db: Db, departureIds: readonly string[]) {
  if (departureIds.length === 0) return [];
  const { rows } = await sql<{ departure_id: string; name: string; portrait: string | null }>`
    select s.departure_id, coalesce(nullif(p.first_name, ''), split_part(u.name, ' ', 1)) as name, g.portrait
    from shifts s join guide_profiles g on g.user_id = s.user_id join "user" u on u.id = s.user_id
    left join profiles p on p.id = s.user_id
    where s.departure_id = any(${departureIds}::uuid[]) and s.part = 'guide' and s.state = 'accepted' and g.shown
    order by s.departure_id, s.created_at, s.id`.execute(db);
  return rows.filter(({ name }) => name !== "");
}

/** Gives a guide's unpaid nights that haven't begun a pay; those before only where they had none. */
export const payNightsToCome = (
  tx: Tx,
  userId: string,
  pay: { pay_amount: number | null; pay_currency: string | null },
  now: Date,
) =>
  sql`update shifts s set pay_amount = ${pay.pay_amount}, pay_currency = ${pay.pay_currency}
    from night_facts d
    where d.id = s.departure_id and s.user_id = ${userId} and s.part = 'guide' and s.paid_at is null
      and (d.starts_at > ${now} or s.pay_amount is null)`.execute(tx);

export const renewVersion = (tx: Tx, userId: string, version: number) =>
  tx.updateTable("guide_profiles").set({ calendar_version: version }).where("user_id", "=", userId).execute();

/** What is stored of a guide's work. */
export const storedShifts = (db: Db, userId: string) =>
  db
    .selectFrom("shifts")
    .select([
      "departure_id",
      "part",
      "state",
      "note",
      "times_asked",
      "asked_at",
      "answered_at",
      "pay_amount",
      "pay_currency",
      "paid_at",
      "created_at",
    ])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();

/** Puts one picture in the place of another. */
export const exchangePicture = (tx: Tx, { from, to }: { from: string; to: string }) =>
  sql`update guide_profiles set portrait = ${to} where portrait = ${from}`.execute(tx);
