import { createServer, type RequestListener, type Server } from "node:http";

/** What one client may take of the server, in milliseconds and connections. */
export type Limits = { idleMs: number; headersMs: number; requestMs: number; checkMs: number; connections: number };

/**
 * The product's limits. Idle connections stay open for longer than proxies keep theirs (mostly 60 s), or those would send into a
 * closed one. Headers come in one packet, and a picture takes no minute. Every connection costs memory; a proxy needs few.
 */
export const LIMITS: Limits = {
  idleMs: 65_000,
  headersMs: 15_000,
  requestMs: 60_000,
  checkMs: 5000,
  connections: 4000,
};

/** A server that closes whoever sends too slowly (408), and takes no more connections than it can hold. */
export function boundedServer(limits: Limits, listener: RequestListener): Server {
  const server = createServer(
    {
      keepAliveTimeout: limits.idleMs,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    listener,
  );
  server.maxConnections = limits.connections;
  return server;
}
