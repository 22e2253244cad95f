import { isUuid } from "#src/kernel/codes.ts";
import { sql } from "kysely";
import { type Currency, isCurrency } from "#src/kernel/money.ts";
import type { ImportKind } from "#src/modules/office/importing/rules/fields.ts";
import type { CrawlNames, Mapping } from "#src/modules/office/importing/rules/mapping.ts";
import type { Night } from "#src/modules/office/importing/rules/plan-bookings.ts";
import type { ReadyCustomer } from "#src/modules/office/importing/rules/plan-customers.ts";
import type { ImportOutcome, ImportState } from "#src/modules/office/importing/schema.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

const COLUMNS = ["id", "source", "file_name", "test", "made_at", "done_at", "confirming_at", "undone_at"] as const;

/** Of a file that was dropped only how it was mapped is left: nobody is shown it. */
const imports = (db: Db | Tx) =>
  db
    .selectFrom("imports as i")
    .select(COLUMNS)
    .select([
      sql<ImportKind>`i.kind`.as("kind"),
      sql<ImportState>`i.state`.as("state"),
      sql<Mapping>`i.mapping`.as("mapping"),
      sql<ImportOutcome>`i.outcome`.as("outcome"),
    ])
    .where("i.state", "<>", "dropped");
export type ImportRow = NonNullable<Awaited<ReturnType<typeof importById>>>;

/** An import that wasn't dropped; none for what is no id. */
export const importById = async (db: Db | Tx, id: string) =>
  isUuid(id) ? imports(db).where("i.id", "=", id).executeTakeFirst() : undefined;

/** Locks an import until the transaction ends: it is made, and undone, once. */
export const importForUpdate = async (tx: Tx, id: string) =>
  isUuid(id) ? imports(tx).where("i.id", "=", id).forUpdate().executeTakeFirst() : undefined;

/** The file of a draft; null once it is imported or was dropped. */
export async function fileOf(db: Db | Tx, id: string): Promise<Uint8Array | null> {
  const row = await db.selectFrom("imports").select("file").where("id", "=", id).executeTakeFirst();
  return row?.file ?? null;
}

type Draft = {
  id: string;
  kind: ImportKind;
  source: string;
  file_name: string;
  file: Uint8Array;
  mapping: Mapping;
  test: boolean;
  made_by: string | null;
  made_at: Date;
};

/** Keeps a file that is to be imported. False where the form was sent before. */
export async function insertDraft(db: Db | Tx, { mapping, file, ...draft }: Draft): Promise<boolean> {
  const row = await db
    .insertInto("imports")
    .values({ ...draft, file: Buffer.from(file), mapping: JSON.stringify(mapping) })
    .onConflict((c) => c.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores what a draft's columns are; false where that is what is stored already. */
export async function setMapping(tx: Tx, id: string, mapping: Mapping): Promise<boolean> {
  const { rows } = await sql`update imports set mapping = ${JSON.stringify(mapping)}::jsonb
    where id = ${id} and mapping <> ${JSON.stringify(mapping)}::jsonb returning id`.execute(tx);
  return rows.length === 1;
}

/** Drops a draft's file; how it was mapped is remembered. Undefined where there is no such draft. */
export const dropDraftRow = (tx: Tx, id: string) =>
  tx
    .updateTable("imports")
    .set({ state: "dropped", file: null })
    .where("id", "=", id)
    .where("state", "=", "draft")
    .returning("id")
    .executeTakeFirst();

/** How the last file of a kind was mapped, if there was one. */
export async function lastMapping(db: Db, kind: ImportKind): Promise<Mapping | null> {
  const row = await db
    .selectFrom("imports")
    .select(sql<Mapping>`mapping`.as("mapping"))
    .where("kind", "=", kind)
    .orderBy("made_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.mapping ?? null;
}

/** The names of the systems that were imported from, the last one first. */
export async function sourcesSoFar(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("imports")
    .select("source")
    .groupBy("source")
    .orderBy((e) => e.fn.max("made_at"), "desc")
    .limit(10)
    .execute();
  return rows.map(({ source }) => source);
}

/** The latest imports, without files that were dropped, with the id of whoever made them. */
export const listImports = (db: Db, limit: number) =>
  imports(db).select("i.made_by").orderBy("i.made_at", "desc").orderBy("i.id", "desc").limit(limit).execute();

export const markDone = (tx: Tx, id: string, now: Date, outcome: ImportOutcome, test: boolean) =>
  tx
    .updateTable("imports")
    .set({ state: "done", file: null, done_at: now, outcome: JSON.stringify(outcome), test })
    .where("id", "=", id)
    .execute();

export const markUndone = (tx: Tx, id: string, now: Date) =>
  tx.updateTable("imports").set({ state: "undone", undone_at: now }).where("id", "=", id).execute();

export const markConfirming = (tx: Tx, id: string, now: Date) =>
  tx.updateTable("imports").set({ confirming_at: now }).where("id", "=", id).execute();

/** Drops drafts, and their files, that nobody imported. */
export const dropDrafts = async (db: Db, before: Date): Promise<void> =>
  void (await db
    .updateTable("imports")
    .set({ state: "dropped", file: null })
    .where("state", "=", "draft")
    .where("made_at", "<", before)
    .execute());

type NewReference = { booking_id: string; line: number; external_reference: string };

/** Notes under which references another system knew bookings. */
export async function insertReferences(
  tx: Tx,
  about: { import_id: string; source: string; test: boolean },
  rows: readonly NewReference[],
): Promise<void> {
  await sql`insert into imported_bookings (booking_id, import_id, line, source, external_reference, test)
    select booking_id, ${about.import_id}::uuid, line, ${about.source}, external_reference, ${about.test}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (booking_id uuid, line int, external_reference text)`.execute(
    tx,
  );
}

export const endReferences = (tx: Tx, importId: string) =>
  tx.updateTable("imported_bookings").set({ is_undone: true }).where("import_id", "=", importId).execute();

export async function deleteReferences(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0) await tx.deleteFrom("imported_bookings").where("booking_id", "in", bookingIds).execute();
}

/** Under which number which system knew a booking; undefined where it wasn't imported. */
export const referenceOf = (db: Db, bookingId: string) =>
  db
    .selectFrom("imported_bookings")
    .select(["source", "external_reference as reference"])
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();

/** References of a system (in small letters) that were brought before, with ours. */
export async function knownReferences(
  db: Db | Tx,
  { source, test }: { source: string; test: boolean },
  references: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; reference: string }>`
    select lower(r.external_reference) as key, b.reference from imported_bookings r join booking_facts b on b.id = r.booking_id
    where lower(r.source) = lower(${source}) and r.test = ${test} and not r.is_undone
      and lower(r.external_reference) = any(${[...references]}::text[])`.execute(db);
  return new Map(rows.map(({ key, reference }) => [key, reference]));
}

/** Crawls by all of their names. */
export async function crawlsByName(db: Db | Tx): Promise<(CrawlNames & { title: string; title_es: string | null })[]> {
  const rows = await db
    .selectFrom("night_facts")
    .select(["crawl_id", "title", "title_es", "short_name", "short_name_es", "slug"])
    .where("crawl_deleted_at", "is", null)
    .groupBy(["crawl_id", "title", "title_es", "short_name", "short_name_es", "slug"])
    .orderBy("title")
    .execute();
  return rows.map(({ crawl_id: id, title, title_es, short_name, short_name_es, slug }) => ({
    id,
    title,
    title_es,
    names: [title, title_es, short_name, short_name_es, slug].filter(
      (name): name is string => name !== null && name !== "",
    ),
  }));
}

/** The nights on some days, without the places of lapsed holds; without those of private groups, which nobody else is brought to. */
export async function nightsOn(db: Db | Tx, days: readonly string[]): Promise<Night[]> {
  if (days.length === 0) return [];
  const { rows } = await sql<Omit<Night, "crawlCurrency"> & { currency: string }>`
    select id, crawl_id as "crawlId", currency, date::text as date, starts_at as "startsAt", status <> 'scheduled' as "isCancelled",
      available_spots as free
    from night_facts where date = any(${[...days]}::date[]) and not is_private`.execute(db);
  return rows.map(({ currency, ...night }) => ({ ...night, crawlCurrency: isCurrency(currency) ? currency : "MXN" }));
}

export type ImportedBookingRow = {
  id: string;
  reference: string;
  external: string;
  name: string;
  date: string;
  title: string;
  title_es: string | null;
  people: number;
  total: number;
  currency: Currency;
  status: "pending" | "confirmed" | "cancelled";
};

/** Bookings of an import, in the order of the file, after a line. */
export async function bookingsOfImport(
  db: Db,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<(ImportedBookingRow & { line: number })[]> {
  const { rows } = await sql<ImportedBookingRow & { line: number }>`
    select b.id, b.reference, r.external_reference as external, trim(b.first_name || ' ' || b.last_name) as name, b.date::text as date,
      b.title, b.title_es, b.number_of_people as people, b.total_price as total, b.currency, b.status, r.line
    from imported_bookings r join booking_facts b on b.id = r.booking_id
    where r.import_id = ${importId} and r.line > ${after} order by r.line limit ${limit}`.execute(db);
  return rows;
}

/** The ids of an import's bookings. */
export async function idsOfImport(db: Db | Tx, importId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("imported_bookings")
    .select("booking_id")
    .where("import_id", "=", importId)
    .orderBy("line")
    .execute();
  return rows.map(({ booking_id }) => booking_id);
}

/** The bookings of an import that still stand and can be written to. */
export async function reachableOf(db: Db | Tx, importId: string) {
  const { rows } = await sql<{ id: string; status: "pending" | "confirmed"; until: Date }>`
    select b.id, b.status, b.hold_expires_at as until from imported_bookings r join booking_facts b on b.id = r.booking_id
    where r.import_id = ${importId} and b.email <> '' and b.status in ('pending', 'confirmed') order by r.line`.execute(
    db,
  );
  return rows;
}

/** How many of an import's bookings something was done to since they were brought: all of that is in the audit log. */
export async function changedOf(db: Db | Tx, importId: string): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    select count(*)::int as changed from imported_bookings r where r.import_id = ${importId}
      and exists (select from audit_log a where a.subject_type = 'booking' and a.subject_id = r.booking_id::text
        and a.action <> 'booking.imported')`.execute(db);
  return rows[0]!.changed;
}

/** How many of an import's bookings are of nights that have begun. */
export async function startedOf(db: Db | Tx, importId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ started: number }>`
    select count(*)::int as started from imported_bookings r join booking_facts b on b.id = r.booking_id
    where r.import_id = ${importId} and b.starts_at <= ${now}::timestamptz`.execute(db);
  return rows[0]!.started;
}

/** Keys of customers (`customerKey`) that were imported before, of those asked for; `test`: in practice. */
export async function knownCustomers(db: Db | Tx, keys: readonly string[], test: boolean): Promise<Set<string>> {
  const numbers = keys.flatMap((key) => (key.startsWith("tel:") ? [key.slice(4)] : []));
  const { rows } = await sql<{ key: string }>`
    select lower(email) as key from imported_customers where email <> '' and test = ${test}
      and lower(email) = any(${[...keys]}::text[])
    union all
    select 'tel:' || regexp_replace(phone, '\\D', '', 'g') from imported_customers
      where email = '' and test = ${test} and regexp_replace(phone, '\\D', '', 'g') = any(${numbers}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}

export async function insertCustomers(
  tx: Tx,
  { import_id, test }: { import_id: string; test: boolean },
  now: Date,
  rows: readonly ReadyCustomer[],
): Promise<void> {
  await sql`insert into imported_customers (import_id, line, first_name, last_name, email, phone, country, language, tags, test, created_at)
    select ${import_id}::uuid, line, first_name, last_name, email, phone, country, language, tags, ${test}::boolean, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (line int, first_name text, last_name text, email text, phone text,
      country text, language text, tags text[])`.execute(tx);
}

export const deleteCustomersOf = (tx: Tx, importId: string) =>
  tx.deleteFrom("imported_customers").where("import_id", "=", importId).execute();

/** Customers of an import, in the order of the file, after a line. */
export const customersOfImport = (db: Db, importId: string, { after, limit }: { after: number; limit: number }) =>
  db
    .selectFrom("imported_customers")
    .select(["id", "line", "first_name", "last_name", "email", "phone", "country", "tags"])
    .where("import_id", "=", importId)
    .where("line", ">", after)
    .orderBy("line")
    .limit(limit)
    .execute();

/** Everything that was imported of people with an address (null: none), as it is stored. */
export const customersAt = (db: Db | Tx, email: string | null) =>
  db
    .selectFrom("imported_customers")
    .select(["first_name", "last_name", "email", "phone", "country", "language", "tags", "created_at"])
    .where((e) => e(e.fn("lower", ["email"]), "=", (email ?? "").toLowerCase()))
    .where("email", "<>", "")
    .execute();

/** Deletes what was imported of a person, by address or, of whoever left none, by the digits of their number. */
export async function deletePerson(tx: Tx, { email, phone }: { email: string; phone: string }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from imported_customers
    where (${email} <> '' and lower(email) = ${email.toLowerCase()})
      or (${phone} <> '' and email = '' and regexp_replace(phone, '\\D', '', 'g') = ${phone}) returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes customers that were imported before an instant, a portion at a time; returns their ids. */
export async function deleteOldCustomers(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from imported_customers where id in (
      select id from imported_customers where created_at < ${before} order by created_at, id limit ${limit}) returning id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
