import type { Db, Tx } from "#src/platform/db.server.ts";

export type AffiliatesQuestions = {
  /** Whether a booking names a partner, or a QR code. */
  isBooked: (tx: Tx, by: { partner?: string; qrCode?: string }) => Promise<boolean>;
  /** Whether a coupon has a code, in whatever letters. */
  isCodeOfCoupon: (tx: Tx, code: string) => Promise<boolean>;
  /** People booked through QR codes since an instant, and those of them who came, by code; `test`: trial bookings count. */
  peopleOfCodes: (
    db: Db,
    ids: readonly string[],
    counted: { from: Date; test: boolean },
  ) => Promise<ReadonlyMap<string, { booked: number; came: number }>>;
};
