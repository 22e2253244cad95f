import { sql } from "kysely";
import { changedSince } from "#src/kernel/changed-since.ts";
import type { Rule } from "#src/modules/partners/commission/rules/commission.ts";
import type { StoredPerson } from "#src/modules/programs/resellers/rules/resale.ts";
import type { Reach } from "#src/modules/programs/resellers/rules/reseller.ts";
import type { ResaleContact, ResaleFilter } from "#src/modules/programs/resellers/schema.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** A resale of a test key, with its night. */
export type TestRow = {
  id: string;
  uuid: string;
  partner_id: string;
  request_hash: string;
  reference: string;
  reseller_reference: string | null;
  notes: string | null;
  contact: ResaleContact;
  people: StoredPerson[];
  rule: Rule | null;
  cancel_note: string | null;
  departure_id: string;
  crawl_id: string;
  language: "en" | "es";
  unit_price: number;
  total: number;
  hold_expires_at: Date;
  confirmed_at: Date | null;
  cancelled_at: Date | null;
  refund: "full" | "partial" | "none" | null;
  created_at: Date;
  updated_at: Date;
  starts_at: Date;
};

const ROWS = sql`select r.*, d.starts_at from test_resales r join night_facts d on d.id = r.departure_id`;

/** At which site one was tried isn't stored: a key of some sites reaches what was tried by keys of no others. */
const within = ({ partnerId, cities, sites }: Reach) => [
  sql`r.partner_id = ${partnerId}`,
  ...(cities ? [sql`d.city_id = any(${[...cities]})`] : []),
  ...(sites ? [sql`exists (select from api_keys k where k.id = r.key_id and k.sites <@ ${[...sites]})`] : []),
];

export async function testResaleByUuid(db: Db | Tx, reach: Reach, uuid: string): Promise<TestRow | null> {
  const like = [...within(reach), sql`r.uuid = ${uuid}`];
  const { rows } = await sql<TestRow>`${ROWS} where ${sql.join(like, sql` and `)}`.execute(db);
  return rows[0] ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockTestResale(tx: Tx, reach: Reach, uuid: string): Promise<TestRow | null> {
  await sql`select from test_resales where partner_id = ${reach.partnerId} and uuid = ${uuid} for update`.execute(tx);
  return testResaleByUuid(tx, reach, uuid);
}

/** Some of a reseller's, one more than a page has. */
export async function testResalesLike(
  db: Db,
  reach: Reach,
  filter: ResaleFilter & { limit: number },
): Promise<TestRow[]> {
  const like = [
    ...within(reach),
    ...(filter.cursor ? [sql`r.id > ${filter.cursor}`] : []),
    ...(filter.reseller_reference ? [sql`r.reseller_reference = ${filter.reseller_reference}`] : []),
    ...(filter.reference ? [sql`r.reference = ${filter.reference.toUpperCase()}`] : []),
    ...(filter.date_from ? [sql`d.date >= ${filter.date_from}::date`] : []),
    ...(filter.date_to ? [sql`d.date <= ${filter.date_to}::date`] : []),
    ...(filter.crawl_id ? [sql`r.crawl_id = ${filter.crawl_id}`] : []),
    ...(filter.updated_since ? [sql`r.updated_at >= ${changedSince(filter.updated_since)}`] : []),
  ];
  const { rows } = await sql<TestRow>`
    ${ROWS} where ${sql.join(like, sql` and `)} order by r.id limit ${filter.limit + 1}`.execute(db);
  return rows;
}

/** People that a partner's other tests hold: of all nights, and of one, which has so many `seats`; and how many tests there are in all. */
export async function heldInTests(
  db: Db | Tx,
  { partnerId, now, departureId, uuid }: { partnerId: string; now: Date; departureId: string; uuid: string },
): Promise<{ all: number; night: number; seats: number; tests: number }> {
  const isHeld = sql`confirmed_at is null and cancelled_at is null and hold_expires_at > ${now}`;
  const { rows } = await sql<{ all: number; night: number; seats: number; tests: number }>`
    select coalesce(sum(jsonb_array_length(people)) filter (where ${isHeld}), 0)::int as "all",
      coalesce(sum(jsonb_array_length(people)) filter (where ${isHeld} and departure_id = ${departureId}), 0)::int as night,
      (select total_spots from night_facts where id = ${departureId}) as seats, count(*)::int as tests
    from test_resales where partner_id = ${partnerId} and uuid <> ${uuid}`.execute(db);
  return rows[0]!;
}

type NewTest = Pick<
  TestRow,
  | "uuid"
  | "partner_id"
  | "request_hash"
  | "reference"
  | "reseller_reference"
  | "notes"
  | "contact"
  | "rule"
  | "departure_id"
  | "crawl_id"
  | "language"
  | "unit_price"
  | "total"
  | "hold_expires_at"
> & { key_id: string; people: readonly StoredPerson[]; now: Date };

/** Nothing where the same reseller has one of this id. */
export const addTestResale = (db: Db, { now, people, contact, rule, ...row }: NewTest) =>
  db
    .insertInto("test_resales")
    .values({
      ...row,
      contact: JSON.stringify(contact),
      people: JSON.stringify(people),
      rule: JSON.stringify(rule),
      created_at: now,
      updated_at: now,
    })
    .onConflict((c) => c.constraint("test_resales_uuid_key").doNothing())
    .execute();

export type TestChange = Partial<
  Pick<
    TestRow,
    | "reseller_reference"
    | "notes"
    | "cancel_note"
    | "departure_id"
    | "crawl_id"
    | "unit_price"
    | "total"
    | "hold_expires_at"
    | "confirmed_at"
    | "cancelled_at"
    | "refund"
    | "contact"
    | "people"
    | "rule"
  >
>;

export const updateTestResale = (tx: Tx, id: string, { contact, people, rule, ...change }: TestChange, now: Date) =>
  tx
    .updateTable("test_resales")
    .set({
      ...change,
      ...(contact && { contact: JSON.stringify(contact) }),
      ...(people && { people: JSON.stringify(people) }),
      ...(rule !== undefined && { rule: JSON.stringify(rule) }),
      updated_at: now,
    })
    .where("id", "=", id)
    .execute();

/** Drops what was tried out for somebody with an address (in lower case): nobody misses it. */
export const dropTestsOf = (tx: Tx, email: string) =>
  sql`delete from test_resales where lower(contact ->> 'email') = ${email}
    or exists (select from jsonb_array_elements(people) one where lower(one -> 'contact' ->> 'email') = ${email})`.execute(
    tx,
  );
