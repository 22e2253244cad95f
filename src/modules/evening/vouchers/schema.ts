import { z } from "zod";
import { toOneLine } from "#src/kernel/plain-text.ts";

/** A bar's form for a ticket's code, as typed or as its QR code says it. */
export const RedeemAct = z.object({
  intent: z.literal("redeem"),
  key: z.uuid(),
  code: z.string().overwrite(toOneLine).max(400),
});

/** Takes back what was redeemed a moment ago. */
export const UndoAct = z.object({ intent: z.literal("undo"), use: z.uuid() });

/** A group that stops at a bar tonight. */
export type GroupTonight = {
  departureId: string;
  crawl: string;
  /** Local time by plan (HH:MM). */
  at: string;
  /** Vouchers per ticket. */
  vouchers: number;
  people: number;
  redeemed: number;
};

/** What a bar redeemed of one night; the price is null where none was agreed. */
export type SettledNight = {
  departureId: string;
  date: string;
  crawl: string;
  redeemed: number;
  amounts: readonly { amount: number; currency: string }[];
  /** How many of them were redeemed without a price. */
  unpriced: number;
};
