/** Sales of a crawl's departures close earlier or later from now on. */
export const cutoffChanged = (payload: { crawlId: string; minutes: number }) =>
  ({ name: "crawl.cutoff_changed", payload }) as const;
