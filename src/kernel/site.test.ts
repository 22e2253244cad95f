import { expect, test } from "vitest";
import { showsOnSite, siteOfHost } from "#src/kernel/site.ts";

test.each([
  ["ronda.test", "cdmx"],
  ["oaxaca.ronda.test", "oaxaca"],
  ["www.PuertoVallarta-ronda.test", "puerto_vallarta"],
  ["puerto-vallarta.ronda.test:3000", "puerto_vallarta"],
  ["", "cdmx"],
] as const)("%s is the site %s", (host, site) => expect(siteOfHost(host)).toBe(site));

test.each([
  ["Ronda Mexico City", "cdmx", true],
  ["Ronda San Cristóbal", "cdmx", false],
  ["Ronda San Cristobal", "cdmx", false],
  ["Puerto Vallarta nights", "cdmx", false],
  ["Puerto Vallarta nights", "puerto_vallarta", true],
  ["Ronda San Cristóbal", "oaxaca", true],
] as const)("%s on %s: %s", (title, site, shown) => expect(showsOnSite(title, site)).toBe(shown));
