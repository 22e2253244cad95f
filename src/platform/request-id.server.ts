import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

const current = new AsyncLocalStorage<{ id?: string; traceId?: string | undefined }>();

/**
 * Runs a request under its id, which stands on its answer, on its log lines and on its error page. `traceId`: its trace's, if it
 * is exported.
 */
export const inRequest = <T>(id: string, run: () => T, traceId?: string): T => current.run({ id, traceId }, run);

/** Runs something that isn't a request, such as a job, under the id of its trace. */
export const inTrace = <T>(traceId: string | undefined, run: () => T): T => current.run({ traceId }, run);

/** The id of the request that is being served; undefined outside of one. */
export const currentRequestId = (): string | undefined => current.getStore()?.id;

/** The id of the trace that what happens now belongs to; undefined without one. */
export const currentTraceId = (): string | undefined => current.getStore()?.traceId;

/** The id for a request: a well-formed `X-Request-Id` of a proxy that is trusted (`hops`: TRUST_PROXY), else a new one. */
export const requestIdOf = (header: string | string[] | null | undefined, hops: number): string =>
  hops > 0 && typeof header === "string" && /^[\w.-]{8,64}$/.test(header) ? header : randomUUID();

/**
 * A path that may be logged: words stay, and whatever could be a token, an id or a person's address becomes `*`. Takes no query:
 * queries carry tokens.
 */
export const maskedPath = (pathname: string): string =>
  pathname
    .split("/")
    .map((part) => (/^[a-z-]{0,32}(\.[a-z]{1,8})?$/.test(part) ? part : "*"))
    .join("/");
