/** Ways to pay that only some devices have; the server can't know which. */
export type DeviceMethod = "apple_pay" | "google_pay";

type Browser = {
  ApplePaySession?: { canMakePayments: () => boolean };
  PaymentRequest?: unknown;
  navigator?: { userAgentData?: { brands?: { brand: string }[] } };
};

/**
 * Whether a browser has Google Pay: Chrome itself, which keeps the cards of a Google account, and neither another browser on its
 * engine nor a page inside an app. Asking Google would tell it of every visitor.
 */
const hasGooglePay = ({ PaymentRequest, navigator }: Browser): boolean =>
  PaymentRequest !== undefined &&
  (navigator?.userAgentData?.brands ?? []).some(({ brand }) => brand === "Google Chrome");

function hasApplePay({ ApplePaySession }: Browser): boolean {
  try {
    return ApplePaySession?.canMakePayments() ?? false;
  } catch {
    return false; // Safari throws on pages not served over HTTPS
  }
}

/** Whether a browser has a way to pay. */
export const hasDevicePay = (method: DeviceMethod, browser: Browser): boolean =>
  method === "apple_pay" ? hasApplePay(browser) : hasGooglePay(browser);

/** What a page's inline script looks for: the attribute of a button that only some browsers show. */
export const DEVICE_PAY_ONLY = "data-device-pay-only";

/** Statements for that script, so that the buttons have their place before the page's code is there: they mark the document. */
export const EARLY_DEVICE_PAY = [
  `try{if(window.ApplePaySession?.canMakePayments())document.documentElement.dataset.applePay=""}catch{}`,
  `if(window.PaymentRequest&&navigator.userAgentData?.brands?.some(b=>b.brand=="Google Chrome"))document.documentElement.dataset.googlePay="";`,
].join("");
