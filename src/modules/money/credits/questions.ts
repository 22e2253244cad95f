import type { Tx } from "#src/platform/db.server.ts";

export type CreditsQuestions = {
  /** How much of a payment has gone back although it was spent, and was taken off revenue (minor units). */
  spentAndGone: (tx: Tx, paymentId: string) => Promise<number>;
  /** How much of the money behind a booking's credit of this amount was given back all the same (minor units). */
  creditGone: (tx: Tx, paymentId: string, credit: number) => Promise<number>;
};
