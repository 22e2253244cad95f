import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): they would count a till's card and transfer lines as cash. */
export const breaksBefore: string | null = "0009";

// Money that staff take by a card terminal or a transfer has a reference, and a till counts it apart (docs/decisions/208).
const TEXTS = [
  `alter table till_lines add column way text not null default 'cash'
    constraint till_lines_way_check check (way in ('cash', 'terminal', 'transfer'))`,
  `alter table till_lines add constraint till_lines_only_cash_begins_or_pays_out check (way = 'cash' or kind in ('taking', 'refund'))`,
  `alter table till_counts add column way text not null default 'cash'
    constraint till_counts_way_check check (way in ('cash', 'terminal'))`,
  `alter table till_counts drop constraint till_counts_pkey`,
  `alter table till_counts add primary key (till_id, round, way, currency)`,
  `alter table door_sales drop constraint door_sales_way_check`,
  `alter table door_sales add constraint door_sales_way_check
    check (way in ('cash', 'terminal', 'transfer', 'link', 'offline'))`,
  `alter table refused_sales add column way text not null default 'cash'
    constraint refused_sales_way_check check (way in ('cash', 'terminal', 'transfer'))`,
  `alter table refused_sales add column reference text not null default ''
    constraint refused_sales_reference_check check (length(reference) <= 60)`,
  // last: its check reads every payment, and nobody else may use them until the end
  `alter table payments add column hand_reference text
    constraint payments_hand_reference_check check (length(hand_reference) between 1 and 60)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of TEXTS) await sql.raw(text).execute(db);
};
