/** The guest requested an invoice. */
export const invoiceRequested = (payload: { bookingId: string }) => ({ name: "invoice.requested", payload }) as const;
