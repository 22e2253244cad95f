/** A partner is to get the link of their own page by email. `at` names the request: each is one email. */
export const partnerLinkAsked = (payload: { partnerId: string; version: number; at: string }) =>
  ({ name: "partner.link_asked", payload }) as const;
