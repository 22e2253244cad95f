import http from "node:http";
import type { AddressInfo } from "node:net";
import { openAccount } from "#tests/mocks/stripe/account.ts";
import { API_VERSION, type Charge, type Session } from "#tests/mocks/stripe/objects.ts";
import { bodyOf, pagesOf } from "#tests/mocks/stripe/serve-pages.ts";
import { openMessages } from "#tests/mocks/stripe/deliver-events.ts";
import { type Answer, keepAnswers } from "#tests/mocks/stripe/keep-answers.ts";
import { openFailures } from "#tests/mocks/stripe/simulate-failures.ts";
import {
  checked,
  CreateCustomer,
  CreateRefund,
  CreateSession,
  ListBalance,
  ListCharges,
  ListPayouts,
  ListRefunds,
  OnlyExpand,
} from "#tests/mocks/stripe/parameters.ts";
import { readForm } from "#tests/mocks/stripe/read-form.ts";
import { Refusal } from "#tests/mocks/stripe/refusal.ts";

/** A received call, for assertions. */
export type Recorded = {
  method: string;
  path: string;
  parameters: unknown;
  version: string | undefined;
  idempotencyKey: string | null;
};

type Options = { secretKey?: string; webhookSecret?: string; clock?: () => Date; random?: () => number; port?: number };

/**
 * Stripe as far as this product uses it: its API over HTTP for the real SDK, its hosted page for a browser, and its signed
 * messages. It is stateful and refuses what the documentation refuses. Tests trigger events by calling its methods.
 */
export async function startStripe({
  secretKey = "sk_test_double",
  webhookSecret = "whsec_double",
  clock = () => new Date(),
  random = Math.random,
  port = 0,
}: Options = {}) {
  const messages = openMessages({ clock, secret: webhookSecret, random });
  const failures = openFailures(random);
  const answerOnce = keepAnswers(clock);
  const requests: Recorded[] = [];

  const server = http.createServer((request, response) => {
    const work = request.url!.startsWith("/v1/") ? serveApi(request, response) : servePages(request, response);
    work.catch((error: Error) => {
      response.writeHead(500, { "content-type": "text/plain" }).end(error.stack);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  // browsers treat localhost as a secure context
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const account = openAccount({ clock, origin, happened: messages.happened });
  const servePages = pagesOf(account);

  async function serveApi(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url!, origin);
    const method = request.method!;
    const text = await bodyOf(request);
    const met = failures.meets(`${method} ${pathname}`);
    if (met?.kind === "silent") return;
    const send = ({ status, body, replayed = false }: Answer & { replayed?: boolean }) => {
      if (met?.kind === "lost") return void request.socket.destroy();
      response.writeHead(status, {
        "content-type": "application/json",
        "request-id": `req_${requests.length}`,
        "stripe-version": API_VERSION,
        ...(replayed ? { "idempotent-replayed": "true" } : {}),
      });
      response.end(JSON.stringify(body));
    };
    try {
      if (met?.kind === "refused") throw troubled(met.status);
      authorize(request.headers);
      const parameters = readForm(method === "POST" ? text : search.slice(1));
      const key = method === "POST" ? ((request.headers["idempotency-key"] as string | undefined) ?? null) : null;
      const version = request.headers["stripe-version"] as string | undefined;
      requests.push({ method, path: pathname, parameters, version, idempotencyKey: key });
      const work = async () => {
        const answer = await answered(method, pathname, parameters);
        return met?.kind === "spoiled" ? { status: met.status, body: troubled(met.status).body() } : answer;
      };
      send(await answerOnce(key, `${method} ${pathname} ${text}`, work));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      send({ status: error.status, body: error.body() });
    }
  }

  function authorize(headers: http.IncomingHttpHeaders): void {
    const header = headers.authorization ?? "";
    const basic = header.startsWith("Basic ")
      ? Buffer.from(header.slice(6), "base64").toString().split(":")[0]
      : undefined;
    if ((basic ?? header.replace(/^Bearer /, "")) !== secretKey)
      throw new Refusal("Invalid API Key provided", { status: 401, code: "api_key_invalid" });
    if (headers["stripe-version"] !== API_VERSION)
      throw new Refusal(`Invalid Stripe API version: ${String(headers["stripe-version"])}`);
  }

  /** An answer to store under its key, success or refusal. Invalid parameters throw before that. */
  async function answered(method: string, path: string, parameters: unknown): Promise<Answer> {
    const work = routeOf(method, path)(parameters);
    await failures.delay();
    try {
      return { status: 200, body: work() };
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.body() };
      throw error;
    }
  }

  /** Routes check their parameters when called, and do the work when their result is called. */
  function routeOf(method: string, path: string): (parameters: unknown) => () => object {
    const [, , ...parts] = path.split("/");
    const [id = "", verb] = parts[0] === "checkout" ? parts.slice(2) : parts.slice(1);
    const call = [method, parts[0] === "checkout" ? "sessions" : parts[0], id && ":id", verb].filter(Boolean).join(" ");
    const routes: Record<string, (parameters: unknown) => () => object> = {
      "POST sessions": (input) => {
        const request = checked(CreateSession, input);
        return () => sessionView(account.createSession(request), request.expand);
      },
      "GET sessions :id": (input) => {
        const { expand } = checked(OnlyExpand, input);
        return () => sessionView(account.session(id), expand);
      },
      "POST sessions :id expire": (input) => {
        const { expand } = checked(OnlyExpand, input);
        return () => sessionView(account.expireSession(id), expand);
      },
      "POST customers": (input) => {
        const request = checked(CreateCustomer, input);
        return () => account.createCustomer(request);
      },
      "GET customers :id cash_balance": (input) => (checked(OnlyExpand, input), () => account.cashOf(id)),
      "POST refunds": (input) => {
        const request = checked(CreateRefund, input);
        return () => account.createRefund(request);
      },
      "GET refunds": (input) => {
        const request = checked(ListRefunds, input);
        return () => listed("/v1/refunds", account.listRefunds(request), request);
      },
      "GET refunds :id": (input) => (checked(OnlyExpand, input), () => account.refund(id)),
      "GET charges": (input) => {
        const request = checked(ListCharges, input);
        const unknown = request.expand.find((name) => name !== "data.balance_transaction");
        if (unknown) throw new Refusal(`This property cannot be expanded (${unknown}).`, { param: "expand" });
        const charges = () =>
          account.listCharges(request).map((charge) => withBalance(charge, request.expand.length > 0));
        return () => listed("/v1/charges", charges(), request);
      },
      "GET payouts": (input) => {
        const request = checked(ListPayouts, input);
        return () => listed("/v1/payouts", account.listPayouts(request), request);
      },
      "GET balance_transactions": (input) => {
        const request = checked(ListBalance, input);
        const unknown = request.expand.find((name) => name !== "data.source");
        if (unknown) throw new Refusal(`This property cannot be expanded (${unknown}).`, { param: "expand" });
        return () => listed("/v1/balance_transactions", account.balanceOf(request.payout), request);
      },
      "GET disputes :id": (input) => (checked(OnlyExpand, input), () => account.dispute(id)),
    };
    const found = Object.hasOwn(routes, call) ? routes[call] : undefined;
    if (!found) throw new Refusal(`Unrecognized request URL (${method}: ${path}).`, { status: 404 });
    return found;
  }

  function sessionView(session: Session, expand: readonly string[]): object {
    const unknown = expand.find((path) => path !== "payment_intent");
    if (unknown) throw new Refusal(`This property cannot be expanded (${unknown}).`, { param: "expand" });
    const intent = session.payment_intent ? account.intent(session.payment_intent) : null;
    return structuredClone(expand.length > 0 ? { ...session, payment_intent: intent } : session);
  }

  return {
    origin,
    /** the settings with which the product uses this account */
    keys: { secretKey, webhookSecrets: [webhookSecret], apiUrl: origin },
    account,
    messages,
    failures,
    requests,
    stop: async () => {
      messages.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type StripeDouble = Awaited<ReturnType<typeof startStripe>>;

const troubled = (status: number) =>
  status === 429
    ? new Refusal("Too many requests hit the API too quickly.", { status, code: "rate_limit" })
    : new Refusal("An unknown error occurred.", { status, type: "api_error" });

type Page = { limit: number; starting_after?: string | undefined; ending_before?: string | undefined };

/** A page of a list: https://docs.stripe.com/api/pagination. */
/** A charge with what it did to the account's balance: 3.6 % and 3 pesos stay with Stripe. */
function withBalance(charge: Charge, isExpanded: boolean): Charge {
  const id = charge.id.replace(/^ch_/, "txn_");
  const fee = Math.round(charge.amount * 0.036) + 300;
  const { amount, currency, created } = charge;
  const moved = {
    id,
    object: "balance_transaction",
    type: "charge",
    amount,
    currency,
    created,
    fee,
    net: amount - fee,
  };
  return { ...charge, balance_transaction: isExpanded ? moved : id };
}

function listed(url: string, all: readonly { id: string }[], { limit, starting_after, ending_before }: Page): object {
  const indexOf = (id: string) => {
    const index = all.findIndex((one) => one.id === id);
    if (index < 0) throw new Refusal(`No such object: '${id}'`, { code: "resource_missing", param: "starting_after" });
    return index;
  };
  const from = starting_after ? indexOf(starting_after) + 1 : 0;
  const until = ending_before ? indexOf(ending_before) : all.length;
  const data = all.slice(from, until).slice(0, limit);
  return structuredClone({ object: "list", url, data, has_more: from + data.length < until });
}
