import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): money names what it is paid for by another column. */
export const breaksBefore: string | null = "0007";

// What is paid for, one row of the same id for each booking and each change of one (docs/decisions/203). Whoever inserts these inserts
// nothing else: a trigger does, before the row, as a statement may insert a booking and its payment.
const PURCHASES = `
  create table purchases (
    id uuid primary key,
    kind text not null check (kind in ('booking', 'change'))
  );
  -- a change's id comes from a form, so that it can be one that a booking has: it gets another
  alter table payments drop constraint payments_change_id_fkey;
  with twins as materialized (select c.id, gen_random_uuid() as fresh from booking_changes c join bookings b on b.id = c.id),
    changes as (update booking_changes c set id = t.fresh from twins t where c.id = t.id)
    update payments p set change_id = t.fresh from twins t where p.change_id = t.id;
  insert into purchases (id, kind) select id, 'booking' from bookings;
  insert into purchases (id, kind) select id, 'change' from booking_changes;

  create function insert_purchase() returns trigger language plpgsql as $$
  begin
    insert into purchases (id, kind) values (new.id, tg_argv[0]);
    return new;
  end $$;
  -- money that names it keeps it, and with it the booking
  create function delete_purchase() returns trigger language plpgsql as $$
  begin
    delete from purchases where id = old.id;
    return null;
  end $$;`;

const boughtAs = (table: string, kind: string) => `
  alter table ${table} add constraint ${table}_id_fkey foreign key (id) references purchases (id);
  create trigger purchase_is_inserted before insert on ${table} for each row execute function insert_purchase('${kind}');
  create trigger purchase_is_deleted after delete on ${table} for each row execute function delete_purchase();`;

/** The tables of money. All of these are of a booking so far, and what a payment of a change pays for is a part of it. */
const OF_MONEY = ["payments", "refunds", "credits", "credit_uses", "receipts", "ledger_entries", "ledger_differences"];

const refersTo = (table: string, from: string, to: string) => `
  alter table ${table} drop constraint if exists ${table}_${from}_fkey;
  alter table ${table} rename column ${from} to ${to};
  alter table ${table} add constraint ${table}_${to}_fkey foreign key (${to}) references purchases (id);`;

const NAMES = `
  alter table payments rename constraint payments_booking_id_attempt_key to payments_purchase_id_attempt_key;
  alter table credit_uses rename constraint credit_uses_booking_id_key to credit_uses_purchase_id_key;
  alter index credits_by_booking rename to credits_by_purchase;
  alter index receipts_by_booking rename to receipts_by_purchase;
  alter index refunds_by_booking rename to refunds_by_purchase;
  alter index ledger_by_booking rename to ledger_by_purchase;`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // all of them at once, so that a try that has to wait for one costs nothing: dropping references locks what they lead to as well
  await sql.raw(`lock table bookings, booking_changes, ${OF_MONEY.join(", ")} in access exclusive mode`).execute(db);
  const texts = [
    PURCHASES,
    boughtAs("bookings", "booking"),
    boughtAs("booking_changes", "change"),
    ...OF_MONEY.map((table) => refersTo(table, "booking_id", "purchase_id")),
    refersTo("payments", "change_id", "part_id"),
    NAMES,
  ];
  for (const text of texts) await sql.raw(text).execute(db);
};
