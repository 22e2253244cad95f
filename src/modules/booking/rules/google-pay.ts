type Browser = {
  PaymentRequest?: unknown;
  navigator?: { userAgentData?: { brands?: { brand: string }[] } };
};

/**
 * Whether a browser has Google Pay: Chrome itself, which keeps the cards of a Google account, and neither another browser on its
 * engine nor a page inside an app. Asking Google would tell it of every visitor.
 */
export const canGooglePay = ({ PaymentRequest, navigator }: Browser): boolean =>
  PaymentRequest !== undefined &&
  (navigator?.userAgentData?.brands ?? []).some(({ brand }) => brand === "Google Chrome");
