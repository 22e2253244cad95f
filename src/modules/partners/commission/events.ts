/** A partner has new terms, for nights from a date (2026-11-15) on: commission for those is computed again. */
export const termsChanged = (payload: { partnerId: string; from: string }) =>
  ({ name: "terms.changed", payload }) as const;

/** A partner has a statement of a month that is over, to look at and to agree to. */
export const statementClosed = (payload: { statementId: string; partnerId: string }) =>
  ({ name: "statement.closed", payload }) as const;

/** It is noted that a statement was paid, by us or by the partner, or that nothing was due. */
export const statementPaid = (payload: { statementId: string; partnerId: string }) =>
  ({ name: "statement.paid", payload }) as const;

/** A partner asked about a statement, of which staff had answered so many questions by then. */
export const statementAsked = (payload: { statementId: string; answered: number }) =>
  ({ name: "statement.asked", payload }) as const;

/** Staff answered what a partner asked. */
export const statementAnswered = (payload: { questionId: string; partnerId: string }) =>
  ({ name: "statement.answered", payload }) as const;
