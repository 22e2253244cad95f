import { expect, test } from "vitest";
import {
  addressOf,
  clientReader,
  browserOf,
  isForeignPost,
  newBrowser,
  readCookie,
  withKnownOrigin,
} from "#src/platform/request.server.ts";

const ours = "https://ronda.example";
test.each([
  [{ origin: "null", "sec-fetch-site": "same-origin" }, ours],
  [{ origin: "null", "sec-fetch-site": "same-site" }, "null"],
  [{ origin: "null", "sec-fetch-site": "cross-site" }, "null"],
  [{ origin: "null" }, "null"],
  [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }, "https://evil.example"],
  [{}, null],
])("a form with %o comes from %s", (headers, origin) => {
  expect(withKnownOrigin(new Headers(headers as Record<string, string>), ours).get("origin")).toBe(origin);
});

test.each([
  ["POST", { origin: ours, "sec-fetch-site": "same-origin" }, false],
  ["POST", { origin: ours }, false],
  ["POST", {}, false],
  ["POST", { "sec-fetch-site": "none" }, false],
  ["POST", { origin: "https://evil.example" }, true],
  ["POST", { origin: "https://ronda.example.evil.example" }, true],
  ["POST", { origin: "http://ronda.example" }, true],
  ["POST", { origin: "null" }, true],
  ["POST", { "sec-fetch-site": "cross-site" }, true],
  ["DELETE", { origin: "https://evil.example" }, true],
  ["GET", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, false],
  ["HEAD", { "sec-fetch-site": "cross-site" }, false],
])("a %s with %o is another site's: %s", (method, headers, foreign) => {
  expect(isForeignPost(method, new Headers(headers as Record<string, string>), ours)).toBe(foreign);
});

const socket = { incoming: { socket: { remoteAddress: "192.0.2.1" } } } as never;
test.each([
  [0, "203.0.113.9", "192.0.2.1"],
  [1, "203.0.113.9, 198.51.100.2", "198.51.100.2"],
  [2, "203.0.113.9, 198.51.100.2", "203.0.113.9"],
  [1, null, "192.0.2.1"],
  // the forms in which proxies add a port, and an IPv4 address written as IPv6, are the same client
  [1, "198.51.100.2:49152", "198.51.100.2"],
  [1, "[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
  [1, "[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
  [1, "2001:0DB8:0001:0002:0:0:0:9", "2001:db8:1:2::/64"],
  [1, "2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"],
  [1, "::ffff:198.51.100.2", "198.51.100.2"],
  [1, "::ffff:c633:6402", "198.51.100.2"],
  [1, "[::ffff:198.51.100.2]:80", "198.51.100.2"],
  // what is no address counts as none
  [1, "198.51.100.02", "192.0.2.1"],
  [1, "0xc6.51.100.2", "192.0.2.1"],
  [1, "198.51.100.2:", "192.0.2.1"],
  [1, "198.51.100.2:80:80", "192.0.2.1"],
  [1, "198.51.100.2:999999", "192.0.2.1"],
  [1, "3325256706", "192.0.2.1"],
  [1, "[198.51.100.2]", "192.0.2.1"],
  [1, "[2001:db8:1:2::9", "192.0.2.1"],
  [1, "2001:db8:1:2::9/64", "192.0.2.1"],
  [1, "unknown", "192.0.2.1"],
  [1, "203.0.113.9, ", "192.0.2.1"],
  [2, "198.51.100.2", "192.0.2.1"],
])("behind %i trusted proxies that say %s the client is %s", (hops, forwarded, address) => {
  expect(addressOf(socket, forwarded, hops)).toBe(address);
});

test("a browser is known by its cookie again, and by nothing malformed", () => {
  const { setCookie, hash } = newBrowser("a secret", "a form's key", true);
  expect(setCookie).toMatch(/HttpOnly; SameSite=Lax; Secure$/);
  expect(setCookie).toMatch(/^__Host-/);
  expect(browserOf(`theme=dark; ${setCookie.split(";")[0]}`, true)).toBe(hash);
  expect(browserOf(`theme=dark; ${setCookie.split(";")[0]}`, false)).toBeNull();
  expect(browserOf("ronda_browser=short", false)).toBeNull();
  expect(readCookie("a=1; b=2", "b")).toBe("2");
});

test("a turn is given to a network, as often as it is asked; without a trusted proxy to the socket's", () => {
  const incoming = (remoteAddress: string, forwarded?: string) =>
    ({ socket: { remoteAddress }, headers: forwarded ? { "x-forwarded-for": forwarded } : {} }) as never;
  const [direct, behind] = [clientReader(0), clientReader(1)];
  for (let n = 0; n < 1200; n++) {
    const message = `192.0.${n % 200}.${n % 7}`;
    expect(direct(incoming("::ffff:203.0.113.9", message))).toBe("203.0.113.0/24");
    expect(behind(incoming("203.0.113.9", `198.51.100.1, ${message}`))).toBe(`192.0.${n % 200}.0/24`);
  }
});
