import type { Method, ProviderName } from "#src/modules/payments/schema.ts";

/** Who takes each way to pay, in the order of preference: the embedded company plays whatever no real one is configured for. */
export const METHOD_PROVIDERS: readonly { method: Method; providers: readonly ProviderName[] }[] = [
  { method: "card", providers: ["stripe", "sandbox"] },
  { method: "apple_pay", providers: ["stripe", "sandbox"] },
  { method: "paypal", providers: ["paypal", "sandbox"] },
  { method: "oxxo", providers: ["stripe", "sandbox"] },
];

/** Whether a provider can be paid in a way at all. */
export const takes = (provider: ProviderName, method: Method): boolean =>
  METHOD_PROVIDERS.some((one) => one.method === method && one.providers.includes(provider));
