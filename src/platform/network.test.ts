import { expect, test } from "vitest";
import { isPrivate, mayBeAll, networkOf, networksAround } from "#src/platform/network.server.ts";

const NARROW = { ipv4: 32, ipv6: 64 } as const;
const WIDE = { ipv4: 24, ipv6: 48 } as const;

test.each([
  ["192.0.2.77", NARROW, "192.0.2.77"],
  ["192.0.2.77", WIDE, "192.0.2.0/24"],
  ["::ffff:192.0.2.77", WIDE, "192.0.2.0/24"],
  ["2001:db8:1:2:3:4:5:6", NARROW, "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::6", NARROW, "2001:db8:1:2::/64"],
  ["2001:db8:1:2::/64", NARROW, "2001:db8:1:2::/64"],
  ["2001:db8:1:2::/64", WIDE, "2001:db8:1::/48"],
  ["2001:db8:1:23ff::1", { ipv4: 32, ipv6: 56 }, "2001:db8:1:2300::/56"],
  ["2001:db8:1:ff::1", { ipv4: 32, ipv6: 56 }, "2001:db8:1:0::/56"],
  ["::ffff:c000:24d", WIDE, "192.0.2.0/24"],
  ["0:0:0:0:0:FFFF:192.0.2.77", NARROW, "192.0.2.77"],
  ["::ffff:192.0.2.77%eth0", NARROW, "192.0.2.77"],
  ["64:ff9b::192.0.2.77", NARROW, "64:ff9b:0:0::/64"],
  ["fe80::1%eth0", NARROW, "fe80:0:0:0::/64"],
  ["::1", WIDE, "0:0:0::/48"],
  ["no address", WIDE, "no address"],
] as const)("the network of %s within %o is %s", (address, bits, network) => {
  expect(networkOf(address, bits)).toBe(network);
});

test.each([
  ["10.0.0.1", true],
  ["172.15.0.1", false],
  ["172.31.255.1", true],
  ["192.168.7.7", true],
  ["fd00:1:2:3::/64", true],
  ["2001:db8:1:2::/64", false],
  ["203.0.113.9", false],
  ["no address", false],
])("%s is of a private network: %s", (address, expected) => expect(isPrivate(address)).toBe(expected));

test.each([
  ["192.0.2.77", ["192.0.2.77", "192.0.2.0/24", null]],
  ["2001:db8:1:2345::/64", ["2001:db8:1:2345::/64", "2001:db8:1:2300::/56", "2001:db8:1::/48"]],
  ["no address", ["no address", null, null]],
])("around %s are the networks %o", (address, networks) => expect(networksAround(address)).toEqual(networks));

test.each([
  ["127.0.0.1", 0, true],
  ["0:0:0:0::/64", 1, true],
  ["172.17.0.1", 0, true],
  ["172.17.0.1", 1, false],
  ["203.0.113.9", 0, false],
])("%s behind %i proxies may be everybody's: %s", (address, hops, expected) =>
  expect(mayBeAll(address, hops)).toBe(expected),
);
