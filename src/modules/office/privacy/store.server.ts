import { sql } from "kysely";
import type { Owner } from "#src/modules/sales/booking/queries.server.ts";
import type { PurchaseKind } from "#src/modules/money/payments/questions.ts";
import type { Anchor, PersonsBooking } from "#src/modules/office/privacy/rules/erasure.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

// A person is their email address, whoever typed it and however it is written; who left none is their phone number.

/** What else than a booking a person bought; `open`: money about it isn't settled. */
export type PersonsPurchase = { id: string; kind: PurchaseKind; reference: string; open: boolean };

export type Person = { email: string; phone: string };

/** Who is on resellers' lists of guests, each under an id that tells nothing of them. */
const RESOLD = sql`select md5(r.id || '.' || (one ->> 'position'))::uuid as id, lower(one -> 'contact' ->> 'email') as email, r.created_at
  from resales r, jsonb_array_elements(r.people) one`;

const NAMED = {
  // whom a reseller brought may have left their address with it alone
  booking: sql`select email, case when email = '' then regexp_replace(phone, '\\D', '', 'g') else '' end as phone from (
    select b.id, b.phone, coalesce(nullif(lower(b.email), ''), lower(r.contact ->> 'email'), '') as email
    from booking_facts b left join resales r on r.booking_id = b.id) booked`,
  message: sql`select lower(email) as email, '' as phone from contact_messages`,
  user: sql`select lower(email) as email, '' as phone from "user"`,
  imported: sql`select lower(email) as email, case when email = '' then regexp_replace(phone, '\\D', '', 'g') else '' end as phone from imported_people`,
  resold: sql`select coalesce(email, '') as email, '' as phone from (${RESOLD}) resold`,
  email: sql`select lower(recipient) as email, '' as phone from emails`,
};

/** Who an anchor names, with "" for both where they were erased; undefined where there is no such row. */
export async function personOf(db: Db | Tx, { kind, id }: Anchor): Promise<Person | undefined> {
  const { rows } = await sql<Person>`${NAMED[kind]} where id = ${id}`.execute(db);
  return rows[0];
}

/** Two who erase the same person do it one after the other, until the transaction ends. */
export async function holdPerson(tx: Tx, { email, phone }: Person): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`erase ${email} ${phone}`}, 0))`.execute(tx);
}

/** A row that has an email address, a booking's reference, or a phone number: the newest of the first kind that has it. */
export async function anchorOf(db: Db, words: string): Promise<Anchor | undefined> {
  const email = words.trim().toLowerCase();
  const digits = words.replaceAll(/\D/g, "");
  const { rows } = await sql<Anchor>`select kind, id from (
    (select 1 as place, 'booking' as kind, id::text, created_at as at from booking_facts
      where lower(email) = ${email} or reference = ${words.trim().toUpperCase()} order by created_at desc limit 1)
    union all (select 1, 'booking', booking_id::text, created_at from resales
      where lower(contact ->> 'email') = ${email} order by created_at desc limit 1)
    union all (select 2, 'user', id::text, created_at from "user" where lower(email) = ${email} limit 1)
    union all (select 3, 'message', id::text, created_at from contact_messages
      where lower(email) = ${email} order by created_at desc limit 1)
    union all (select 4, 'email', id::text, created_at from emails where lower(recipient) = ${email} order by created_at desc limit 1)
    union all (select 5, 'booking', id::text, created_at from booking_facts where ${digits.length >= 7} and phone <> ''
      and regexp_replace(phone, '\\D', '', 'g') = ${digits} order by created_at desc limit 1)
    union all (select 6, 'imported', id::text, created_at from imported_people where lower(email) = ${email} limit 1)
    union all (select 7, 'resold', id::text, created_at from (${RESOLD}) resold where email = ${email} limit 1)
    union all (select 7, 'imported', id::text, created_at from imported_people where ${digits.length >= 7} and email = ''
      and regexp_replace(phone, '\\D', '', 'g') = ${digits} limit 1)) found
    where ${email !== ""} order by place limit 1`.execute(db);
  return rows[0];
}

/** Whoever has an account with an address, whether or not they have shown that it is theirs. */
export async function accountAt(db: Db | Tx, email: string) {
  if (email === "") return null;
  const { rows } = await sql<{ id: string; role: string | null; verified: boolean }>`
    select id, role, email_verified as verified from "user" where lower(email) = ${email}`.execute(db);
  return rows[0] ?? null;
}

const settledOf = (id: string) => sql`not exists (select from refunds r where r.purchase_id = ${sql.ref(id)}
    and r.status in ('requested', 'submitted', 'failed', 'manual'))
  and not exists (select from payments p where p.purchase_id = ${sql.ref(id)} and p.status = 'succeeded'
    and (p.dispute_state = 'open' or p.review_reason in ('wrong_amount', 'wrong_currency')))
  and not exists (select from payments p where p.purchase_id = ${sql.ref(id)} and p.status = 'pending' and p.next_poll_at is not null
    and (p.bank_since is not null or p.voucher_until is not null))`;

/** Everybody's bookings by address (also that which a reseller has), by account (null: none) and, of who left no address, by phone; by id. */
export async function bookingsOfPerson(db: Db | Tx, { email, phone }: Person, userId: string | null) {
  const { rows } = await sql<PersonsBooking & { first_name: string; last_name: string; email: string; phone: string }>`
    select b.id, b.reference, b.status, b.first_name, b.last_name, b.email, b.phone, b.ends_at, not (${settledOf("b.id")}) as open
    from booking_facts b
    where (${email} <> '' and lower(b.email) = ${email}) or b.user_id = ${userId}::uuid
      or (${email} <> '' and b.id in (select booking_id from resales where lower(contact ->> 'email') = ${email}))
      or (${phone} <> '' and b.email = '' and b.phone <> '' and regexp_replace(b.phone, '\\D', '', 'g') = ${phone})
    order by b.id`.execute(db);
  return rows;
}

/** What isn't a booking, and isn't part of one. */
const OTHER = sql`b.kind not in ('booking', 'change')`;

/** What else than bookings was bought with an address, or with an account (null: none); by id. */
export async function purchasesOfPerson(db: Db | Tx, email: string, userId: string | null): Promise<PersonsPurchase[]> {
  if (email === "" && userId === null) return [];
  const { rows } = await sql<PersonsPurchase>`
    select b.id, b.kind, coalesce(b.reference, b.id::text) as reference, not (${settledOf("b.id")}) as open
    from purchase_facts b
    where ${OTHER} and ((${email} <> '' and lower(b.email) = ${email}) or b.user_id = ${userId}::uuid)
    order by b.id`.execute(db);
  return rows;
}

/** The same of an account's owner, as with bookings: what was bought without one counts where its address is verified. */
export async function purchasesOfOwner(db: Db | Tx, { userId, email }: Owner): Promise<PersonsPurchase[]> {
  const { rows } = await sql<PersonsPurchase>`
    select b.id, b.kind, coalesce(b.reference, b.id::text) as reference, not (${settledOf("b.id")}) as open
    from purchase_facts b
    where ${OTHER} and (b.user_id = ${userId}::uuid
      or (b.user_id is null and lower(b.email) = ${email?.toLowerCase() ?? null}))
    order by b.id`.execute(db);
  return rows;
}

/** The ids of messages from an address, or of an account. */
export async function messagesOfPerson(db: Db | Tx, email: string, userId: string | null): Promise<string[]> {
  if (email === "" && userId === null) return [];
  const { rows } = await sql<{ id: string }>`select id from contact_messages
    where (${email} <> '' and lower(email) = ${email}) or user_id = ${userId}::uuid order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** What was imported of a person, if anything. */
export async function importedAs(db: Db | Tx, { email, phone }: Person) {
  const { rows } = await sql<{ id: string; first_name: string; last_name: string; phone: string }>`
    select id, first_name, last_name, phone from imported_people
    where (${email} <> '' and lower(email) = ${email})
      or (${phone} <> '' and email = '' and regexp_replace(phone, '\\D', '', 'g') = ${phone})`.execute(db);
  return rows[0] ?? null;
}

/** How much of bookings is kept. */
export async function keptOf(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{
    payments: number;
    receipts: number;
    invoices: number;
    invoiced: Date | null;
    reviews: number;
  }>`
    select (select count(*)::int from payments where purchase_id = any(${ids}::uuid[])) as payments,
      (select count(*)::int from receipts where purchase_id = any(${ids}::uuid[])) as receipts,
      (select count(*)::int from invoice_requests where booking_id = any(${ids}::uuid[])) as invoices,
      (select max(b.ends_at) from invoice_requests i join booking_facts b on b.id = i.booking_id where b.id = any(${ids}::uuid[])) as invoiced,
      (select count(*)::int from ratings where booking_id = any(${ids}::uuid[]) and consent and comment <> '') as reviews`.execute(
    db,
  );
  return rows[0]!;
}

/** Partners whose contact has an address. */
export async function partnersAt(db: Db, email: string): Promise<{ id: string; name: string }[]> {
  if (email === "") return [];
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from partners where lower(email) = ${email} order by name`.execute(db);
  return rows;
}
