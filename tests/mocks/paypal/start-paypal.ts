import http from "node:http";
import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { PaypalKeys } from "#src/platform/payment-settings.server.ts";
import { paypalChain } from "#tests/mocks/paypal/certificates.ts";
import { Company, type Reply, Refused, refusal } from "#tests/mocks/paypal/company.ts";
import { payerPage, withNames } from "#tests/mocks/paypal/payer-page.ts";
import { type Signed, signMessage } from "#tests/mocks/paypal/sign-message.ts";

// An HTTP mock of PayPal, for tests and manual use. The product doesn't know that it exists.

export type Recorded = { method: string; path: string; headers: http.IncomingHttpHeaders; body: unknown };

/** A failure of the next matching requests. `lost`: the request is processed, but never answered. */
export type SimulatedFailure = { path: RegExp; method?: string; times?: number } & (
  | { answers: number; retryAfter?: string }
  | { waits: number | Promise<void> }
  | { lost: true }
  | { cut: true }
);

/**
 * How messages are delivered: `copies` of each, `reversed` order, delayed, or `after` something else. Without a delivery, they
 * are kept until the test sends them.
 */
type Delivery = { to: string; copies?: number; delayMs?: number; after?: Promise<unknown>; reversed?: boolean };

const BODY_LIMIT = 100_000;

/** Starts the mock on its own port. */
export async function startPaypal({ port = 0, clock = () => new Date(), tokenSeconds = 32_400 } = {}) {
  const chain = paypalChain();
  const keys: PaypalKeys = {
    clientId: `client-${randomUUID()}`,
    clientSecret: `secret-${randomUUID()}`,
    webhookId: "7WH00000000000001",
    apiUrl: "",
  };
  const tokens = new Map<string, number>();
  const requests: Recorded[] = [];
  const failures: (SimulatedFailure & { times: number })[] = [];
  const messages: string[] = [];
  let delivery: Delivery | undefined;
  let batch: string[] = [];
  const deliveries = new Set<Promise<void>>();

  const server = http.createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  keys.apiUrl = origin;
  const certificateUrl = `${origin}/v1/notifications/certs/CERT-double-1`;
  const company = new Company(origin, clock);

  const signed = (body: string, over: Partial<Parameters<typeof signMessage>[1]> = {}): Signed =>
    signMessage(body, { webhookId: keys.webhookId, certificateUrl, signer: chain.signer, at: clock(), ...over });

  company.emit = (event_type, resource) => {
    const message = { id: `WH-${randomUUID()}`, create_time: clock().toISOString(), event_type, event_version: "1.0" };
    messages.push(JSON.stringify({ ...message, resource }));
    if (!delivery) return;
    batch.push(messages.at(-1)!);
    if (batch.length === 1) follow(deliverBatch(delivery));
  };

  function follow(work: Promise<void>): void {
    deliveries.add(work);
    void work.finally(() => deliveries.delete(work));
  }

  async function deliverBatch({ copies = 1, delayMs = 0, after, reversed = false }: Delivery): Promise<void> {
    await new Promise((done) => setTimeout(done, delayMs));
    await after;
    const sent = reversed ? batch.toReversed() : batch;
    batch = [];
    for (const body of sent) for (let copy = 0; copy < copies; copy++) await deliver(body);
  }

  /** Redelivers until accepted, signed anew each time, as PayPal does. */
  async function deliver(body: string): Promise<void> {
    for (let tried = 0; tried < 8; tried++) {
      if (!delivery) return;
      const { headers } = signed(body);
      const isDelivered = await fetch(delivery.to, { method: "POST", body, headers }).then(
        (reply) => reply.ok,
        () => false,
      );
      if (isDelivered) return;
      await new Promise((done) => setTimeout(done, 100 * 2 ** tried));
    }
  }

  async function answer(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
    const url = new URL(req.url ?? "/", origin);
    const text = await textOf(req);
    const { method = "GET", headers } = req;
    requests.push({ method, path: url.pathname + url.search, headers, body: readBody(text, headers["content-type"]) });
    const failure = failures.find(
      (one) => one.times > 0 && one.path.test(url.pathname) && (!one.method || one.method === method),
    );
    if (failure) failure.times--;
    if (failure && "cut" in failure) return void res.destroy();
    if (failure && "waits" in failure) await (typeof failure.waits === "number" ? wait(failure.waits) : failure.waits);
    if (failure && "answers" in failure) {
      res.writeHead(failure.answers, failure.retryAfter ? { "retry-after": failure.retryAfter } : {});
      return void res.end(JSON.stringify({ name: "TROUBLE" }));
    }
    const reply = reacted(() => route(method, url, text, headers));
    if (failure && "lost" in failure) return void res.destroy();
    if ("html" in reply) return void res.writeHead(200, { "content-type": "text/html" }).end(reply.html);
    if ("pem" in reply) return void res.writeHead(200, { "content-type": "application/x-pem-file" }).end(reply.pem);
    if ("location" in reply) return void res.writeHead(303, { location: reply.location }).end();
    res.writeHead(reply.status, { "content-type": "application/json", "paypal-debug-id": "d0u8le" });
    res.end(JSON.stringify(reply.body));
  }

  const certificates = new Map<string, { pem: string } | { location: string }>();
  certificates.set("CERT-double-1", { pem: chain.signer.pem + chain.authority.pem });

  type MockReply = Reply | { html: string } | { pem: string } | { location: string };

  function reacted(work: () => MockReply): MockReply {
    try {
      return work();
    } catch (error) {
      if (error instanceof Refused) return error.reply;
      throw error;
    }
  }

  function route(method: string, url: URL, text: string, headers: http.IncomingHttpHeaders): MockReply {
    const path = `${method} ${url.pathname}`;
    const certificate = /^GET \/v1\/notifications\/certs\/(.+)$/.exec(path)?.[1];
    if (certificate) return certificates.get(certificate) ?? refusal(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID");
    if (path === "GET /favicon.ico") return { html: "" }; // requested by browsers on their own
    if (url.pathname === "/checkoutnow") return atPayersPage(method, url, text);
    if (path === "POST /v1/oauth2/token") return newToken(text, headers);
    const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
    if (!((tokens.get(bearer) ?? 0) > clock().getTime()))
      return refusal(401, "AUTHENTICATION_FAILURE", "INVALID_TOKEN");
    const requestId = headers["paypal-request-id"] as string | undefined;
    if ((requestId?.length ?? 0) > 108) return refusal(400, "INVALID_REQUEST", "INVALID_PAYPAL_REQUEST_ID");
    const [, order, capture] = /^\/v2\/checkout\/orders\/([A-Z0-9]+)(\/capture)?$/.exec(url.pathname) ?? [];
    const [, captured] = /^\/v2\/payments\/captures\/([A-Z0-9]+)\/refund$/.exec(url.pathname) ?? [];
    const [, dispute] = /^\/v1\/customer\/disputes\/([A-Za-z0-9-]+)$/.exec(url.pathname) ?? [];
    const body = method === "POST" ? (JSON.parse(text || "{}") as unknown) : undefined;
    if (path === "POST /v2/checkout/orders") return company.createOrder(body, requestId);
    if (method === "GET" && order && !capture) return company.showOrder(order);
    if (method === "POST" && order && capture) return company.captureOrder(order, body, requestId);
    if (method === "POST" && captured) return company.refundCapture(captured, body, requestId);
    if (method === "GET" && dispute) return company.showDispute(dispute);
    if (path === "GET /v1/reporting/transactions")
      return company.listTransactions(Object.fromEntries(url.searchParams));
    return refusal(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID");
  }

  function newToken(text: string, headers: http.IncomingHttpHeaders): Reply {
    const authorization = `Basic ${Buffer.from(`${keys.clientId}:${keys.clientSecret}`).toString("base64")}`;
    if (headers.authorization !== authorization) return { status: 401, body: { error: "invalid_client" } };
    if (text !== "grant_type=client_credentials") return { status: 400, body: { error: "unsupported_grant_type" } };
    const token = `token-${randomUUID()}`;
    tokens.set(token, clock().getTime() + tokenSeconds * 1000);
    return { status: 200, body: { access_token: token, token_type: "Bearer", expires_in: tokenSeconds } };
  }

  function atPayersPage(method: string, url: URL, text: string): MockReply {
    const form = new URLSearchParams(text);
    const id = (method === "POST" ? form : url.searchParams).get("token") ?? "";
    const order = company.orders.get(id);
    if (!order) return refusal(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID");
    const { return_url } = order.asked.payment_source.paypal.experience_context;
    if (method === "POST") company.approve(id, form.get("funding") === "declined" ? "declined" : "good");
    if (method === "GET" && order.status !== "COMPLETED") return { html: payerPage(id, order.asked) };
    return { location: withNames(return_url, { token: id, PayerID: "PAYER00000001" }) };
  }

  return {
    origin,
    keys,
    chain,
    certificateUrl,
    /** certificates served, by name */
    certificates,
    company,
    /** all requests received, in order */
    requests,
    /** all message bodies, in order, delivered or not */
    messages,
    /** Signs a message's body as PayPal would, or as `over` says. */
    signed,
    /** Delivers messages over HTTP from now on. */
    delivers: (how: Delivery | undefined) => void (delivery = how),
    /** Waits until all pending deliveries have arrived. */
    delivered: async () => {
      while (deliveries.size > 0) await Promise.all(deliveries);
    },
    /** Makes the next matching requests fail. */
    breaks: (failure: SimulatedFailure) => void failures.push({ ...failure, times: failure.times ?? 1 }),
    /** Ends all failures. */
    heals: () => void (failures.length = 0),
    /** Revokes all tokens. */
    revokes: () => tokens.clear(),
    stop: () => {
      delivery = undefined;
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function textOf(req: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw new Error("too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function readBody(text: string, type: string | undefined): unknown {
  if (text === "") return null;
  return type?.includes("json") ? (JSON.parse(text) as unknown) : text;
}
