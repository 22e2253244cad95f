import { captureOf, CODE, expiryOf, isExpired } from "#src/modules/sales/affiliates/rules/capture.ts";

/** How a guest came to a partner: which of these is said on the booking. */
export const PARTNER_REASONS = ["code", "coupon", "link", "qr", "widget", "desk", "staff", "reseller"] as const;
export type PartnerReason = (typeof PARTNER_REASONS)[number];

/** By what a guest may be the partner in person. */
export const DOUBTS = ["email", "phone", "browser", "network"] as const;
export type Doubt = (typeof DOUBTS)[number];

/** Whether a booking is the partner's own, as somebody decided. */
export const VERDICTS = ["own", "theirs"] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * What a browser remembers of the last partner link or QR code: `code` the partner's, `qr` the printed code's, `at` when (ms),
 * `place` where; `before` the partner whose link it replaced, and `beforeAt` when that was followed (ms; null where that isn't known).
 */
export type Via = {
  code: string | null;
  qr: string | null;
  at: number;
  place: "link" | "qr" | "widget";
  before: string | null;
  beforeAt: number | null;
};

const LETTERS: Record<Via["place"], string> = { link: "l", qr: "q", widget: "w" };
const PLACES = new Map(Object.entries(LETTERS).map(([place, letter]) => [letter, place as Via["place"]]));

/** How far ahead of ours a phone's clock may be. */
const AHEAD_MS = 24 * 60 * 60_000;

/** As one text, for the checkout's own address and its form: browsers inside other apps forget what they store. */
export const viaText = ({ code, qr, at, place, before, beforeAt }: Via): string => {
  const replaced = before === null ? [] : beforeAt === null ? [before] : [before, inSeconds(beforeAt)];
  return [code ?? "", qr ?? "", inSeconds(at), LETTERS[place], ...replaced].join("~");
};

const inSeconds = (at: number): string => Math.floor(at / 1000).toString(36);
/** The instant (ms) of such a text; NaN for anything else. */
const ofSeconds = (text: string): number =>
  /^[0-9a-z]{1,9}$/.test(text) ? Number.parseInt(text, 36) * 1000 : Number.NaN;

/** What such a text says, where it is one and no older than 30 days at `now` (ms); null for anything else. Never after `now`. */
export function viaOf(text: string, now: number): Via | null {
  const [code = "", qr = "", at = "", letter = "", before = "", earlier = "", ...more] = text.split("~");
  const place = PLACES.get(letter);
  const [when, beforeAt] = [ofSeconds(at), ofSeconds(earlier)];
  if (!place || more.length > 0 || Number.isNaN(when) || (earlier !== "" && Number.isNaN(beforeAt))) return null;
  if ([code, qr, before].some((one) => one !== "" && !CODE.test(one)) || (code === "" && qr === "")) return null;
  if (when > now + AHEAD_MS || expiryOf(when) <= now) return null;
  return {
    code: code || null,
    qr: qr || null,
    at: Math.min(when, now),
    place,
    ...replacing(before, Math.min(beforeAt, when)),
  };
}

type Replaced = Pick<Via, "before" | "beforeAt">;
const NOBODY_BEFORE: Replaced = { before: null, beforeAt: null };
const replacing = (before: string, at: number): Replaced =>
  before === "" ? NOBODY_BEFORE : { before, beforeAt: Number.isNaN(at) ? null : at };

/** A link or printed code that brought the visitor just now. */
export type Visit = Pick<Via, "code" | "qr">;

/** What is remembered once a visitor came again: the later link wins, and says which partner's it replaced. */
export const nextVia = (last: Via | null, { code, qr }: Visit, now: number): Via => ({
  code,
  qr,
  at: now,
  place: qr === null ? "link" : "qr",
  ...(last ? replacedBy(last, code) : NOBODY_BEFORE),
});

/** The partner whose link one of `code` after `last` replaces; nobody for none. */
function replacedBy(last: Via, code: string | null): Replaced {
  const isOther = last.code !== null && !sameCode(last.code, code);
  const { before, beforeAt } = isOther ? { before: last.code, beforeAt: last.at } : last;
  return sameCode(before, code) ? NOBODY_BEFORE : { before, beforeAt };
}

/** The later of two, which says whom it replaced: where it knows nobody, the other's partner. Itself where that adds nothing. */
export function laterVia(one: Via | null, other: Via | null): Via | null {
  if (!one || !other) return one ?? other;
  const [later, earlier] = other.at > one.at ? [other, one] : [one, other];
  const replaced = later.before === null ? replacedBy(earlier, later.code) : later;
  return replaced.before === later.before ? later : { ...later, before: replaced.before, beforeAt: replaced.beforeAt };
}

/** What a browser stored, each text or null. Code and expiry alone, the two that the specification names, are a link's. */
export function viaStored(
  cookie: { code: string | null; expiry: string | null; via: string | null },
  now: number,
): Via | null {
  const { code, expiry } = cookie;
  if (isExpired(expiry, now)) return null;
  const via = viaOf(cookie.via ?? "", now);
  if (via && (via.code === code || sameCode(via.code, code))) return via;
  if (code === null || !CODE.test(code)) return null;
  return { code, qr: null, at: Number(expiry) - (expiryOf(now) - now), place: "link", ...NOBODY_BEFORE };
}

/** What a checkout's own address says: its `via=`, or a link that leads straight to it. */
export function viaIn(href: string, now: number): Via | null {
  const via = viaOf(new URL(href).searchParams.get("via") ?? "", now);
  const { affiliate: code, qr } = captureOf(href);
  return code || qr ? nextVia(via, { code, qr }, now) : via;
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
 * Whom a booking is credited to (rule partners-1): the partner whose code was typed, else the coupon's, else that of the last link or QR
 * code within 30 days, else nobody. `qr`: whether the link's QR code is known, and in use. A link that leads nowhere (its partner is
 * unknown or switched off, its QR code too) is ignored: the one that it replaced counts, for its own 30 days. A poster of our own does
 * lead somewhere.
 */
export function creditOf(
  claim: { typed: string | null; via: Via | null; qr: { is_active: boolean } | null },
  found: readonly FoundPartner[],
  now: Date,
): Credit {
  const { typed } = claim;
  const isOff = claim.qr?.is_active === false;
  const via = isOff ? null : claim.via;
  const qr = (claim.qr && via?.qr) ?? null;
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
  // a code of another partner's in an address is not how this one's guest came
  const ofAnother = found.some(({ byQr }) => byQr) && !ofLink?.byQr;
  if (ofLink) return { ...credited(ofLink, via.place, new Date(via.at), via.before), qr: ofAnother ? null : qr };
  const isOurs = !isOff && claim.qr !== null && claim.via?.code === null;
  const ofBefore = isOurs ? null : replacedPartner(claim.via, byCode, now);
  if (ofBefore) return { ...credited(ofBefore.partner, "link", ofBefore.at), qr: null };
  return { ...NO_CREDIT, qr };
}

function replacedPartner(via: Via | null, byCode: (code: string | null) => FoundPartner | undefined, now: Date) {
  const partner = byCode(via?.before ?? null);
  const at = via?.beforeAt ?? null;
  return partner && at !== null && expiryOf(at) > now.getTime() ? { partner, at: new Date(at) } : null;
}

/** The partner whose link a typed code or a coupon went before. */
const other = (via: Via | null, partner: FoundPartner): string | null =>
  via?.code && !sameCode(via.code, partner.code) ? via.code : null;
