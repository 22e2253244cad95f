import { expect, test } from "vitest";
import { resolveSite, sitesServed } from "#src/platform/site.server.ts";

const configured = {
  BASE_URL: "https://ronda.example",
  SITE: undefined,
  SITE_ORIGINS: ["https://oaxaca.example", "https://costa.example:8443"],
  production: true,
};
const OURS = "https://ronda.example";

test.each([
  ["ronda.example", "cdmx", OURS],
  ["oaxaca.example", "oaxaca", "https://oaxaca.example"],
  ["OAXACA.Example:443", "oaxaca", "https://oaxaca.example"],
  ["costa.example:8443", "cdmx", "https://costa.example:8443"],
  ["costa.example", "cdmx", OURS],
  // the spec's rule picks content by what the host contains, but such a host is not trusted
  ["oaxaca.evil.example", "oaxaca", OURS],
  ["oaxaca.example.evil.example", "oaxaca", OURS],
  ["evil.example/oaxaca.example", "oaxaca", OURS],
  ["puerto-vallarta.evil.example", "puerto_vallarta", OURS],
  ["evil.example", "cdmx", OURS],
  ["", "cdmx", OURS],
  [null, "cdmx", OURS],
] as const)("the host %s shows %s as %s", (host, site, origin) =>
  expect(resolveSite(configured, { host })).toEqual({ site, origin }),
);

test.each([
  ["?site=oaxaca", false, undefined, "oaxaca"],
  ["?crawl=1&site=puerto_vallarta", false, undefined, "puerto_vallarta"],
  ["?site=oaxaca", true, undefined, "cdmx"],
  ["?site=atlantis", false, undefined, "cdmx"],
  ["?website=oaxaca", false, undefined, "cdmx"],
  ["", true, "oaxaca", "oaxaca"],
  ["?site=cdmx", false, "oaxaca", "cdmx"],
  ["?site=cdmx", true, "oaxaca", "oaxaca"],
] as const)("the query %s, in production: %s, with SITE=%s shows %s", (search, production, SITE, site) =>
  expect(resolveSite({ ...configured, production, SITE }, { host: "ronda.example", search }).site).toBe(site),
);

test.each([
  ["its addresses'", configured, "cdmx", ["cdmx", "oaxaca"]],
  ["one alone", { ...configured, SITE: "oaxaca" as const }, "oaxaca", ["oaxaca"]],
  ["where somebody is, too", { ...configured, SITE_ORIGINS: [] }, "puerto_vallarta", ["cdmx", "puerto_vallarta"]],
] as const)("the sites served are %s", (_, settings, here, sites) =>
  expect(sitesServed(settings, here)).toEqual(sites),
);
