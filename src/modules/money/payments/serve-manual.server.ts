import { type Currency, isCurrency } from "#src/kernel/money.ts";
import type { ManualHolder, ManualMethod } from "#src/kernel/pay-method.ts";
import type { PaymentProvider } from "#src/platform/payment-provider.server.ts";

/**
 * Money that no provider handles: cash given to staff, and amounts owed on an invoice. What staff recorded is the truth, so the
 * attempt's external id carries the amount. Refunded by hand, unless a reseller took it: it owes us less at once, and pays its guest.
 */
export function manualProvider(name: ManualHolder): PaymentProvider {
  const nobody = () => Promise.reject(new Error(`nobody is asked about ${name}`));
  return {
    name,
    createAttempt: nobody,
    fetchState: async (externalId) => ({ status: "paid", money: moneyIn(externalId), chargeId: null }),
    expire: async (externalId) => ({ status: "paid", money: moneyIn(externalId), chargeId: null }),
    refund: async ({ externalId, refundId }) =>
      externalId.startsWith("reseller:")
        ? { status: "succeeded", externalId: `reseller:${refundId}` }
        : { status: "manual", reason: name },
    listRefunds: async () => [],
    fetchDispute: nobody,
    listMovements: async () => [],
    parseWebhook: async () => null,
  };
}

/** The external id of an attempt: `cash:MXN:64000:<payment>`. */
export const manualProviderName = (
  method: ManualMethod | "free",
  money: { amount: number; currency: Currency },
  paymentId: string,
): string => [method, money.currency, money.amount, paymentId].join(":");

function moneyIn(externalId: string) {
  const [, currency = "", amount] = externalId.split(":");
  if (!isCurrency(currency)) throw new Error(`${externalId} names no money`);
  return { amount: Number(amount), currency };
}
