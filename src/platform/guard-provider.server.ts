import { type PaymentProvider, ProviderRefused } from "#src/platform/payment-provider.server.ts";

type Limits = { timeoutMs: number; failures: number; restMs: number };
const LIMITS: Limits = { timeoutMs: 10_000, failures: 5, restMs: 15_000 };

/**
 * Adds timeouts and a circuit breaker to a provider (payments.md): each call fails after 10 s, or after `timeoutMs` for a
 * client with its own retries; after five failures in a row all calls fail immediately for 15 s, then one is let through as a
 * trial. A call that timed out may still have succeeded there: callers retry under the same id.
 */
export function guardProvider(provider: PaymentProvider, limits: Partial<Limits> = {}): PaymentProvider {
  const { timeoutMs, failures, restMs } = { ...LIMITS, ...limits };
  let failed = 0;
  let restsUntil = 0;

  async function call<T>(made: () => Promise<T>): Promise<T> {
    if (failed >= failures) {
      if (Date.now() < restsUntil)
        throw new Error(`${provider.name} is not asked for a while: it failed ${failed} times`);
      restsUntil = Date.now() + restMs; // this call is the trial; the others keep failing
    }
    try {
      const result = await inTime(made());
      failed = 0;
      return result;
    } catch (error) {
      // a refusal is an answer: otherwise five bad calls by one person would keep everybody from paying
      if (error instanceof ProviderRefused) failed = 0;
      else failed++;
      restsUntil = Date.now() + restMs;
      throw error;
    }
  }

  function inTime<T>(answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${provider.name} did not answer in ${timeoutMs} ms`)), timeoutMs);
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  const guarded: PaymentProvider = {
    name: provider.name,
    createAttempt: (attempt) => call(() => provider.createAttempt(attempt)),
    fetchState: (id) => call(() => provider.fetchState(id)),
    expire: (id) => call(() => provider.expire(id)),
    refund: (wish) => call(() => provider.refund(wish)),
    listRefunds: (charge) => call(() => provider.listRefunds(charge)),
    fetchDispute: (id) => call(() => provider.fetchDispute(id)),
    // many pages in sequence, at night, when nobody waits for it
    listMovements: (from, until) => provider.listMovements(from, until),
    parseWebhook: (body, headers, now) => provider.parseWebhook(body, headers, now),
  };
  return provider.capture
    ? { ...guarded, capture: (id, declines) => call(() => provider.capture!(id, declines)) }
    : guarded;
}
