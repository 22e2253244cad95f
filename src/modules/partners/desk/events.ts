/** Wrong PINs have locked a desk, at an instant (ISO). */
export const deskLocked = (payload: { deviceId: string; at: string }) => ({ name: "desk.locked", payload }) as const;
