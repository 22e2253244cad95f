import { BlockList, isIPv4, isIPv6 } from "node:net";

/** How many leading bits of an address name the network that is counted. IPv4 in whole bytes, IPv6 in whole bytes up to 64. */
export type NetworkBits = { ipv4: 24 | 32; ipv6: 48 | 56 | 64 };

/**
 * The network of a client's address, as `203.0.113.0/24` or `2001:db8:1::/48`. IPv4 in full and IPv6 networks from an earlier call
 * (`2001:db8:1:2::/64`) are accepted as well. What is no IP address is returned as it is.
 */
export function networkOf(address: string, bits: NetworkBits): string {
  const [plain = ""] = (/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address).split(/[%/]/);
  if (isIPv4(plain)) return bits.ipv4 === 32 ? plain : `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  if (!isIPv6(plain)) return address;
  const groups = firstGroups(plain).map((group, at) => (bits.ipv6 === 56 && at === 3 ? group & 0xff00 : group));
  const kept = groups.slice(0, bits.ipv6 === 48 ? 3 : 4).map((group) => group.toString(16));
  return `${kept.join(":")}::/${bits.ipv6}`;
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

/** Whether a client's address is of a private network (RFC 1918, RFC 4193), as a container's neighbours are. */
export function isPrivate(address: string): boolean {
  const [plain = ""] = address.split("/");
  return isIPv4(plain) ? PRIVATE.check(plain) : isIPv6(plain) && PRIVATE.check(plain, "ipv6");
}

/** The first four of an IPv6 address's eight groups. */
function firstGroups(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...after];
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16));
}
