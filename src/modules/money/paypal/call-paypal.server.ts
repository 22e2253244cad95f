import { setTimeout as pause } from "node:timers/promises";
import { Refusal, Token } from "#src/modules/money/paypal/schema.ts";
import { ProviderRefused } from "#src/platform/payment-provider.server.ts";
import type { PaypalKeys } from "#src/platform/payment-settings.server.ts";

/** A definite answer: success, or a refusal with a reason (4xx). Everything else throws. */
export type Answer = { status: number; body: unknown };
export type Call = (
  method: "GET" | "POST",
  path: string,
  more?: { body?: unknown; requestId?: string },
) => Promise<Answer>;

type Means = { fetch: typeof fetch; clock: () => Date };

const BUDGET_MS = 10_000; // for all tries together: the longest a caller waits (rule payments-8)
const TRIES = 3;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** A token isn't used in its last minute: it could expire in transit. */
const TOKEN_MARGIN_MS = 60_000;

/**
 * Calls PayPal's REST API with a cached token. Retries network errors, rate limits and server errors (429, 5xx) under the same
 * request id. Throws without an answer in 10 s.
 */
export function paypalCalls(keys: PaypalKeys, { fetch, clock }: Means): Call {
  const bearer = bearerTokens(keys, { fetch, clock });

  async function once(method: "GET" | "POST", path: string, more: Parameters<Call>[2], signal: AbortSignal) {
    const send = async (token: string) =>
      fetch(keys.apiUrl + path, {
        method,
        redirect: "error",
        signal,
        headers: {
          authorization: `Bearer ${token}`,
          accept: "application/json",
          ...(method === "POST" ? { "content-type": "application/json", prefer: "return=representation" } : {}),
          ...(more?.requestId ? { "paypal-request-id": more.requestId } : {}),
        },
        ...(method === "POST" ? { body: JSON.stringify(more?.body ?? {}) } : {}),
      });
    const token = await bearer.get(signal);
    const answer = await send(token);
    if (answer.status !== 401) return answer;
    bearer.forget(token); // revoked early: once more with a new one
    return send(await bearer.get(signal));
  }

  return (method, path, more) => withTries(`${method} ${path}`, clock, (signal) => once(method, path, more, signal));
}

/** This process's token: the first caller fetches it, concurrent callers wait. */
function bearerTokens(keys: PaypalKeys, { fetch, clock }: Means) {
  let cached: { token: string; until: number } | undefined;
  let fetching: Promise<string> | undefined;

  async function renew(signal: AbortSignal): Promise<string> {
    const answer = await fetch(`${keys.apiUrl}/v1/oauth2/token`, {
      method: "POST",
      redirect: "error",
      signal,
      headers: {
        authorization: `Basic ${Buffer.from(`${keys.clientId}:${keys.clientSecret}`).toString("base64")}`,
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
    });
    if (answer.status === 401) throw new Final("paypal refuses PAYPAL_CLIENT_ID or PAYPAL_CLIENT_SECRET");
    if (!answer.ok) throw new Unavailable(answer);
    const { access_token: token, expires_in: seconds } = Token.parse(await answer.json());
    cached = { token, until: clock().getTime() + seconds * 1000 - TOKEN_MARGIN_MS };
    return token;
  }

  return {
    get: (signal: AbortSignal): Promise<string> => {
      if (cached && clock().getTime() < cached.until) return Promise.resolve(cached.token);
      fetching ??= renew(signal).finally(() => (fetching = undefined));
      return fetching;
    },
    forget: (token: string) => {
      if (cached?.token === token) cached = undefined;
    },
  };
}

/** An answer unrelated to the request: rate limited, or a server error. */
class Unavailable extends Error {
  retryAfter: string | null;
  constructor(answer: Response) {
    super(`answered ${answer.status}`);
    this.retryAfter = answer.headers.get("retry-after");
  }
}

async function withTries(
  what: string,
  clock: () => Date,
  once: (signal: AbortSignal) => Promise<Response>,
): Promise<Answer> {
  const signal = AbortSignal.timeout(BUDGET_MS);
  for (let tried = 1; ; tried++) {
    try {
      const answer = await once(signal);
      if (answer.status === 429 || answer.status >= 500) throw new Unavailable(answer);
      if (answer.status === 401 || answer.status === 403) throw new Final(`answered ${answer.status}`);
      return { status: answer.status, body: await bodyOf(answer) };
    } catch (error) {
      const wait = pauseAfter(error, tried, clock());
      if (wait === null || signal.aborted) throw new Error(`paypal: ${what} ${reasonOf(error)}`, { cause: error });
      await pause(wait);
    }
  }
}

/** An error that a retry doesn't change. */
class Final extends Error {}

const reasonOf = (error: unknown) => {
  const { name, message } = error as Error;
  return name === "TimeoutError" ? "got no answer in time" : message;
};

/** How long to wait before the next try, in ms; null if there is none. Honours PayPal's Retry-After, up to a limit. */
function pauseAfter(error: unknown, tried: number, now: Date): number | null {
  if (tried >= TRIES || error instanceof Final) return null;
  const wish = error instanceof Unavailable ? wished(error.retryAfter, now) : null;
  const wait = wish ?? FIRST_PAUSE_MS * 2 ** (tried - 1);
  return wait > LONGEST_PAUSE_MS ? null : wait;
}

function wished(header: string | null, now: Date): number | null {
  if (!header) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

async function bodyOf(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Final(`answered ${answer.status} with what is no JSON`);
  }
}

/** Why PayPal refused: the issue of the first detail, else the name. */
export function issueOf({ body }: Answer): string {
  const refusal = Refusal.safeParse(body);
  return (refusal.success && (refusal.data.details[0]?.issue ?? refusal.data.name)) || "UNKNOWN";
}

/** An unexpected refusal, for the log: includes the debug id that PayPal's support asks for. */
export function refused(what: string, answer: Answer): ProviderRefused {
  const { data } = Refusal.safeParse(answer.body);
  return new ProviderRefused(
    `paypal: ${what} was refused, ${answer.status} ${issueOf(answer)} (${data?.debug_id ?? "no number"})`,
  );
}
