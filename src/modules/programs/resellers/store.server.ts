import { sql } from "kysely";
import { changedSince } from "#src/kernel/changed-since.ts";
import { isUuid } from "#src/kernel/codes.ts";
import type { Rule } from "#src/modules/partners/commission/rules/commission.ts";
import { NOBODY, type StoredPerson } from "#src/modules/programs/resellers/rules/resale.ts";
import type { Reach } from "#src/modules/programs/resellers/rules/reseller.ts";
import type { ResaleContact, ResaleFilter } from "#src/modules/programs/resellers/schema.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

/** What is stored of a resale beside its booking. */
type Stored = {
  id: string;
  booking_id: string;
  uuid: string;
  partner_id: string;
  request_hash: string;
  reseller_reference: string | null;
  notes: string | null;
  contact: ResaleContact;
  people: StoredPerson[];
  wish: StoredPerson[] | null;
  rule: Rule | null;
  cancel_note: string | null;
  created_at: Date;
  updated_at: Date;
};

/** A resale with what is true of its booking now. */
export type ResaleRow = Stored & {
  reference: string;
  status: "pending" | "confirmed" | "cancelled";
  cancel_reason: string | null;
  hold_expires_at: Date;
  confirmed_at: Date | null;
  cancelled_at: Date | null;
  departure_id: string;
  crawl_id: string;
  language: "en" | "es";
  currency: "MXN";
  total: number;
  unit_price: number;
  number_of_people: number;
  version: number;
  link_version: number;
  test: boolean;
  refund_rule: string;
  refund_rule_version: string;
  starts_at: Date;
  date: string;
  /** what the reseller was paid for it, and what of that went back */
  paid: number;
  back: number;
};

const ROWS = sql`
  select r.*, b.reference, b.status, b.cancel_reason, b.hold_expires_at, b.confirmed_at, b.cancelled_at,
    b.scheduled_crawl_id as departure_id, b.crawl_id, b.language, b.currency, b.total_price as total, b.unit_price, b.number_of_people,
    b.version, b.link_version, b.test, b.refund_rule, b.refund_rule_version, b.starts_at, b.date::text as date,
    (select coalesce(sum(p.amount), 0)::int from payments p where p.purchase_id = r.booking_id and p.status = 'succeeded') as paid,
    (select coalesce(sum(f.amount), 0)::int from refunds f where f.purchase_id = r.booking_id and f.status <> 'dropped') as back
  from resales r join booking_facts b on b.id = r.booking_id`;

const within = ({ partnerId, cities, sites }: Reach) => [
  sql`r.partner_id = ${partnerId}`,
  ...(cities
    ? [sql`exists (select from night_facts n where n.id = b.scheduled_crawl_id and n.city_id = any(${[...cities]}))`]
    : []),
  ...(sites ? [sql`b.site_tag = any(${[...sites]})`] : []),
];

/** A reseller's own resale, within its key's reach. */
export async function resaleByUuid(db: Db | Tx, reach: Reach, uuid: string): Promise<ResaleRow | null> {
  const like = [...within(reach), sql`r.uuid = ${uuid}`];
  const { rows } = await sql<ResaleRow>`${ROWS} where ${sql.join(like, sql` and `)}`.execute(db);
  return rows[0] ?? null;
}

/** The resale that a booking is of. */
export async function resaleOfBooking(db: Db | Tx, bookingId: string): Promise<ResaleRow | null> {
  const { rows } = await sql<ResaleRow>`${ROWS} where r.booking_id = ${bookingId}`.execute(db);
  return rows[0] ?? null;
}

/** What a reseller calls its resales of bookings. */
export async function namesOfResales(db: Db, partnerId: string, bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return [];
  return db
    .selectFrom("resales as r")
    .innerJoin("booking_facts as b", "b.id", "r.booking_id")
    .select(["r.booking_id", "r.uuid", "r.id", "b.reference", "r.reseller_reference"])
    .where("r.partner_id", "=", partnerId)
    .where("r.booking_id", "in", [...bookingIds])
    .execute();
}

/** Some of a reseller's resales within its key's reach, in the order in which they were sold, one more than a page has. */
export async function resalesLike(
  db: Db,
  reach: Reach,
  filter: ResaleFilter & { limit: number },
): Promise<ResaleRow[]> {
  const like = [
    ...within(reach),
    ...(filter.cursor ? [sql`r.id > ${filter.cursor}`] : []),
    ...(filter.reseller_reference ? [sql`r.reseller_reference = ${filter.reseller_reference}`] : []),
    ...(filter.reference ? [sql`b.reference = ${filter.reference.toUpperCase()}`] : []),
    ...(filter.date_from ? [sql`b.date >= ${filter.date_from}::date`] : []),
    ...(filter.date_to ? [sql`b.date <= ${filter.date_to}::date`] : []),
    ...(filter.crawl_id ? [sql`b.crawl_id = ${filter.crawl_id}`] : []),
    ...(filter.updated_since
      ? [sql`greatest(r.updated_at, b.confirmed_at, b.cancelled_at) >= ${changedSince(filter.updated_since)}`]
      : []),
  ];
  const { rows } = await sql<ResaleRow>`
    ${ROWS} where ${sql.join(like, sql` and `)} order by r.id limit ${filter.limit + 1}`.execute(db);
  return rows;
}

export type NewResale = Pick<
  Stored,
  "uuid" | "partner_id" | "request_hash" | "reseller_reference" | "notes" | "rule"
> & {
  booking_id: string;
  key_id: string;
  contact: ResaleContact;
  people: readonly StoredPerson[];
  now: Date;
};

const NEW = `insert into resales (booking_id, uuid, partner_id, key_id, request_hash, reseller_reference, notes, contact, people, rule, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`;
/** In the transaction that takes its places, which is on a bare connection. */
export const addResale = (on: Statements, r: NewResale) =>
  on.query(NEW, [
    r.booking_id,
    r.uuid,
    r.partner_id,
    r.key_id,
    r.request_hash,
    r.reseller_reference,
    r.notes,
    JSON.stringify(r.contact),
    JSON.stringify(r.people),
    JSON.stringify(r.rule),
    r.now,
  ]);

const HELD = `select coalesce(sum(b.number_of_people), 0)::int as "all",
    coalesce(sum(b.number_of_people) filter (where b.scheduled_crawl_id = $3), 0)::int as night,
    (select total_spots from night_facts where id = $3) as seats
  from resales r join booking_facts b on b.id = r.booking_id
  where r.partner_id = $1 and b.status = 'pending' and b.hold_expires_at > $2 and r.uuid <> $4`;
/** Places that a reseller's other resales hold unconfirmed: of all nights, and of one, which has so many `seats`. */
export const heldByReseller = async (
  on: Statements,
  wish: { partnerId: string; now: Date; departureId: string; uuid: string },
): Promise<{ all: number; night: number; seats: number }> =>
  (
    await on.query<{ all: number; night: number; seats: number }>({
      name: "resales-held",
      text: HELD,
      values: [wish.partnerId, wish.now, wish.departureId, wish.uuid],
    })
  ).rows[0]!;

/** The same, its own row locked; lock its booking first. */
export async function resaleForUpdate(tx: Tx, id: string): Promise<ResaleRow | null> {
  await sql`select from resales where id = ${id} for update`.execute(tx);
  const { rows } = await sql<ResaleRow>`${ROWS} where r.id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

type Changes = Partial<
  Pick<Stored, "reseller_reference" | "notes" | "contact" | "people" | "wish" | "rule" | "cancel_note">
>;

/** Notes what is details of a resale, or that something of it changed. */
export const updateResale = (
  db: Db | Tx,
  id: string,
  { contact, people, wish, rule, ...details }: Changes,
  now: Date,
) =>
  db
    .updateTable("resales")
    .set({
      ...details,
      ...(contact && { contact: JSON.stringify(contact) }),
      ...(people && { people: JSON.stringify(people) }),
      ...(wish !== undefined && { wish: JSON.stringify(wish) }),
      ...(rule !== undefined && { rule: JSON.stringify(rule) }),
      updated_at: now,
    })
    .where("id", "=", id)
    .execute();

/**
 * Notes that something of a night's resales changed, of those that aren't over. Whoever has locked one changes it at this moment, and may
 * wait for the night, which is locked here.
 */
export const touchResalesOf = (tx: Tx, departureId: string, now: Date) =>
  sql`update resales set updated_at = ${now} where id in (
    select r.id from resales r join booking_facts b on b.id = r.booking_id
    where b.scheduled_crawl_id = ${departureId} and b.status in ('pending', 'confirmed') for update of r skip locked)`.execute(
    tx,
  );

/** Notes who is to come before it is made so. Nothing of the resale is another by it. */
export const noteWish = (db: Db, id: string, wish: readonly StoredPerson[]) =>
  db
    .updateTable("resales")
    .set({ wish: JSON.stringify(wish) })
    .where("id", "=", id)
    .execute();

/** Takes back who was to come, but not whom another change was to bring since. */
export const dropWish = (db: Db, id: string, wish: readonly StoredPerson[]) =>
  sql`update resales set wish = null where id = ${id} and wish = ${JSON.stringify(wish)}::jsonb`.execute(db);

const OTHER_BOOKING =
  "update resales set booking_id = $3, people = $4, rule = $5, updated_at = $6 where id = $1 and booking_id = $2 returning id";
type OtherBooking = {
  id: string;
  from: string;
  to: string;
  people: readonly StoredPerson[];
  /** what is agreed for its night */
  rule: Rule | null;
  now: Date;
};
/** A resale on hold is another booking from now on, in the transaction that takes its places and has locked it. */
export async function setBooking(on: Statements, { id, from, to, people, rule, now }: OtherBooking): Promise<void> {
  const values = [id, from, to, JSON.stringify(people), JSON.stringify(rule), now];
  const { rowCount } = await on.query(OTHER_BOOKING, values);
  if (rowCount !== 1) throw new Error(`resale ${id} was changed meanwhile`);
}

/**
 * Locks a resale and says whether it is still on hold as that booking: nobody confirms it until the end of the transaction. In two
 * statements: the second sees what who had the lock before has committed.
 */
export async function lockHeld(on: Statements, { id, from }: Pick<OtherBooking, "id" | "from">): Promise<boolean> {
  const locked = await on.query("select 1 from resales where id = $1 and booking_id = $2 for update", [id, from]);
  const held = await on.query("select 1 from booking_facts where id = $1 and status = 'pending'", [from]);
  return locked.rowCount === 1 && held.rowCount === 1;
}

/** A night that a key may sell: in its cities, and no private group's; null where there is none. */
export async function nightForKey({ db, actor: { cities } }: Pick<Context, "db" | "actor">, departureId: string) {
  if (!isUuid(departureId)) return null;
  const night = await db
    .selectFrom("night_facts")
    .select(["id", "crawl_id", "city_id", "starts_at", "is_private"])
    .select(sql<string>`date::text`.as("date"))
    .where("id", "=", departureId)
    .executeTakeFirst();
  const isReached = night && !night.is_private && (cities === null || cities.includes(night.city_id ?? ""));
  return isReached ? night : null;
}

export const partnerOf = (db: Db, id: string) =>
  db.selectFrom("partners").select(["id", "name"]).where("id", "=", id).executeTakeFirstOrThrow();

const PEOPLE = sql`(select coalesce(jsonb_agg(jsonb_build_object('uuid', one -> 'uuid', 'position', one -> 'position',
  'reseller_reference', one -> 'reseller_reference', 'contact', ${JSON.stringify(NOBODY)}::jsonb) order by n), '[]')
  from jsonb_array_elements(resales.people) with ordinality as list(one, n))`;
/** Leaves of resales what was sold, and nobody. */
export const forgetContacts = (tx: Tx, bookingIds: readonly string[]) =>
  sql`update resales set contact = ${JSON.stringify(NOBODY)}::jsonb, people = ${PEOPLE}, wish = null, notes = null, cancel_note = null
    where booking_id = any(${[...bookingIds]}::uuid[])`.execute(tx);

const ONE_AT = (email: string) => sql`lower(one -> 'contact' ->> 'email') = ${email}`;
/** Who comes, and who was to come by a change that isn't made. */
const LISTED = sql`jsonb_array_elements(people || coalesce(wish, '[]')) one`;
/** Bookings whose lists have a guest with an address (in lower case), in the order in which they are locked. */
export async function bookingsWithGuest(tx: Tx, email: string): Promise<string[]> {
  const { rows } = await sql<{ booking_id: string }>`select booking_id from resales
    where exists (select from ${LISTED} where ${ONE_AT(email)}) order by booking_id`.execute(tx);
  return rows.map(({ booking_id }) => booking_id);
}

/** Empties what is known of guests with an address (in lower case) on lists of guests. */
export const forgetGuestAt = (tx: Tx, email: string) =>
  sql`update resales set wish = null, people = (select jsonb_agg(case when ${ONE_AT(email)}
      then one || jsonb_build_object('contact', ${JSON.stringify(NOBODY)}::jsonb) else one end order by n)
      from jsonb_array_elements(people) with ordinality as list(one, n))
    where exists (select from ${LISTED} where ${ONE_AT(email)})`.execute(tx);

/** Contacts with an address (in lower case): of whole resales, with what was noted, and of guests on their lists. */
export async function resoldTo(db: Db | Tx, email: string) {
  const { rows } = await sql<{ reference: string; contact: ResaleContact; notes: string | null }>`
    select b.reference, r.contact, r.notes from resales r join booking_facts b on b.id = r.booking_id
    where lower(r.contact ->> 'email') = ${email}
    union select b.reference, one -> 'contact', null
    from resales r join booking_facts b on b.id = r.booking_id, ${LISTED}
    where ${ONE_AT(email)} order by 1`.execute(db);
  return rows;
}

/** Of test keys, what wasn't changed since. */
export const dropTestResales = (db: Db, before: Date) =>
  db.deleteFrom("test_resales").where("updated_at", "<", before).execute();
