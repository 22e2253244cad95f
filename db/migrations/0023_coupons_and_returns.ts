import { type Kysely, sql } from "kysely";

/**
 * What this means to older releases (platform/migration-plan.ts): nothing. Days that one of them counts meanwhile have no revenue until they
 * are counted again, which takes four weeks at most (`dueTonight`), and of what it returns to credit nothing is told to be void.
 */
export const breaksBefore: string | null = null;

// What bookings with a coupon brought in on a day (docs/decisions/210).
const REVENUE = "alter table daily_coupons add column revenue bigint not null default 0";
// no day is counted with it: until the next count, all are read from the bookings
const COUNT_AGAIN = "delete from daily_sales_counted";

// How much of what was taken back was void at once (docs/decisions/212).
const VOIDED = `alter table credit_uses add column voided integer not null default 0,
  add constraint credit_uses_voided_check check (voided >= 0) not valid`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [REVENUE, COUNT_AGAIN, VOIDED]) await sql.raw(statement).execute(db);
}
