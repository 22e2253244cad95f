/** A partner has new terms, for nights from a date (2026-11-15) on: what was reckoned for those is reckoned anew. */
export const termsChanged = (payload: { partnerId: string; from: string }) =>
  ({ name: "terms.changed", payload }) as const;
