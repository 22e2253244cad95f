import { z } from "zod";
import { CODE } from "#src/modules/affiliates/rules/capture.ts";

// control characters that could end a header or log line early, or can't be stored
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

const code = z.string().regex(CODE);
const told = z
  .string()
  .max(2000, "errors.tooLong")
  .refine((text) => !CONTROL.test(text), "errors.control");

/** A browser's report of a visit through an affiliate's link (spec section 7). */
export const TrackVisit = z.strictObject({
  affiliateCode: code.describe("letters, digits, dot, dash and underscore, 64 at most"),
  userAgent: told.default("").describe("its first 300 characters are kept"),
  ipAddress: z.null().default(null).describe("always null: the server knows it, and stores only a keyed hash"),
  referrer: told.default("").describe("only origin and path are kept, and none of our own"),
  qrCodeId: code.optional().describe("the printed code that led here, if one did"),
});
export type TrackVisit = z.infer<typeof TrackVisit>;

/** A browser's report of a scanned QR code (spec section 7). */
export const TrackScan = z.strictObject({
  qrCodeId: code.describe("letters, digits, dot, dash and underscore, 64 at most"),
});
export type TrackScan = z.infer<typeof TrackScan>;

/** A browser's report that a visitor who came through a partner's link chose a date. */
export const TrackChoice = z.strictObject({
  affiliateCode: code.describe("of the last partner's link, 30 days old at most"),
  qrCodeId: code.optional().describe("the printed code that led here, if one did"),
});
export type TrackChoice = z.infer<typeof TrackChoice>;

export const Tracked = z.object({
  counted: z.boolean().describe("false when this visitor was counted within the hour before"),
});

export const PixelConfig = z.object({
  pixelId: z.string().nullable().describe("digits; null where no advertising pixel is configured"),
});
