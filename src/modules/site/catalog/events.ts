/** The sales cutoff of a crawl's departures has changed. */
export const cutoffChanged = (payload: { crawlId: string; minutes: number }) =>
  ({ name: "crawl.cutoff_changed", payload }) as const;
