import { type Via, viaText } from "#src/modules/sales/affiliates/rules/attribution.ts";

type StoredReferral = {
  code: string | null;
  partner_reason: string | null;
  partner_at: Date | null;
  qr_code_id: string | null;
  partner_before: string | null;
  created_at: Date;
};

const BY_LINK: readonly string[] = ["link", "qr", "widget"] satisfies Via["place"][];

/** What the browser of a booking's guest remembered (`viaText`), as far as the booking tells; empty for nothing. */
export function referralOf({
  code,
  partner_reason: reason,
  partner_at,
  partner_before,
  qr_code_id: qr,
  created_at,
}: StoredReferral): string {
  const isLink = reason !== null && BY_LINK.includes(reason);
  if (!isLink && qr === null) return "";
  const via = isLink
    ? { code, qr, at: partner_at ?? created_at, place: reason as Via["place"], before: partner_before }
    : { code: null, qr, at: created_at, place: "qr" as const, before: null };
  return viaText({ ...via, at: via.at.getTime(), beforeAt: null });
}

/** The parameter of an address that names the friends' table whose places are booked. Empty for none. */
export const tableParam = (code: string | null): string => (code === null ? "" : `&table=${code}`);

/** The code of a friends' table in an address; null for anything else. */
export const tableIn = (query: URLSearchParams): string | null => {
  const code = query.get("table") ?? "";
  return /^[2-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : null;
};

/** The token in an address that opens places which an assistant keeps for its reader (docs/decisions/221); null for none. */
export const holdIn = (query: URLSearchParams): string | null => {
  const token = query.get("hold") ?? "";
  return /^[\w-]{32}$/.test(token) ? token : null;
};

/** The parameter of an address that keeps what led here: browsers inside other apps forget what they store. Empty for nothing. */
export const viaParam = (referral: string): string => (referral ? `&via=${encodeURIComponent(referral)}` : "");
