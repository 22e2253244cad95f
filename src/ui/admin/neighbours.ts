/** Links to the rows before and after the open one; null at the ends of the page, and where the open row isn't on it. */
export function neighboursOf<Row extends { id: string }>(
  rows: readonly Row[],
  open: string | null,
  hrefOf: (row: Row) => string,
): { previousHref: string | null; nextHref: string | null } {
  const at = rows.findIndex(({ id }) => id === open);
  const beside = (step: number) => {
    const row = at < 0 ? undefined : rows[at + step];
    return row ? hrefOf(row) : null;
  };
  return { previousHref: beside(-1), nextHref: beside(1) };
}
