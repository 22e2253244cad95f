import type { Method, ProviderName } from "#src/modules/money/payments/schema.ts";

/** The providers of each method, in order of preference: the sandbox stands in where no real one is configured. */
export const METHOD_PROVIDERS: readonly { method: Method; providers: readonly ProviderName[] }[] = [
  { method: "card", providers: ["stripe", "sandbox"] },
  { method: "apple_pay", providers: ["stripe", "sandbox"] },
  { method: "google_pay", providers: ["stripe", "sandbox"] },
  { method: "paypal", providers: ["paypal", "sandbox"] },
  { method: "oxxo", providers: ["stripe", "sandbox"] },
  { method: "spei", providers: ["stripe", "sandbox"] },
];

/** Whether a provider supports a method. */
export const takes = (provider: ProviderName, method: Method): boolean =>
  METHOD_PROVIDERS.some((one) => one.method === method && one.providers.includes(provider));
