import { setTimeout as pause } from "node:timers/promises";
import Stripe from "stripe";
import type { StripeKeys } from "#src/platform/payment-settings.server.ts";

/** The longest that a call takes, all of its tries together: somebody may be waiting for it (rule payments-8). */
const BUDGET_MS = 10_000;
const TRIES = 3;
const FIRST_PAUSE_MS = 250;

type Client = ReturnType<typeof Stripe.createNodeHttpClient>;

/**
 * The client for an operator's account; makes no call yet. The API version is pinned here instead of in the account, so that
 * changing it changes this line. What fails at once is tried again; a call without an answer ends after `budgetMs`.
 */
export function openClient({ secretKey, apiUrl }: StripeKeys, budgetMs = BUDGET_MS): Stripe {
  return new Stripe(secretKey, {
    apiVersion: "2026-10-28.endive",
    // the SDK's own would give each try the whole time
    maxNetworkRetries: 0,
    timeout: budgetMs,
    httpClient: withinBudget(Stripe.createNodeHttpClient()),
    telemetry: false,
    ...(apiUrl ? hostOptions(new URL(apiUrl)) : {}),
  });
}

/** Tries a client's requests again, each as it was and under its idempotency key, while the time of the first lasts. */
export function withinBudget(client: Client): Client {
  const once = client.makeRequest.bind(client);
  client.makeRequest = async (host, port, path, method, headers, body, protocol, budget) => {
    const ends = performance.now() + budget;
    for (let tried = 1; ; tried++) {
      const wait = FIRST_PAUSE_MS * 2 ** (tried - 1);
      const isLast = () => tried === TRIES || ends - performance.now() <= wait;
      try {
        const answer = await once(host, port, path, method, headers, body, protocol, ends - performance.now());
        if (!mayPass(answer) || isLast()) return answer;
        answer.dispose?.();
      } catch (error) {
        // without its code: the SDK would give a closed connection the whole time once more
        if (isLast()) throw new Error((error as Error).message, { cause: error });
      }
      await pause(wait);
      // a busy process comes back late, and the SDK leaves a request whose timeout is refused without anybody to hear its error
      if (ends <= performance.now()) throw new Error("no time is left to try again");
    }
  };
  return client;
}

/** Whether the next try may be answered otherwise: Stripe's word, else a conflict of two calls or its own failure. */
function mayPass(answer: Awaited<ReturnType<Client["makeRequest"]>>): boolean {
  const retryHeader = (answer.getHeaders() as Record<string, string | undefined>)["stripe-should-retry"];
  if (retryHeader !== undefined) return retryHeader === "true";
  return answer.getStatusCode() === 409 || answer.getStatusCode() >= 500;
}

const hostOptions = ({ protocol, hostname, port }: URL) => ({
  protocol: protocol === "http:" ? ("http" as const) : ("https" as const),
  host: hostname,
  port: port || (protocol === "http:" ? 80 : 443),
});
