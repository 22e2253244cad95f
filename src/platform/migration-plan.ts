/**
 * A migration's effect on older releases. Null: it only adds, and they continue to run. A migration's number (`0002`): releases
 * that don't know that migration can't run on the schema anymore. Undefined: it says nothing, which counts as breaking.
 */
export type BreaksBefore = string | null | undefined;

export type MigrationPlan = {
  /** Migrations of this release that the database lacks, in order. */
  pending: string[];
  /** Migrations of a newer release that this one can run with. */
  newer: string[];
  /** Why this release can't run on the database: one line for its operator. */
  refusal: string | null;
};

/** Compares a release's migrations with a database's; `marks` are the stored effects of the applied ones on older releases. */
export function planMigrations(
  ours: readonly string[],
  applied: readonly string[],
  marks: ReadonlyMap<string, string | null>,
): MigrationPlan {
  const [first] = ours.toSorted();
  if (first !== undefined && applied.length > 0 && !applied.includes(first)) return beforeFirst(first);
  const newer = applied.filter((name) => !ours.includes(name)).toSorted();
  const pending = ours.filter((name) => !applied.includes(name)).toSorted();
  const breaking = newer.find((name) => isBroken(marks.get(name), ours));
  if (breaking)
    return { pending, newer, refusal: `migration ${breaking} of a newer release does not let this one run` };
  if (newer.length > 0 && pending[0])
    return { pending, newer, refusal: `it has ${newer[0]} of another release and lacks ${pending[0]} of this one` };
  return { pending, newer, refusal: null };
}

/** The migrations up to the first of these were replaced by it (docs/decisions/174). */
const beforeFirst = (first: string): MigrationPlan => ({
  pending: [],
  newer: [],
  refusal: `it is of a release before ${first}, and no way leads from there to this one: start with a new database`,
});

function isBroken(breaksBefore: BreaksBefore, ours: readonly string[]): boolean {
  if (breaksBefore === null) return false;
  return breaksBefore === undefined || !ours.some((name) => name.slice(0, 4) >= breaksBefore.slice(0, 4));
}
