/** The rows that a page reads: one more than it shows, to know whether there is another page. */
export const rowsOf = (page: number, size: number) => ({ limit: size + 1, offset: (page - 1) * size });

/** What a page shows of the rows that it read. */
export const pageOf = <Row>(rows: readonly Row[], size: number): { rows: Row[]; isMore: boolean } => ({
  rows: rows.slice(0, size),
  isMore: rows.length > size,
});
