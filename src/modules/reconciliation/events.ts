/** A provider's record of a day and our books differ in what a person must look at. */
export const moneyDiffers = (payload: { runId: string }) => ({ name: "money.differs", payload }) as const;
