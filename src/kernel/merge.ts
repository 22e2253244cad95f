/** Deep equality ignoring key order, since the database has its own. */
export const isSame = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other);

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => a.localeCompare(b)))
      : inner,
  );

/** The fields, in this order, in which two drafts differ. */
export const changedFields = <Draft, Field extends keyof Draft>(
  fields: readonly Field[],
  one: Draft,
  other: Draft,
): Field[] => fields.filter((field) => !isSame(one[field], other[field]));

/**
 * Three-way merge, part by part, of what was typed (`mine`) and what somebody else has saved (`theirs`) since both began with `base`.
 * `choose` returns theirs where I changed nothing, else mine, and `both` collects the names of the parts that the two changed
 * differently: mine stays there until its author decides.
 */
export function threeWay<Part>() {
  const both: Part[] = [];
  const choose = <T>(part: Part, [base, mine, theirs]: readonly [base: T, mine: T, theirs: T]): T => {
    if (isSame(mine, base) || isSame(mine, theirs)) return theirs;
    if (!isSame(theirs, base)) both.push(part);
    return mine;
  };
  return { both, choose };
}
