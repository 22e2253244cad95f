/** Somebody asked for a night for their group. */
export const groupRequested = (payload: { requestId: string }) => ({ name: "group.requested", payload }) as const;
