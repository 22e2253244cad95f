import type { Metrics } from "#src/platform/metrics.server.ts";
import { type PaymentProvider, ProviderRefused } from "#src/platform/payment-provider.server.ts";
import { NO_TRACES, type Traces } from "#src/platform/traces.server.ts";

type Limits = {
  timeoutMs: number;
  failures: number;
  restMs: number;
  /** Is told of each call how long it took and what came of it. */
  called: Metrics["called"];
  /** Where each call is a span. */
  traces: Traces;
};
const LIMITS: Limits = { timeoutMs: 10_000, failures: 5, restMs: 15_000, called: () => {}, traces: NO_TRACES };

/**
 * Adds timeouts and a circuit breaker to a provider (rule payments-8): each call fails after 10 s, or after `timeoutMs` for a
 * client with its own retries; after five failures in a row all calls fail immediately for 15 s, then one is let through as a
 * trial. A call that timed out may still have succeeded there: callers retry under the same id.
 */
export function guardProvider(provider: PaymentProvider, limits: Partial<Limits> = {}): PaymentProvider {
  const { timeoutMs, failures, restMs, called, traces } = { ...LIMITS, ...limits };
  let failed = 0;
  let restsUntil = 0;

  async function call<T>(name: string, start: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const ended = (outcome: Parameters<Limits["called"]>[2]) =>
      called(provider.name, name, outcome, performance.now() - began);
    if (failed >= failures) {
      if (Date.now() < restsUntil) {
        ended("resting");
        throw new Error(`${provider.name} is not asked for a while: it failed ${failed} times`);
      }
      restsUntil = Date.now() + restMs; // this call is the trial; the others keep failing
    }
    try {
      // to another company goes no id of the trace
      const attributes = { "ronda.provider": provider.name, "ronda.call": name };
      const about = { name: `${provider.name} ${name}`, kind: "client" as const, attributes };
      const result = await traces.span(about, () => inTime(start()));
      failed = 0;
      ended("ok");
      return result;
    } catch (error) {
      // a refusal is an answer: otherwise five bad calls by one person would keep everybody from paying
      const refused = error instanceof ProviderRefused;
      failed = refused ? 0 : failed + 1;
      ended(refused ? "refused" : "failed");
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
    createAttempt: (attempt) => call("createAttempt", () => provider.createAttempt(attempt)),
    fetchState: (id) => call("fetchState", () => provider.fetchState(id)),
    expire: (id) => call("expire", () => provider.expire(id)),
    refund: (wish) => call("refund", () => provider.refund(wish)),
    listRefunds: (charge) => call("listRefunds", () => provider.listRefunds(charge)),
    fetchDispute: (id) => call("fetchDispute", () => provider.fetchDispute(id)),
    // many pages in sequence, at night, when nobody waits for it
    listMovements: (from, until) => provider.listMovements(from, until),
    ...(provider.listPayouts && provider.chargesOfPayout
      ? { listPayouts: provider.listPayouts, chargesOfPayout: provider.chargesOfPayout }
      : {}),
    ...(provider.addsToReturn ? { addsToReturn: provider.addsToReturn } : {}),
    parseWebhook: (body, headers, now) => provider.parseWebhook(body, headers, now),
  };
  return provider.capture
    ? { ...guarded, capture: (id, tryNumber) => call("capture", () => provider.capture!(id, tryNumber)) }
    : guarded;
}
