import { expect, test } from "vitest";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl-name.ts";

test.each([
  ["Halloween Crawl", "Mexico City", "Halloween Crawl, Mexico City"],
  ["Ronda Oaxaca", "Oaxaca", "Ronda Oaxaca"],
  ["Ronda ciudad de México", "Ciudad de México", "Ronda ciudad de México"],
  ["Ronda San Cristóbal", "San Cristóbal de las Casas", "Ronda San Cristóbal, San Cristóbal de las Casas"],
])("%s in %s is %s", (title, city, name) => {
  expect(crawlInCity(title, city)).toBe(name);
});
