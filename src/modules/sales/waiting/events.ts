/** Somebody is on the waiting list of nights: `entryIds`, of one address; `key` is the same for a form sent twice. */
export const listJoined = (payload: {
  entryIds: readonly string[];
  email: string;
  language: "en" | "es";
  key: string;
}) => ({ name: "waiting.joined", payload }) as const;

/** Places that came free are held for somebody on the list: `bookingId` is the hold, to be paid `until` then. */
export const placesOffered = (payload: { entryId: string; bookingId: string; until: string }) =>
  ({ name: "waiting.offered", payload }) as const;
