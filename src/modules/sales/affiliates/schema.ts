import { z } from "zod";
import { optionalAmountField } from "#src/locales/amount-field.ts";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";
import { isPhone, toPhone } from "#src/kernel/phone.ts";
import { CODE } from "#src/modules/sales/affiliates/rules/capture.ts";
import { isRfc, rfcOf } from "#src/kernel/rfc.ts";
import { clabeOf, isClabe } from "#src/modules/sales/affiliates/rules/payout.ts";

// control characters that could end a header or log line early, or can't be stored
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

const code = z.string().regex(CODE);
const noteText = z
  .string()
  .max(2000, "errors.tooLong")
  .refine((text) => !CONTROL.test(text), "errors.control");

/** A browser's report of a visit through an affiliate's link (spec section 7). */
export const TrackVisit = z.strictObject({
  affiliateCode: code.describe("letters, digits, dot, dash and underscore, 64 at most"),
  userAgent: noteText.default("").describe("its first 300 characters are kept"),
  ipAddress: z.null().default(null).describe("always null: the server knows it, and stores only a keyed hash"),
  referrer: noteText.default("").describe("only origin and path are kept, and none of our own"),
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

const line = (max: number) => z.string().overwrite(toOneLine).max(max, "errors.tooLong");

/** The most cash that a desk may be allowed to keep, in centavos. */
const MOST_CREDIT = 10_000_000;

/** A partner's form (`rules/partner-form.ts`) in stored values: centavos, and null where nothing is said. */
export const SavePartner = z.object({
  name: line(80).min(1, "affiliates-admin.error.name"),
  code: z
    .string()
    .overwrite(toOneLine)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,63}$/, "affiliates-admin.error.code"),
  contact_name: line(80),
  email: line(254).refine((text) => text === "" || z.email().safeParse(text).success, "affiliates-admin.error.email"),
  phone: z
    .string()
    .overwrite(toPhone)
    .refine((phone) => phone === "" || isPhone(phone), "affiliates-admin.error.phone"),
  city_id: z
    .string()
    .overwrite(toOneLine)
    .max(80)
    .transform((id) => id || null),
  language: z.enum(["en", "es"]).catch("es"),
  shares_network: z.boolean(),
  on_receipts: z.boolean(),
  desk_credit_limit: optionalAmountField
    .transform((centavos) => centavos ?? 0)
    .refine((centavos) => centavos <= MOST_CREDIT, "affiliates-admin.error.credit"),
  note: z.string().overwrite(toPlainText).max(1000, "errors.tooLong"),
  account_holder: line(120),
  clabe: z
    .string()
    .transform((typed) => clabeOf(typed) || null)
    .refine((digits) => digits === null || /^\d{18}$/.test(digits), "affiliates-admin.error.clabeLength")
    .refine((digits) => digits === null || isClabe(digits), "affiliates-admin.error.clabe"),
  rfc: z
    .string()
    .transform((typed) => rfcOf(typed) || null)
    .refine((rfc) => rfc === null || isRfc(rfc), "affiliates-admin.error.rfc"),
});
export type SavePartner = z.infer<typeof SavePartner>;

const qrLine = z.string().overwrite(toOneLine).max(60, "affiliates-qr.error.line");
const colour = z
  .string()
  .overwrite(toOneLine)
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, "affiliates-qr.error.colour");

/** The form of a QR code; an empty partner is a poster of our own. Which page and partner exist is checked when it is saved. */
export const SaveQrCode = z.object({
  partner_id: z.union([z.literal("").transform(() => null), z.uuid()], "affiliates-qr.refused.partner_unknown"),
  campaign: qrLine,
  placement: qrLine,
  target: z.string().max(300, "affiliates-qr.refused.target_unknown"),
  foreground: colour,
  background: colour,
});
export type SaveQrCode = z.infer<typeof SaveQrCode>;
export const QR_FIELDS = ["partner_id", "campaign", "placement", "target", "foreground", "background"] as const;

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
