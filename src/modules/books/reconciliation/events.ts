/** A provider's record of a day differs from ours in a way staff must look at. */
export const moneyDiffers = (payload: { runId: string }) => ({ name: "money.differs", payload }) as const;
