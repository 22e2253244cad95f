import type { Currency } from "#src/kernel/money.ts";
import type { PaymentProvider } from "#src/platform/payment-provider.server.ts";

/** The provider for a total of zero: always paid, nothing to ask or refund. Settled by the same function as real payments. */
export const freeProvider: PaymentProvider = {
  name: "free",
  createAttempt: async ({ paymentId, money, successUrl }) => ({
    externalId: `free:${money.currency}:${paymentId}`,
    redirectUrl: successUrl,
  }),
  fetchState: async (externalId) => ({
    status: "paid",
    money: { amount: 0, currency: externalId.split(":")[1] as Currency },
    chargeId: null,
  }),
  expire: async () => ({ status: "expired", reason: "expired" }),
  refund: async ({ refundId }) => ({ status: "succeeded", externalId: refundId }),
  listRefunds: async () => [],
  fetchDispute: () => Promise.reject(new Error("nothing that is free is disputed")),
  listMovements: async () => [],
  parseWebhook: async () => null,
};
