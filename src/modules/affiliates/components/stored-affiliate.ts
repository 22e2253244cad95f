import { CODE, CODE_KEY, EXPIRY_KEY, expiryOf, isExpired } from "#src/modules/affiliates/rules/capture.ts";

// If storage is blocked, the visit still counts but isn't remembered.

export function storeAffiliate(code: string): void {
  try {
    localStorage.setItem(CODE_KEY, code);
    localStorage.setItem(EXPIRY_KEY, String(expiryOf(Date.now())));
  } catch {
    // see above
  }
}

/** The affiliate code valid in this browser; removes an expired or malformed one. */
export function storedAffiliate(): string | null {
  try {
    const code = localStorage.getItem(CODE_KEY);
    if (code !== null && CODE.test(code) && !isExpired(localStorage.getItem(EXPIRY_KEY), Date.now())) return code;
  } catch {
    // see above
  }
  clearAffiliate();
  return null;
}

/** Deletes the affiliate code (spec section 4: it can be cleared). */
export function clearAffiliate(): void {
  try {
    localStorage.removeItem(CODE_KEY);
    localStorage.removeItem(EXPIRY_KEY);
  } catch {
    // see above
  }
}
