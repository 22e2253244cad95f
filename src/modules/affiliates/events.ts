/** Something else was agreed with a partner for the nights from `from` (2026-11-20) on; published with the partner's row locked. */
export const termsChanged = (payload: { partnerId: string; from: string }) =>
  ({ name: "partner.terms_changed", payload }) as const;
