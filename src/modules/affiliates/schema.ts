import { z } from "zod";
import { isOneLine } from "#src/kernel/plain-text.ts";
import { CODE } from "#src/modules/affiliates/rules/capture.ts";
import { PERIODS, type Period } from "#src/modules/affiliates/rules/qr-code.ts";

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
});
export type TrackVisit = z.infer<typeof TrackVisit>;

/** A browser's report of a scanned QR code (spec section 7). */
export const TrackScan = z.strictObject({
  qrCodeId: code.describe("letters, digits, dot, dash and underscore, 64 at most"),
});
export type TrackScan = z.infer<typeof TrackScan>;

export const Tracked = z.object({
  counted: z.boolean().describe("false when this visitor was counted within the hour before"),
});

export const PixelConfig = z.object({
  pixelId: z.string().nullable().describe("digits; null where no advertising pixel is configured"),
});

const line = z
  .string()
  .trim()
  .max(60, "affiliates-qr.error.line")
  .refine((text) => isOneLine(text), "affiliates-qr.error.line");
const colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, "affiliates-qr.error.colour");

/** The form of a QR code; an empty partner is a poster of our own. Which page and partner exist is checked when it is saved. */
export const SaveQrCode = z.object({
  partner_id: z.union([z.literal("").transform(() => null), z.uuid()], "affiliates-qr.refused.partner_unknown"),
  campaign: line,
  placement: line,
  target: z.string().max(300, "affiliates-qr.refused.target_unknown"),
  foreground: colour,
  background: colour,
});
export type SaveQrCode = z.infer<typeof SaveQrCode>;
export const QR_FIELDS = ["partner_id", "campaign", "placement", "target", "foreground", "background"] as const;

/** The list of codes, from the page's address: of a partner, or those of our own; invalid values are ignored. */
export const QrFilter = z.object({
  partner: z
    .union([z.uuid(), z.literal("own")])
    .optional()
    .catch(undefined),
  days: z.coerce
    .number()
    .refine((days): days is Period => (PERIODS as readonly number[]).includes(days))
    .catch(30)
    .default(30),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
});
export type QrFilter = z.infer<typeof QrFilter>;

/** A code as staff and its partner see it; `address` is what is printed. */
export type QrCode = {
  id: string;
  address: string;
  partner_id: string | null;
  partner: string | null;
  campaign: string;
  placement: string;
  target: string;
  foreground: string;
  background: string;
  is_active: boolean;
  version: number;
};

/** A code in the list: scans of the period, people booked in it, and those of them who came. */
export type ListedQrCode = QrCode & { scans: number; booked: number; came: number };
