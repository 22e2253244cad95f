import type { Db, Tx } from "#src/platform/db.server.ts";

export type CouponsQuestions = {
  /** How many bookings, in any state, were made with a coupon. */
  timesRedeemed: (on: Db | Tx, couponId: string) => Promise<number>;
};
