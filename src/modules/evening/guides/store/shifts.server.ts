import { type ExpressionBuilder, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { CrawlColour } from "#src/modules/site/catalog/rules/mark.ts";
import type { Part, ShiftState } from "#src/modules/evening/guides/rules/shift.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

const nights = (db: Db | Tx) =>
  db
    .selectFrom("night_facts as d")
    .select([
      "d.id",
      sql<string>`d.date::text`.as("date"),
      "d.start_time",
      "d.end_time",
      "d.starts_at",
      "d.ends_at",
      "d.status",
      "d.series_id",
      "d.version",
      "d.title",
      "d.title_es",
      "d.meeting_place",
      "d.meeting_place_es",
      "d.city_id",
      "d.city",
      "d.city_es",
      "d.meeting_point",
      "d.meeting_point_es",
      "d.map_url",
      "d.time_zone as zone",
    ])
    .select([
      sql<CrawlColour>`d.colour`.as("colour"),
      sql<number>`(select coalesce(sum(b.number_of_people), 0)::int from booking_facts b
        where b.scheduled_crawl_id = d.id and b.status = 'confirmed')`.as("guests"),
    ]);

export type NightRow = Awaited<ReturnType<typeof nightRows>>[number];

/** Departures with what their guides need to know, by start. */
export const nightRows = (db: Db | Tx, ids: readonly string[]) =>
  nights(db).where("d.id", "in", withOne(ids)).orderBy("d.starts_at").orderBy("d.id").execute();

// "in ()" is invalid SQL
const withOne = (ids: readonly string[]) => (ids.length > 0 ? ids : ["00000000-0000-0000-0000-000000000000"]);

/**
 * The same, locked until the transaction ends, in the order in which the schedule locks them: nobody else puts a guide on them,
 * answers for them, moves or cancels them meanwhile.
 */
export async function lockNights(tx: Tx, ids: readonly string[]): Promise<NightRow[]> {
  await tx
    .selectFrom("scheduled_crawls")
    .select("id")
    .where("id", "in", withOne(ids))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return nightRows(tx, ids);
}

/** The coming departures of a series from a date on. */
export async function comingOfSeries(tx: Tx, seriesId: string, from: string, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom("night_facts")
    .select("id")
    .where("series_id", "=", seriesId)
    .where("date", ">=", from)
    .where("status", "=", "scheduled")
    .where("starts_at", ">", now)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a guide until the transaction ends, after their nights: two nights of the same evening wait here for each other. */
export async function lockGuide(tx: Tx, userId: string) {
  await tx
    .insertInto("guide_profiles")
    .values({ user_id: userId })
    .onConflict((c) => c.doNothing())
    .execute();
  return tx
    .selectFrom("guide_profiles")
    .selectAll()
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

const shifts = (db: Db | Tx) =>
  db
    .selectFrom("shifts as s")
    .select([
      "s.id",
      "s.departure_id",
      "s.user_id",
      "s.request_id",
      "s.note",
      "s.times_asked",
      "s.asked_at",
      "s.reminded_at",
      "s.answered_at",
      "s.pay_amount",
      "s.paid_at",
      "s.created_at",
    ])
    .select([
      sql<Part>`s.part`.as("part"),
      sql<ShiftState>`s.state`.as("state"),
      sql<Currency | null>`s.pay_currency`.as("pay_currency"),
    ]);

export type ShiftRow = NonNullable<Awaited<ReturnType<typeof shiftById>>>;

/** All shifts of departures, those who said yes first. */
export const shiftsOn = (db: Db | Tx, departureIds: readonly string[]) =>
  shifts(db)
    .leftJoin("user as u", "u.id", "s.user_id")
    .select("u.name")
    .where("s.departure_id", "in", withOne(departureIds))
    .orderBy(sql`array_position(array['accepted', 'asked', 'declined', 'withdrawn'], s.state)`)
    .orderBy(sql`s.part = 'backup'`)
    .orderBy("s.created_at")
    .orderBy("s.id")
    .execute();

export const shiftById = (db: Db | Tx, id: string) => shifts(db).where("s.id", "=", id).executeTakeFirst();

/** The same, locked until the transaction ends: not repeated or paid meanwhile. After its night and its guide. */
export const lockShift = (tx: Tx, id: string) => shifts(tx).where("s.id", "=", id).forNoKeyUpdate().executeTakeFirst();

export const shiftsByIds = (db: Db | Tx, ids: readonly string[]) =>
  shifts(db).where("s.id", "in", withOne(ids)).orderBy("s.id").execute();

/** The shifts that were asked for together. */
export const shiftsOfRequest = (db: Db | Tx, requestId: string) =>
  shifts(db).where("s.request_id", "=", requestId).orderBy("s.id").execute();

const live = (e: ExpressionBuilder<Tables & { s: Tables["shifts"] }, "s">) => e("s.state", "in", ["asked", "accepted"]);

export type LiveNight = Awaited<ReturnType<typeof liveNightsOf>>[number];

/** The nights on which a guide stands or may still, which aren't over. */
export const liveNightsOf = (db: Db | Tx, userIds: readonly string[], now: Date) =>
  nights(db)
    .innerJoin("shifts as s", "s.departure_id", "d.id")
    .select(["s.id as shift_id", "s.user_id", sql<ShiftState>`s.state`.as("state")])
    .where("s.user_id", "in", withOne(userIds))
    .where(live)
    .where("d.status", "=", "scheduled")
    .where("d.ends_at", ">", now)
    .orderBy("d.starts_at")
    .execute();

/** The nights that aren't over on which somebody else than these users stands or may still. */
export const liveNightsBut = (db: Db | Tx, userIds: readonly string[], now: Date) =>
  nights(db)
    .innerJoin("shifts as s", "s.departure_id", "d.id")
    .select(["s.id as shift_id"])
    .where("s.user_id", "not in", withOne(userIds))
    .where(live)
    .where("d.status", "=", "scheduled")
    .where("d.ends_at", ">", now)
    .orderBy("d.starts_at")
    .execute();

type NewShift = {
  departure_id: string;
  user_id: string;
  part: Part;
  state: "asked" | "accepted";
  request_id: string;
  note: string;
  times_asked: number;
  asked_at: Date | null;
  answered_at: Date | null;
  pay_amount: number | null;
  pay_currency: string | null;
  created_at: Date;
};

/** Inserts shifts; a second live one of a guide on a departure violates `one_live_shift_a_night`. Returns their ids in order. */
export async function insertShifts(tx: Tx, rows: readonly NewShift[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const added = await tx
    .insertInto("shifts")
    .values([...rows])
    .returning("id")
    .execute();
  return added.map(({ id }) => id);
}

type Change = Partial<{
  part: Part;
  state: ShiftState;
  note: string;
  asked_at: Date;
  reminded_at: Date | null;
  answered_at: Date | null;
}>;

/** Writes a shift that the caller has locked with its night; `asked`: it is asked for once more. Returns how often it was now. */
export async function writeShift(
  tx: Tx,
  id: string,
  change: Change,
  { asked: isRequested = false } = {},
): Promise<number> {
  const row = await tx
    .updateTable("shifts")
    .set((e) => ({ ...change, times_asked: isRequested ? e("times_asked", "+", 1) : e.ref("times_asked") }))
    .where("id", "=", id)
    .returning("times_asked")
    .executeTakeFirstOrThrow();
  return row.times_asked;
}

/** Deletes the shifts of a departure that nobody stands on any more, and that weren't paid. */
export const deleteEnded = async (tx: Tx, departureId: string): Promise<void> =>
  void (await tx
    .deleteFrom("shifts")
    .where("departure_id", "=", departureId)
    .where("state", "in", ["declined", "withdrawn"])
    .where("paid_at", "is", null)
    .execute());

/** Requests that weren't answered and not yet repeated, of departures still to come. */
export const unanswered = (db: Db, now: Date) =>
  shifts(db)
    .innerJoin("night_facts as d", "d.id", "s.departure_id")
    .select("d.starts_at")
    .where("s.state", "=", "asked")
    .where("s.reminded_at", "is", null)
    .where("s.user_id", "is not", null)
    .where("d.status", "=", "scheduled")
    .where("d.starts_at", ">", now)
    .orderBy("s.asked_at")
    .execute();

/** Notes that requests are repeated; returns those that nobody else has noted or answered meanwhile. */
export const noteRepeated = (tx: Tx, ids: readonly string[], now: Date) =>
  tx
    .updateTable("shifts")
    .set((e) => ({ reminded_at: now, times_asked: e("times_asked", "+", 1) }))
    .where("id", "in", withOne(ids))
    .where("state", "=", "asked")
    .where("reminded_at", "is", null)
    .returning(["id", "times_asked"])
    .execute();

export type StaffedNight = {
  id: string;
  title: string;
  title_es: string | null;
  short_name: string | null;
  short_name_es: string | null;
  start_time: string;
  starts_at: Date;
  city_id: string;
  guests: number;
  accepted: number;
  asked: number;
  unanswered: number;
};

/** The nights with guests that begin between two instants, with how many guides are on them; the soonest first. */
export async function staffedNights(db: Db, after: Date, until: Date): Promise<StaffedNight[]> {
  const { rows } = await sql<StaffedNight>`
    select d.id, d.title, d.title_es, d.short_name, d.short_name_es, d.start_time, d.starts_at, d.city_id, b.guests,
      coalesce(s.accepted, 0)::int as accepted, coalesce(s.asked, 0)::int as asked, coalesce(s.unanswered, 0)::int as unanswered
    from night_facts d
    join lateral (select sum(number_of_people)::int as guests from booking_facts
      where scheduled_crawl_id = d.id and status = 'confirmed') b on b.guests > 0
    left join lateral (select count(*) filter (where state = 'accepted' and part = 'guide') as accepted,
        count(*) filter (where state = 'asked' and part = 'guide') as asked,
        count(*) filter (where state = 'asked' and reminded_at is not null) as unanswered
      from shifts where departure_id = d.id and user_id is not null) s on true
    where d.status = 'scheduled' and d.starts_at > ${after} and d.starts_at <= ${until}
    order by d.starts_at, d.id`.execute(db);
  return rows;
}

/** Nights with the cities that they are of. */
export const citiesOfNights = (db: Db, ids: readonly string[]) =>
  db.selectFrom("night_facts as d").select(["d.id", "d.city_id"]).where("d.id", "in", withOne(ids)).execute();

/** Those of some nights that somebody has said yes to guiding. */
export async function acceptedBy(db: Db, userId: string | null, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("shifts")
    .select("departure_id")
    .where("user_id", "=", userId)
    .where("state", "=", "accepted")
    .where("departure_id", "in", withOne(ids))
    .execute();
  return new Set(rows.map(({ departure_id: id }) => id));
}

/** What is asked of a night before somebody opens it: whether they have said yes to it, its city, and the nights of its time zone around now. */
export async function nightsBeside(db: Db, departureId: string, { userId, now }: { userId: string | null; now: Date }) {
  type Beside = { id: string; date: string; zone: string; starts_at: Date; ends_at: Date; status: string };
  const { rows } = await sql<{ accepted: boolean; city: string | null; nights: Beside[] }>`
    select (select o.city_id from night_facts o where o.id = ${departureId}::uuid) as city,
       exists (select from shifts s where s.departure_id = ${departureId}::uuid and s.user_id = ${userId}::uuid
        and s.state = 'accepted') as accepted,
      coalesce((select json_agg(json_build_object('id', d.id, 'date', d.date::text, 'zone', d.time_zone, 'starts_at', d.starts_at,
          'ends_at', d.ends_at, 'status', d.status))
        from night_facts d
        where d.starts_at between ${now}::timestamptz - interval '4 days' and ${now}::timestamptz + interval '4 days'
          and d.time_zone = (select o.time_zone from night_facts o where o.id = ${departureId}::uuid)), '[]') as nights`.execute(
    db,
  );
  const { accepted, city, nights: beside } = rows[0]!;
  // JSON has instants as text
  const dated = beside.map((night) => ({
    ...night,
    starts_at: new Date(night.starts_at),
    ends_at: new Date(night.ends_at),
  }));
  return { accepted, city, nights: dated };
}
