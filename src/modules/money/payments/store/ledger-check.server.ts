import { type Kysely, type RawBuilder, sql, type SqlBool } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Currency } from "#src/kernel/money.ts";
import { BY_HAND } from "#src/modules/money/payments/rules/books.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inTime } from "#src/platform/transaction.server.ts";

/** A booking's account whose balance differs from its rows, in minor units; debits are positive. */
export type Difference = {
  booking_id: string | null;
  account: string;
  provider: string | null;
  currency: Currency;
  expected: number;
  actual: number;
};

/** Which bookings: all and what belongs to none, what belongs to none, some, or those whose ids lie between (null: without an end). */
export type Scope =
  | { kind: "all" }
  | { kind: "none" }
  | { kind: "ids"; ids: readonly string[] }
  | { kind: "range"; from: string | null; before: string | null };

/** Whether a column's booking is in a scope. Ids are literals: a plan for any of them would read everything. */
function within(scope: Scope, column: string): RawBuilder<SqlBool> {
  const id = sql.ref(column);
  switch (scope.kind) {
    case "all":
      return sql<SqlBool>`true`;
    case "none":
      return sql<SqlBool>`${id} is null`;
    case "ids":
      return sql<SqlBool>`${id} = any(${sql.lit(`{${scope.ids.join(",")}}`)}::uuid[])`;
    case "range": {
      const from = scope.from ? sql<SqlBool>`${id} >= ${sql.lit(scope.from)}::uuid` : sql<SqlBool>`${id} is not null`;
      return scope.before ? sql<SqlBool>`${from} and ${id} < ${sql.lit(scope.before)}::uuid` : from;
    }
  }
}

/**
 * Compares the balance of each booking's accounts in the ledger with what its bookings, payments, refunds, disputes and lines of
 * commission imply, and what closed tills have moved, in which nothing stays, partners' statements that were paid, and what became of the office's cash. A single statement, for a consistent snapshot. `guest` holds only undecided
 * money, and what a bank has taken provisionally.
 */
export async function differencesNow(db: Db | Tx, scope: Scope = { kind: "all" }): Promise<Difference[]> {
  const of = (column: string) => within(scope, column);
  const ofNone = sql.lit(scope.kind === "all" || scope.kind === "none");
  const { rows } = await sql<Difference>`
    with expected as (
      select b.id as booking_id, 'revenue' as account, null::text as provider, b.currency,
        -(b.total_price + coalesce((select sum(c.kept) from booking_changes c
          where c.booking_id = b.id and c.status = 'made'), 0)) as amount
        from booking_facts b where b.confirmed_at is not null and ${of("b.id")}
      union all
      select booking_id, 'revenue', null, currency, taken_back from refunds where taken_back > 0 and ${of("booking_id")}
      union all
      select p.booking_id, 'revenue', null, d.currency, d.lost from disputes d join payments p on p.id = d.payment_id
        where ${of("p.booking_id")}
      union all
      select u.booking_id, 'revenue', null, c.currency, u.taken_back
        from credit_uses u join credits c on c.id = u.credit_id where u.taken_back > 0 and ${of("u.booking_id")}
      union all
      select booking_id, 'credit', null, currency, voided - amount from credits where ${of("booking_id")}
      union all
      select u.booking_id, 'credit', null, c.currency, u.amount
        from credit_uses u join credits c on c.id = u.credit_id where u.state = 'used' and ${of("u.booking_id")}
      union all
      select booking_id, 'clearing', provider, charged_currency, charged_amount
        from payments where charged_amount is not null and ${of("booking_id")}
      union all
      select r.booking_id, 'clearing',
        case when r.external_id is null and r.note is not null then ${BY_HAND}::text else p.provider end,
        r.currency, -r.amount
        from refunds r join payments p on p.id = r.payment_id where r.status = 'succeeded' and ${of("r.booking_id")}
      union all
      select p.booking_id, 'clearing', p.provider, d.currency, -d.amount
        from disputes d join payments p on p.id = d.payment_id where d.state in ('open', 'lost') and ${of("p.booking_id")}
      union all
      select booking_id, 'refund_due', null, currency, -amount
        from refunds where status in ('requested', 'submitted', 'failed', 'manual') and ${of("booking_id")}
      union all
      select booking_id, 'guest', null, charged_currency, -charged_amount
        from payments where charged_amount is not null and status <> 'succeeded' and ${of("booking_id")}
      union all
      select r.booking_id, 'guest', null, r.currency, r.amount - r.taken_back from refunds r join payments p on p.id = r.payment_id
        where p.status <> 'succeeded' and r.status <> 'dropped' and ${of("r.booking_id")}
      union all
      select p.booking_id, 'guest', null, d.currency, d.amount from disputes d join payments p on p.id = d.payment_id
        where (d.state = 'open' or d.state = 'lost' and p.status <> 'succeeded') and ${of("p.booking_id")}
      union all
      select null::uuid, 'clearing', 'cash', l.currency, -sum(l.due)
        from till_lines l join tills t on t.id = l.till_id where t.state = 'closed' and l.kind = 'taking' and ${ofNone} group by l.currency
      union all
      select null::uuid, 'clearing', ${BY_HAND}::text, l.currency, sum(l.due)
        from till_lines l join tills t on t.id = l.till_id where t.state = 'closed' and l.kind = 'refund' and ${ofNone} group by l.currency
      union all
      select null::uuid, 'office_cash', null, c.currency, sum(c.counted)
        from till_counts c join tills t on t.id = c.till_id and t.round = c.round where t.state = 'closed' and ${ofNone} group by c.currency
      union all
      select null::uuid, 'office_cash', null, l.currency, -sum(l.amount)
        from till_lines l join tills t on t.id = l.till_id where t.state = 'closed' and l.kind = 'float' and ${ofNone} group by l.currency
      union all
      select l.booking_id, side.account, null, 'MXN', side.sign * l.amount from commission_lines l
        cross join (values ('commission', 1), ('affiliate_due', -1)) as side(account, sign) where ${of("l.booking_id")}
      union all
      select null::uuid, side.account, side.provider, s.currency, side.amount from partner_statements s
        cross join lateral (values ('affiliate_due', null::text, s.commission), ('clearing', 'hostel', -s.cash_kept),
          ('payout', null, s.cash_kept - s.commission)) as side(account, provider, amount) where s.state = 'paid' and ${ofNone}
      union all
      select null::uuid, side.account, null::text, m.currency, side.amount from office_moves m
        cross join lateral (values
          (case m.kind when 'bar_transfer' then 'bar_paid' else 'office_cash' end,
            case when m.kind in ('from_bank', 'from_owner') then m.amount else -m.amount end),
          (case m.kind when 'banked' then 'bank' when 'from_bank' then 'bank' when 'drawn' then 'drawings'
              when 'from_owner' then 'drawings' when 'bill' then 'bills' when 'partners' then 'payout'
              when 'guides' then 'guide_paid' else 'bar_drinks' end,
            case when m.kind in ('from_bank', 'from_owner') then -m.amount else m.amount end)) as side(account, amount)
        where m.undone_at is null and side.account <> 'guide_paid' and ${ofNone}
    ), compared as (
      select booking_id, account, provider, currency, amount as expected, 0 as actual from expected
      union all
      select booking_id, account, provider, currency, 0, amount from ledger_entries
        where account in ('guest', 'revenue', 'clearing', 'refund_due', 'credit', 'till', 'office_cash',
          'commission', 'affiliate_due', 'payout', 'bank', 'drawings', 'bills', 'bar_drinks', 'bar_paid') and ${of("booking_id")}
    )
    select booking_id, account, provider, currency, sum(expected)::float8 as expected, sum(actual)::float8 as actual
      from compared group by 1, 2, 3, 4 having sum(expected) <> sum(actual)
    union all
    select min(booking_id::text)::uuid, 'posting ' || posting, null, currency, 0, sum(amount)::float8
      from ledger_entries where ${of("booking_id")} group by posting, currency having sum(amount) <> 0
    order by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** A difference keeps its key while both amounts stay the same. */
const keyOf = ({ booking_id, account, provider, currency, expected, actual }: Difference): string =>
  [booking_id, account, provider, currency, expected, actual].join(":");

// PostgreSQL limits the number of parameters in a statement
const AT_ONCE = 1000;

/** Records what was found in a scope; earlier differences there that are no longer found are closed. */
async function keepFound(tx: Tx, at: Date, scope: Scope, found: readonly Difference[]): Promise<void> {
  const rows = found.map((difference) => ({ ...difference, key: keyOf(difference), found_at: at }));
  const keys = rows.map(({ key }) => key);
  await tx
    .updateTable("ledger_differences")
    .set({ gone_at: at })
    .where("gone_at", "is", null)
    .where(within(scope, "booking_id"))
    .where(sql<boolean>`key <> all(${keys}::text[])`)
    .execute();
  for (let n = 0; n < rows.length; n += AT_ONCE)
    await tx
      .insertInto("ledger_differences")
      .values(rows.slice(n, n + AT_ONCE))
      .onConflict((c) => c.column("key").doUpdateSet({ gone_at: null }))
      .execute();
}

/** What one portion may take, whatever the pool allows. */
const PORTION_MS = 12_000;

/** Checks a scope and records what was found. False where it takes too long. */
export const checkAtOnce = async (db: Db, at: Date, scope: Scope): Promise<boolean> =>
  (await inTime(db, PORTION_MS, async (tx) => {
    await keepFound(tx, at, scope, await differencesNow(tx, scope));
    return true;
  })) ?? false;

/**
 * Begins a round over all bookings unless one is open. Returns when the last one began that was ended, since when changes are
 * looked for first; null before the first.
 */
export async function openRound(db: Db, at: Date): Promise<Date | null> {
  await db
    .insertInto("ledger_rounds")
    .values({ began_at: at })
    .onConflict((c) =>
      c
        .expression(sql`(ended_at is null)`)
        .where("ended_at", "is", null)
        .doNothing(),
    )
    .execute();
  const last = await db
    .selectFrom("ledger_rounds")
    .select("began_at")
    .where("ended_at", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.began_at ?? null;
}

/** Some are told by the database's clock and some by ours, and what began before may have been committed after. */
const CLOCKS_DIFFER_MS = 3_600_000;

/**
 * Bookings that anything has been done to since an instant. Every change of one is in the audit log, every movement in the
 * ledger; what escapes both is found by the round.
 */
export async function changedBookings(db: Db, began: Date): Promise<string[]> {
  const since = new Date(+began - CLOCKS_DIFFER_MS);
  const { rows } = await sql<{ id: string }>`
    select b.id from booking_facts b where b.id in (
      select booking_id from ledger_entries where at >= ${since}
      union select booking_id from payments where created_at >= ${since}
      union select booking_id from refunds where created_at >= ${since}
      union select case when subject_id ~ '^[0-9a-f-]{36}$' then subject_id::uuid end from audit_log
        where at >= ${since} and subject_type = 'booking')`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Checks the next bookings of the open round, so many at most, and notes how far it is in the same transaction. `taken`: another
 * process is at it, or has just ended it.
 */
export async function checkNext(db: Db, at: Date, size: number): Promise<"checked" | "ended" | "taken" | "too long"> {
  const outcome = await inTime(db, PORTION_MS, async (tx) => {
    const round = await tx
      .selectFrom("ledger_rounds")
      .select(["id", "before"])
      .where("ended_at", "is", null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!round) return "taken" as const;
    const from = await lowestOf(tx, round.before, size);
    const scope: Scope = { kind: "range", from, before: round.before };
    await keepFound(tx, at, scope, await differencesNow(tx, scope));
    if (from !== null) {
      await tx.updateTable("ledger_rounds").set({ before: from }).where("id", "=", round.id).execute();
      return "checked" as const;
    }
    await tx.updateTable("ledger_rounds").set({ ended_at: at }).where("id", "=", round.id).execute();
    await tx.deleteFrom("ledger_rounds").where("id", "<", round.id).execute();
    await tx
      .insertInto("ledger_proofs")
      .values({ at, differences: await standingCount(tx) })
      .execute();
    return "ended" as const;
  });
  return outcome ?? "too long";
}

/** The smallest of so many ids before one (or of the newest); null where no more are left. */
async function lowestOf(tx: Tx, before: string | null, size: number): Promise<string | null> {
  const ids = tx.selectFrom("booking_facts").select("id").orderBy("id", "desc");
  const lowest = await (before === null ? ids : ids.where("id", "<", before))
    .offset(size - 1)
    .limit(1)
    .executeTakeFirst();
  return lowest?.id ?? null;
}

/** How many differences stand. */
export async function standingCount(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ledger_differences where gone_at is null`.execute(db);
  return rows[0]!.n;
}

/** Bookings with open differences that staff haven't been notified of. */
export const untoldBookings = async (db: Db, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom("ledger_differences")
      .select("booking_id")
      .distinct()
      .where("gone_at", "is", null)
      .where("told_at", "is", null)
      .where("booking_id", "is not", null)
      .orderBy("booking_id")
      .limit(limit)
      .execute()
  ).flatMap((row) => row.booking_id ?? []);

/** Marks the open differences of a booking, or those of none (null), as notified. Returns the keys that weren't. */
export const markTold = async (tx: Tx, bookingId: string | null, at: Date): Promise<string[]> =>
  (
    await tx
      .updateTable("ledger_differences")
      .set({ told_at: at })
      .where("booking_id", "is not distinct from", bookingId)
      .where("gone_at", "is", null)
      .where("told_at", "is", null)
      .returning("key")
      .execute()
  ).map((row) => row.key);

export const lastProof = (db: Db) =>
  db.selectFrom("ledger_proofs").select(["at", "differences"]).orderBy("id", "desc").limit(1).executeTakeFirst();

/** Open differences: of one booking, of all, or those of none, which are the tills'. */
export const standingDifferences = async (db: Kysely<Tables>, of: { bookingId: string } | "all" | "tills") => {
  const all = db
    .selectFrom("ledger_differences")
    .select(["booking_id", "account", "provider", "found_at"])
    .select([
      sql<Currency>`currency`.as("currency"),
      sql<number>`expected::float8`.as("expected"),
      sql<number>`actual::float8`.as("actual"),
    ])
    .where("gone_at", "is", null);
  const some =
    of === "all"
      ? all
      : of === "tills"
        ? all.where("booking_id", "is", null)
        : all.where("booking_id", "=", of.bookingId);
  return some.orderBy("found_at").orderBy("key").limit(500).execute();
};
