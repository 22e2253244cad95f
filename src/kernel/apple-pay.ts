type WithApplePay = { ApplePaySession?: { canMakePayments: () => boolean } };

/** Whether this browser supports Apple Pay; the server can't know. */
export function canApplePay(): boolean {
  try {
    return (globalThis as WithApplePay).ApplePaySession?.canMakePayments() ?? false;
  } catch {
    return false; // Safari throws on pages not served over HTTPS
  }
}

/** What a page's inline script looks for: the attribute of a button that only such browsers show. */
export const APPLE_PAY_ONLY = "data-apple-pay-only";

/** Statements for that script, so that the button has its place before the page's code is there: they mark the document. */
export const EARLY_APPLE_PAY = `try{if(window.ApplePaySession?.canMakePayments())document.documentElement.dataset.applePay=""}catch{}`;
