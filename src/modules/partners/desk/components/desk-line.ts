import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import type { DeskAnswer } from "#src/modules/partners/desk/schema.ts";

/** Longer than any answer takes; a line that is cut may never say so. */
const PATIENCE_MS = 15_000;

/** What the form of a sale holds, all as text. */
export type SaleFields = Record<
  "key" | "departure_id" | "people" | "name" | "email" | "phone" | "language" | "way" | "expected",
  string
>;

async function answerTo(path: string, init: RequestInit = {}): Promise<DeskAnswer> {
  const answer = await fetch(path, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
  // everything that a desk is told comes under 200: whatever else answers knows nothing of it
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as DeskAnswer;
}

/** Sends an act. Rejects where it isn't known whether it was done. */
export const sendAct = (locale: Locale, fields: Record<string, string>): Promise<DeskAnswer> =>
  answerTo(localizedPath("/desk/act", locale), { method: "POST", body: new URLSearchParams(fields) });

/** The desk as it is now, with one of its sales. */
export const readDesk = (locale: Locale, saleId: string | null): Promise<DeskAnswer> =>
  answerTo(localizedPath(saleId ? `/desk/now?sale=${saleId}` : "/desk/now", locale));

/** One entry per sale, since several tabs of a desk sell side by side. */
const KEPT = "ronda-desk-sale:";

/**
 * Keeps a sale before it is sent, so that it is asked for again by the same key after whatever happens to the page. False where the
 * device is full or keeps nothing: it is sold all the same, and known to this page alone.
 */
export function keepSale(fields: SaleFields): boolean {
  try {
    localStorage.setItem(KEPT + fields.key, JSON.stringify(fields));
    return true;
  } catch {
    return false;
  }
}

/** Forgets a sale whose answer is there; those of other tabs stay. */
export function forgetSale(key: string): void {
  try {
    localStorage.removeItem(KEPT + key);
  } catch {
    // a device that keeps nothing has nothing to forget
  }
}

/** A sale whose answer never came; null without one. */
export function keptSale(): SaleFields | null {
  try {
    return oneKept();
  } catch {
    return null; // storage may be blocked
  }
}

function oneKept(): SaleFields | null {
  for (let n = 0; n < localStorage.length; n++) {
    const name = localStorage.key(n);
    const kept = name?.startsWith(KEPT) ? saleOf(localStorage.getItem(name)) : null;
    if (kept && name === KEPT + kept.key) return kept;
  }
  return null;
}

function saleOf(text: string | null): SaleFields | null {
  try {
    return JSON.parse(text ?? "null") as SaleFields | null;
  } catch {
    return null;
  }
}
