import { expect, test } from "vitest";
import { hidingWords, siteOfHost } from "#src/kernel/site.ts";

test.each([
  ["ronda.test", "cdmx"],
  ["oaxaca.ronda.test", "oaxaca"],
  ["www.PuertoVallarta-ronda.test", "puerto_vallarta"],
  ["puerto-vallarta.ronda.test:3000", "puerto_vallarta"],
  ["", "cdmx"],
] as const)("%s is the site %s", (host, site) => expect(siteOfHost(host)).toBe(site));

test.each([
  ["Ronda Mexico City", "cdmx", null],
  ["Ronda San Cristóbal", "cdmx", "San Cristóbal"],
  ["Ronda San Cristobal", "cdmx", "San Cristobal"],
  ["Puerto Vallarta nights", "cdmx", "Puerto Vallarta"],
  ["Puerto Vallarta nights", "puerto_vallarta", null],
  ["Ronda San Cristóbal", "oaxaca", null],
] as const)("%s is hidden on %s by %s", (title, site, words) => expect(hidingWords(title, site)).toBe(words));
