import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import { networksAround } from "#src/platform/network.server.ts";
import { alwaysOn } from "#src/platform/secure-answer.server.ts";

/** What one client may take of the server, in milliseconds and connections. */
export type Limits = {
  idleMs: number;
  headersMs: number;
  requestMs: number;
  silentMs: number;
  checkMs: number;
  connections: number;
  perClient: number;
};

/**
 * The product's limits. Idle connections stay open for longer than proxies keep theirs (mostly 60 s), or those would send into a
 * closed one. Headers come in one packet, and a picture takes no minute; a connection that a browser opens in advance and doesn't use is
 * soon closed. Where no byte has moved either way for `silentMs` nobody
 * reads the answer: however slow a phone is, its bytes move, and no answer takes that long to begin. Every connection costs
 * memory; a proxy needs few. A browser opens six: `perClient` lets some forty guests of one address in at the same moment, and no
 * network more than a quarter of all.
 */
export const LIMITS: Limits = {
  idleMs: 65_000,
  headersMs: 8000,
  requestMs: 60_000,
  silentMs: 75_000,
  checkMs: 1000,
  connections: 4000,
  perClient: 250,
};

/** How many times `perClient` the networks around a client's may have (network.server.ts `networksAround`). */
const AROUND = [1, 2, 4] as const;

/**
 * A server that closes connections which send too slowly (408) or don't read, and accepts no more connections than it can hold,
 * nor more than a client's share. `isOneClient` tells whether an address is one client's, and no proxy's. What it refuses by
 * itself has the headers of every answer under `origin`. A Host that is missing or odd is left to the listener
 * (`refuseMisaddressed`; none: who calls adds one).
 */
export function boundedServer(
  limits: Limits,
  origin: string,
  listener: RequestListener | undefined,
  isOneClient: (address: string) => boolean,
): Server {
  const server = createServer(
    {
      keepAliveTimeout: limits.idleMs,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      requireHostHeader: false,
    },
    listener,
  );
  server.timeout = limits.silentMs;
  server.maxConnections = limits.connections;
  shareOut(server, limits.perClient, isOneClient);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => refuse(error, socket, origin));
  server.on("checkExpectation", (_, res: ServerResponse) => {
    res.writeHead(417, Object.fromEntries(headersOf(origin))).end();
  });
  return server;
}

/** Closes a connection at once if its client, or a network around it, already has its share of them. */
function shareOut(server: Server, perClient: number, isOneClient: (address: string) => boolean): void {
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const networks = networksAround(socket.remoteAddress ?? "");
    if (!isOneClient(networks[0])) return;
    const isFull = networks.some((name, at) => name !== null && (open.get(name) ?? 0) >= perClient * AROUND[at]!);
    if (isFull) return void socket.destroy();
    const count = (more: 1 | -1) => {
      for (const name of networks) {
        if (name === null) continue;
        const now = (open.get(name) ?? 0) + more;
        if (now === 0) open.delete(name);
        else open.set(name, now);
      }
    };
    count(1);
    socket.once("close", () => count(-1));
  });
}

/** A name or an address, with a port or without. What browsers and proxies send has no other form. */
const HOST = /^([a-z\d._-]+|\[[a-f\d:.]+\])(:\d{1,5})?$/;

/**
 * Whether a request names no host, several, one that is none, or another than its whole address does: a proxy in front of us may
 * have taken it for a request to another host (RFC 9112, 3.2). Node itself keeps the first of several Host headers.
 */
export function isMisaddressed({ rawHeaders, url = "" }: Pick<IncomingMessage, "rawHeaders" | "url">): boolean {
  let [host, hosts] = ["", 0];
  // asked of every request: only a name of this length costs more than a look
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === "host") {
      host = rawHeaders[at + 1]!.toLowerCase();
      hosts++;
    }
  if (hosts !== 1 || !HOST.test(host)) return true;
  if (url.startsWith("/")) return false;
  const whole = URL.parse(url);
  return whole === null || whole.host !== URL.parse(`${whole.protocol}//${host}`)?.host;
}

/** Answers a request that `isMisaddressed` with 400, and closes its connection; false for any other. */
export function refuseMisaddressed(req: IncomingMessage, res: ServerResponse, origin: string): boolean {
  if (!isMisaddressed(req)) return false;
  res.writeHead(400, { ...Object.fromEntries(headersOf(origin)), "content-type": "text/plain; charset=utf-8" });
  res.end("This address can't be read.\n");
  return true;
}

const headersOf = (origin: string): [string, string][] => [
  ...alwaysOn(origin),
  ["x-request-id", randomUUID()],
  ["connection", "close"],
];

/** As Node says it, which would write no headers. */
const REFUSALS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what can't be read as a request, and closes its connection. */
function refuse({ code = "" }: NodeJS.ErrnoException, socket: Duplex, origin: string): void {
  // the answer to an earlier request of this connection: once begun, it must not go on with another
  const { _httpMessage: begun } = socket as { _httpMessage?: ServerResponse | null };
  if (!socket.writable || begun?.headersSent) return void socket.destroy();
  const status = REFUSALS[code] ?? 400;
  const headers = [...headersOf(origin), ["content-length", "0"]].map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join("")}\r\n`, () => socket.destroy());
}
