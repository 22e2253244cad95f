import type { Tx } from "#src/platform/db.server.ts";

export type CreditsQuestions = {
  /** How much of a payment has gone back although it was spent, and was taken off revenue (minor units). */
  spentAndGone: (tx: Tx, paymentId: string) => Promise<number>;
};
