import { captureOf, CODE, expiryOf, isExpired } from "#src/modules/affiliates/rules/capture.ts";

/** How a guest came to a partner: which of these is said on the booking. */
export const PARTNER_REASONS = ["code", "coupon", "link", "qr", "widget", "desk", "staff"] as const;
export type PartnerReason = (typeof PARTNER_REASONS)[number];

/** By what a guest may be the partner in person. */
export const DOUBTS = ["email", "phone", "browser", "network"] as const;
export type Doubt = (typeof DOUBTS)[number];

/**
 * What a browser remembers of the last partner link or QR code: `code` the partner's, `qr` the printed code's, `at` when (ms),
 * `place` where; `before` the partner whose link it replaced.
 */
export type Via = {
  code: string | null;
  qr: string | null;
  at: number;
  place: "link" | "qr" | "widget";
  before: string | null;
};

const LETTERS: Record<Via["place"], string> = { link: "l", qr: "q", widget: "w" };
const PLACES = new Map(Object.entries(LETTERS).map(([place, letter]) => [letter, place as Via["place"]]));

/** How far ahead of ours a phone's clock may be. */
const AHEAD_MS = 24 * 60 * 60_000;

/** As one text, for the checkout's own address and its form: browsers inside other apps forget what they store. */
export const viaText = ({ code, qr, at, place, before }: Via): string =>
  [code ?? "", qr ?? "", Math.floor(at / 1000).toString(36), LETTERS[place], before ?? ""].join("~").replace(/~$/, "");

/** What such a text says, where it is one and no older than 30 days at `now` (ms); null for anything else. Never after `now`. */
export function viaOf(text: string, now: number): Via | null {
  const [code = "", qr = "", at = "", letter = "", before = "", ...more] = text.split("~");
  const place = PLACES.get(letter);
  const seconds = /^[0-9a-z]{1,9}$/.test(at) ? Number.parseInt(at, 36) : Number.NaN;
  if (!place || more.length > 0 || !Number.isFinite(seconds)) return null;
  if ([code, qr, before].some((one) => one !== "" && !CODE.test(one)) || (code === "" && qr === "")) return null;
  const when = seconds * 1000;
  if (when > now + AHEAD_MS || expiryOf(when) <= now) return null;
  return { code: code || null, qr: qr || null, at: Math.min(when, now), place, before: before || null };
}

/** A link or printed code that brought the visitor just now. */
export type Visit = Pick<Via, "code" | "qr">;

/** What is remembered once a visitor came again: the later link wins, and says which partner's it replaced. */
export const nextVia = (last: Via | null, { code, qr }: Visit, now: number): Via => ({
  code,
  qr,
  at: now,
  place: qr === null ? "link" : "qr",
  before: last && replacedBy(last, code),
});

/** The partner whose link one of `code` after `last` replaces; null for none. */
function replacedBy(last: Via, code: string | null): string | null {
  const before = (sameCode(last.code, code) ? null : last.code) ?? last.before;
  return sameCode(before, code) ? null : before;
}

/** The later of two, which says whom it replaced: where it knows nobody, the other's partner. Itself where that adds nothing. */
export function laterVia(one: Via | null, other: Via | null): Via | null {
  if (!one || !other) return one ?? other;
  const [later, earlier] = other.at > one.at ? [other, one] : [one, other];
  const before = later.before ?? replacedBy(earlier, later.code);
  return before === later.before ? later : { ...later, before };
}

/** What a browser stored, each text or null: a release before this one kept only code and expiry. */
export function viaStored(
  kept: { code: string | null; expiry: string | null; via: string | null },
  now: number,
): Via | null {
  const { code, expiry } = kept;
  if (isExpired(expiry, now)) return null;
  const via = viaOf(kept.via ?? "", now);
  if (via && (via.code === code || sameCode(via.code, code))) return via;
  if (code === null || !CODE.test(code)) return null;
  return { code, qr: null, at: Number(expiry) - (expiryOf(now) - now), place: "link", before: null };
}

/** What a checkout's own address says: its `via=`, or a link that leads straight to it. */
export function viaIn(href: string, now: number): Via | null {
  const kept = viaOf(new URL(href).searchParams.get("via") ?? "", now);
  const { affiliate: code, qr } = captureOf(href);
  return code || qr ? nextVia(kept, { code, qr }, now) : kept;
}

/** A partner as a booking finds them: active ones only. `byCoupon`, `byQr`: the booking's coupon, or its QR code, is theirs. */
export type FoundPartner = { id: string; code: string; byCoupon: boolean; byQr: boolean; doubts: Doubt[] };

/** A booking's partner and why; null in all where there is none. `qr` and `campaign` also without a partner: a poster of our own. */
export type Credit = {
  partnerId: string | null;
  reason: PartnerReason | null;
  at: Date | null;
  before: string | null;
  qr: string | null;
  doubts: Doubt[] | null;
};

export const NO_CREDIT: Credit = { partnerId: null, reason: null, at: null, before: null, qr: null, doubts: null };

/** Codes are the same in whatever letters they are typed. */
const sameCode = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && a.toLowerCase() === b.toLowerCase();

/**
 * Whom a booking is credited to (mechanics 9): the partner whose code was typed, else the coupon's, else that of the last link or QR
 * code within 30 days, else nobody. `qr`: whether the link's QR code is known, and in use; one that was switched off credits nobody.
 */
export function creditOf(
  asked: { typed: string | null; via: Via | null; qr: { is_active: boolean } | null },
  found: readonly FoundPartner[],
  now: Date,
): Credit {
  const { typed } = asked;
  const via = asked.qr?.is_active === false ? null : asked.via;
  const qr = (asked.qr && via?.qr) ?? null;
  const byCode = (code: string | null) => found.find((partner) => sameCode(partner.code, code));
  const credited = (partner: FoundPartner, reason: PartnerReason, at: Date, before: string | null = null): Credit => ({
    partnerId: partner.id,
    reason,
    at,
    before,
    qr,
    doubts: partner.doubts.length > 0 ? partner.doubts : null,
  });
  const ofCode = byCode(typed);
  if (ofCode) return credited(ofCode, "code", now, other(via, ofCode));
  const ofCoupon = found.find(({ byCoupon }) => byCoupon);
  if (ofCoupon) return credited(ofCoupon, "coupon", now, other(via, ofCoupon));
  const ofLink = via && (via.code === null ? found.find(({ byQr }) => byQr) : byCode(via.code));
  if (ofLink) return credited(ofLink, via.place, new Date(via.at), via.before);
  return { ...NO_CREDIT, qr };
}

/** The partner whose link a typed code or a coupon went before. */
const other = (via: Via | null, partner: FoundPartner): string | null =>
  via?.code && !sameCode(via.code, partner.code) ? via.code : null;
