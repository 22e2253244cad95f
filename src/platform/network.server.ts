import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

/** How many leading bits of an address name the network that is counted. IPv4 in whole bytes, IPv6 in whole bytes up to 64. */
export type NetworkBits = { ipv4: 24 | 32; ipv6: 48 | 56 | 64 };

/**
 * The network of a client's address, as `203.0.113.0/24` or `2001:db8:1::/48`. IPv4 in full and IPv6 networks from an earlier call
 * (`2001:db8:1:2::/64`) are accepted as well. An IPv4 address written as IPv6 is that IPv4 address. What is no IP address is returned
 * as it is.
 */
export function networkOf(address: string, bits: NetworkBits): string {
  const [plain = ""] = address.split(/[%/]/);
  if (isIPv4(plain)) return bits.ipv4 === 32 ? plain : `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  if (isMapped(groups)) return networkOf(bytesOf(groups.slice(6)).join("."), bits);
  const first = groups.slice(0, 4).map((group, at) => (bits.ipv6 === 56 && at === 3 ? group & 0xff00 : group));
  const prefix = first.slice(0, bits.ipv6 === 48 ? 3 : 4).map((group) => group.toString(16));
  return `${prefix.join(":")}::/${bits.ipv6}`;
}

/** The networks around an address, the narrowest first: a host or an IPv6 /64, a rented block, what a provider gives a customer. */
const AROUND = [
  { ipv4: 32, ipv6: 64 },
  { ipv4: 24, ipv6: 56 },
  { ipv4: 24, ipv6: 48 },
] as const;

/**
 * The networks that count together with an address: itself (of IPv6 its /64), its IPv4 /24 or IPv6 /56, its IPv6 /48; null where that
 * one is the same as the one before. Whoever rents a server gets a /48 of IPv6 for nothing: 65,536 addresses as far as a /64 counts.
 */
export function networksAround(address: string): [string, string | null, string | null] {
  const [narrow, wider, widest] = AROUND.map((bits) => networkOf(address, bits)) as [string, string, string];
  return [narrow, wider === narrow ? null : wider, widest === wider ? null : widest];
}

/**
 * The address in what a proxy says of a client: bare, or in the forms in which proxies add a port (`192.0.2.1:443`,
 * `[2001:db8::1]:443`). Null for anything else, such as numbers in hexadecimal or with leading zeros: read leniently, each spelling
 * would be another client.
 */
export function addressIn(text: string): string | null {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? [];
  if (inBrackets !== undefined) return isIPv6(inBrackets) ? inBrackets : null;
  const [, beforePort] = /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  return isIP(beforePort ?? text) === 0 ? null : (beforePort ?? text);
}

/**
 * Whether a client's address is this machine's own: that of a proxy which wasn't declared (TRUST_PROXY), so of everybody, or of a
 * script.
 */
export const isOwnMachine = (address: string): boolean => address.startsWith("127.") || address === "0:0:0:0::/64";

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  PRIVATE.addSubnet(network, bits);
PRIVATE.addSubnet("fc00::", 7, "ipv6");

/** Whether a client's address is of a private network (RFC 1918, RFC 4193), as a container's neighbors are. */
export function isPrivate(address: string): boolean {
  const [plain = ""] = address.split("/");
  return isIPv4(plain) ? PRIVATE.check(plain) : isIPv6(plain) && PRIVATE.check(plain, "ipv6");
}

/**
 * Whether a client's address may be that of everybody: behind `hops` trusted proxies only this machine's own, without any also a
 * neighbor's, which may be a proxy that wasn't declared.
 */
export const mayBeAll = (address: string, hops: number): boolean =>
  isOwnMachine(address) || (hops === 0 && isPrivate(address));

/** An IPv6 address's eight groups. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const before = groupsIn(head);
  const after = groupsIn(tail ?? "");
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<number>(zeros).fill(0), ...after];
}

/** The groups of a part of an IPv6 address, which may end as IPv4 is written. */
const groupsIn = (part: string): number[] =>
  part === ""
    ? []
    : part.split(":").flatMap((group) => {
        const [a, b, c, d] = group.split(".").map(Number);
        return d === undefined ? [Number.parseInt(group, 16)] : [(a! << 8) + b!, (c! << 8) + d];
      });

/** Whether it is an IPv4 address as a socket of both kinds names it (`::ffff:192.0.2.1`). */
const isMapped = (groups: readonly number[]): boolean =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;

const bytesOf = (groups: readonly number[]): number[] => groups.flatMap((group) => [group >> 8, group & 0xff]);
