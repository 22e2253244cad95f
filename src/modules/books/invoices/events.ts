/** The guest requested an invoice. */
export const invoiceRequested = (payload: { bookingId: string }) => ({ name: "invoice.requested", payload }) as const;

/** The invoice is there, or there again with other files. */
export const invoiceIssued = (payload: { bookingId: string; invoiceId: string; at: string }) =>
  ({ name: "invoice.issued", payload }) as const;

/** Staff can't issue it with the data they were given. */
export const invoiceRefused = (payload: { bookingId: string; at: string }) =>
  ({ name: "invoice.refused", payload }) as const;
