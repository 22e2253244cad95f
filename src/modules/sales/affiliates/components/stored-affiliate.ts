import {
  laterVia,
  nextVia,
  type Via,
  viaStored,
  viaText,
  type Visit,
} from "#src/modules/sales/affiliates/rules/attribution.ts";
import { CODE_KEY, EXPIRY_KEY, expiryOf, FORGOTTEN_KEY, VIA_KEY } from "#src/modules/sales/affiliates/rules/capture.ts";

/** What is remembered while this page lives, where storage is blocked, and when it was forgotten (ms). */
let memory: Via | null = null;
let forgotten = 0;

/** The event by which this page learns that what is remembered has changed. */
export const REMEMBERED = "affiliatechange";
let announced = "";

/** Remembers by which link or printed code the visitor came. */
export const rememberVisit = (visit: Visit): void => keep(nextVia(rememberedVia(), visit, Date.now()));

/** Remembers what an address said, unless something later is known, or it was forgotten since; returns the later one. */
export function adoptVia(via: Via | null): Via | null {
  const remembered = rememberedVia();
  const later = laterVia(remembered, via && via.at > forgottenAt() ? via : null);
  if (later && later !== remembered) keep(later);
  return later;
}

/** The last link or printed code, valid in this browser; removes what is expired or malformed. */
export function rememberedVia(): Via | null {
  try {
    const [code = null, expiry = null, via = null] = KEYS.map((key) => localStorage.getItem(key));
    const stored = viaStored({ code, expiry, via }, Date.now());
    if (!stored) remove();
    return laterVia(memory, stored);
  } catch {
    return memory;
  }
}

/** Until when it is remembered (ms); null where nothing is. */
export function rememberedUntil(): number | null {
  const via = rememberedVia();
  return via && expiryOf(via.at);
}

/** Deletes what is remembered (spec section 4: it can be cleared), for addresses that still say it too. */
export function clearAffiliate(): void {
  memory = null;
  announced = "";
  forgotten = Date.now();
  // before the rest is gone: other tabs look as soon as it is
  try {
    localStorage.setItem(FORGOTTEN_KEY, String(forgotten));
  } catch {
    // this page knows it while it lives
  }
  remove();
  dispatchEvent(new Event(REMEMBERED));
}

function forgottenAt(): number {
  try {
    return Math.max(forgotten, Number(localStorage.getItem(FORGOTTEN_KEY)) || 0);
  } catch {
    return forgotten;
  }
}

const KEYS = [CODE_KEY, EXPIRY_KEY, VIA_KEY] as const;

function keep(via: Via): void {
  try {
    if (via.code === null) localStorage.removeItem(CODE_KEY);
    else localStorage.setItem(CODE_KEY, via.code);
    localStorage.setItem(EXPIRY_KEY, String(expiryOf(via.at)));
    localStorage.setItem(VIA_KEY, viaText(via));
    memory = null;
  } catch {
    memory = via;
  }
  // once: who listens may keep it again, where storage takes and doesn't give
  if (viaText(via) === announced) return;
  announced = viaText(via);
  dispatchEvent(new Event(REMEMBERED));
}

function remove(): void {
  try {
    for (const key of KEYS) localStorage.removeItem(key);
  } catch {
    // nothing is stored where storage is blocked
  }
}
