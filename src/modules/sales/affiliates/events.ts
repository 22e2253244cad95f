/** A partner has new terms, for nights from a date (2026-11-15) on: what was reckoned for those is reckoned anew. */
export const termsChanged = (payload: { partnerId: string; from: string }) =>
  ({ name: "terms.changed", payload }) as const;

/** A partner is to get the link of their own page by email. `at` names the request: each is one email. */
export const partnerLinkAsked = (payload: { partnerId: string; version: number; at: string }) =>
  ({ name: "partner.link_asked", payload }) as const;
