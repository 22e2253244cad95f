import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

/** What a change of a booking adds to its add-ons, or takes back of them (docs/decisions/213). */
const LINES = `
  create table change_add_ons (
    change_id uuid not null references booking_changes on delete cascade,
    add_on_id uuid not null references add_ons,
    -- below 0: as many are given back
    quantity integer not null check (quantity <> 0 and quantity between -1000 and 1000),
    -- what they add to the price together, in minor units of the booking's currency
    amount integer not null,
    per_person boolean not null,
    primary key (change_id, add_on_id),
    constraint change_add_ons_amount_check check (amount * sign(quantity) >= 0)
  );
  create index change_add_ons_add_on on change_add_ons (add_on_id);`;

const KINDS = `
  alter table booking_changes drop constraint booking_changes_kind_check;
  alter table booking_changes add constraint booking_changes_kind_check
    check (kind in ('date', 'add', 'remove', 'add_ons')) not valid;`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(LINES).execute(db);
  await sql.raw(KINDS).execute(db);
};
