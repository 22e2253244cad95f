import { lookup, Resolver } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP } from "node:net";

/** The networks of IPv4 that aren't the public internet (IANA's registry of special-purpose addresses, and multicast). */
const NOT_PUBLIC = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  NOT_PUBLIC.addSubnet(network, bits);
/** All that is routed of IPv6, which leaves out what embeds IPv4 addresses as ::ffff:0:0/96 and 64:ff9b::/96 do. */
const ROUTED = new BlockList();
ROUTED.addSubnet("2000::", 3, "ipv6");
// its own exceptions: Teredo and other protocols, documentation, 6to4
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, "ipv6");

/** Whether an IP address is one of the public internet. */
export function isPublic(address: string): boolean {
  const [plain = ""] = address.split("%");
  if (isIP(plain) === 4) return !NOT_PUBLIC.check(plain);
  return isIP(plain) === 6 && ROUTED.check(plain, "ipv6") && !NOT_PUBLIC.check(plain, "ipv6");
}

/** Why a call wasn't answered. `private_address` and `not_https`: it wasn't made; they are said of the address as it is now. */
export type Unanswered = "private_address" | "not_https" | "unknown_host" | "too_slow" | "no_connection";
export type CallAnswer =
  | { ok: true; status: number; retryAfter: string | null }
  | { ok: false; why: Unanswered; says: string };

/** The addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;
/** As programs of this machine resolve a name: by its list of hosts too. On one of the few threads that files and passwords need as well. */
const resolveHere: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

const ASKED = new Resolver({ timeout: 3000, tries: 1 });
/** By DNS alone, on no thread: a name whose servers say nothing keeps nobody else waiting. */
export async function resolveByDns(
  host: string,
  from: Pick<Resolver, "resolve4" | "resolve6"> = ASKED,
): Promise<string[]> {
  const [four, six] = await Promise.allSettled([from.resolve4(host), from.resolve6(host)]);
  // most names have addresses of one kind
  if (four.status === "rejected" && six.status === "rejected") throw four.reason;
  return [four, six].flatMap((found) => (found.status === "fulfilled" ? found.value : []));
}

type Call = {
  url: string;
  body: string;
  headers: Record<string, string>;
  /** whether private addresses, and plain HTTP, may be called as well */
  toPrivate: boolean;
  resolve?: Resolve;
  milliseconds?: number;
};

const TIMEOUT_MS = 10_000;
/** More of an answer isn't read: nothing in it is looked at. */
const MOST_READ = 65_536;
const UNRESOLVED = ["ENOTFOUND", "EAI_AGAIN", "ENODATA", "ESERVFAIL", "EREFUSED", "ETIMEOUT"];

/**
 * Posts to an address that somebody outside has chosen. Never throws. The host is resolved once, and the connection goes to that very
 * address, so that it can't be another one by then; a name of which any address is private is refused. No redirect is followed, and no
 * proxy of the environment used. The answer's text is read, up to 64 kB, and dropped.
 */
export async function callOut({ milliseconds = TIMEOUT_MS, ...call }: Call): Promise<CallAnswer> {
  const { resolve = call.toPrivate ? resolveHere : resolveByDns } = call;
  const url = new URL(call.url);
  if (url.protocol !== "https:" && !(call.toPrivate && url.protocol === "http:"))
    return { ok: false, why: "not_https", says: "" };
  const signal = AbortSignal.timeout(milliseconds);
  try {
    const host = url.hostname.replaceAll(/^\[|\]$/g, "");
    const addresses = isIP(host) > 0 ? [host] : await inTime(resolve(host), signal);
    const [address] = addresses;
    if (address === undefined) return { ok: false, why: "unknown_host", says: host };
    const refused = addresses.find((one) => !isPublic(one));
    if (refused !== undefined && !call.toPrivate) return { ok: false, why: "private_address", says: refused };
    return await post({ url, host, address, body: call.body, headers: call.headers, signal });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const says = code ?? message;
    const why = signal.aborted ? "too_slow" : UNRESOLVED.includes(says) ? "unknown_host" : "no_connection";
    return { ok: false, why, says: why === "too_slow" ? "" : says.slice(0, 100) };
  }
}

type Posted = {
  url: URL;
  host: string;
  address: string;
  body: string;
  headers: Record<string, string>;
  signal: AbortSignal;
};

async function post({ url, host, address, body, headers, signal }: Posted): Promise<CallAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<CallAnswer>();
  let start: CallAnswer | null = null;
  const hears = ({ statusCode: status = 0, headers: fields }: http.IncomingMessage) =>
    (start = { ok: true, status, retryAfter: fields["retry-after"] ?? null });
  const isNamed = isIP(host) === 0;
  const { request } = url.protocol === "https:" ? https : http;
  const sent = request(
    {
      // a connection of its own: one that is kept may have been closed meanwhile, and nobody would know whether the message came
      agent: false,
      host: address,
      port: url.port,
      path: url.pathname + url.search,
      method: "POST",
      headers: { ...headers, host: url.host, "content-length": Buffer.byteLength(body) },
      signal,
      ...(isNamed && { servername: host }),
    },
    (answer) => {
      const result = hears(answer);
      let read = 0;
      answer.on("data", ({ length }: Buffer) => {
        read += length;
        if (read > MOST_READ) answer.destroy();
      });
      // what was said is known, however the rest ends; but nobody keeps us waiting for it
      answer.once("close", () => resolve(result));
    },
  );
  // 101, after which Node neither answers nor fails
  sent.once("upgrade", (answer, socket) => {
    socket.destroy();
    resolve(hears(answer));
  });
  sent.once("error", reject);
  sent.end(body);
  try {
    return await inTime(promise, signal);
  } catch (error) {
    if (start) return start;
    throw error;
  }
}

/** Rejects where the signal comes first. */
function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = () => reject(signal.reason as Error);
  signal.addEventListener("abort", late, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", late));
}
