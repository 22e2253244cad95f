/** What its reseller notes of a confirmed resale is something else: its contact, its number, or what was said of it. */
export const resaleNoted = (payload: { bookingId: string }) => ({ name: "resale.noted", payload }) as const;
