import type { Currency, Money } from "#src/kernel/money.ts";
import type { DifferenceKind } from "#src/modules/reconciliation/rules.ts";
import { differencesOf, runById, runsToShow } from "#src/modules/reconciliation/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** What differed, as people see it; `reference` is that of the booking, where one is known. `mended`: put right by itself. */
export type ShownDifference = {
  id: string;
  kind: DifferenceKind;
  externalId: string | null;
  reference: string | null;
  ours: Money | null;
  theirs: Money | null;
  mended: boolean;
};
/** One comparison of a provider's day with the books. Instants are ISO 8601. */
export type Run = {
  id: string;
  provider: string;
  day: string;
  ranAt: string;
  movements: number;
  lookedAt: string | null;
  differences: ShownDifference[];
};

/** The latest comparisons, first those that wait for a person. For whoever may read payments: the caller checks. */
export async function shownRuns(ctx: Pick<Context, "db">): Promise<Run[]> {
  return withDifferences(ctx, await runsToShow(ctx.db, 14));
}

/** One comparison; undefined when there is none. Checks no access. */
export async function runOf(ctx: Pick<Context, "db">, id: string): Promise<Run | undefined> {
  const row = await runById(ctx.db, id);
  return row && (await withDifferences(ctx, [row]))[0];
}

type Rows = Awaited<ReturnType<typeof runsToShow>>;

async function withDifferences(ctx: Pick<Context, "db">, rows: Rows): Promise<Run[]> {
  const differences = await differencesOf(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, provider, day, ran_at, movements, looked_at }) => ({
    id,
    provider,
    day,
    ranAt: ran_at.toISOString(),
    movements,
    lookedAt: looked_at?.toISOString() ?? null,
    differences: differences
      .filter((row) => row.run_id === id)
      .map((row) => ({
        id: row.id,
        kind: row.kind,
        externalId: row.external_id,
        reference: row.reference,
        ours: moneyOf(row.our_amount, row.our_currency),
        theirs: moneyOf(row.their_amount, row.their_currency),
        mended: row.mended,
      })),
  }));
}

const moneyOf = (amount: number | null, currency: string | null): Money | null =>
  amount === null ? null : { amount, currency: currency as Currency };
