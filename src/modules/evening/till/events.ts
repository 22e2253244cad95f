/** A till was counted, and its cash waits for the user it names to confirm it. */
export const tillCounted = (payload: { tillId: string; round: number; takerId: string }) =>
  ({ name: "till.counted", payload }) as const;
