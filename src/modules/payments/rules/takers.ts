import type { Method, ProviderName } from "#src/modules/payments/schema.ts";

/** Who takes each way to pay, in the order of preference: the embedded company plays whatever no real one is configured for. */
export const TAKERS: readonly { method: Method; takers: readonly ProviderName[] }[] = [
  { method: "card", takers: ["stripe", "sandbox"] },
  { method: "apple_pay", takers: ["stripe", "sandbox"] },
  { method: "paypal", takers: ["paypal", "sandbox"] },
  { method: "oxxo", takers: ["stripe", "sandbox"] },
];

/** Whether a provider can be paid in a way at all. */
export const takes = (provider: ProviderName, method: Method): boolean =>
  TAKERS.some((one) => one.method === method && one.takers.includes(provider));
