import { expect, test } from "vitest";
import {
  colourFault,
  daysOf,
  DRAWN_ID,
  idTyped,
  leadsTo,
  newQrId,
  targetsOf,
  toWhatIsSeen,
} from "#src/modules/sales/affiliates/rules/qr-code.ts";
import { fileNamed, fileName } from "#src/modules/partners/partner-admin/rules/qr-file.ts";

test.each([
  ["#000000", "#ffffff", null],
  ["#1d1016", "#fff8f2", null],
  ["#840e2a", "#ffe6eb", null],
  ["#ffffff", "#000000", "inverted"],
  ["#ffb000", "#1d1016", "inverted"],
  ["#ffffff", "#ffffff", "contrast"],
  ["#dc1846", "#ffffff", "contrast"],
  ["#777777", "#ffffff", "contrast"],
  ["#000000", "#808080", "dark_ground"],
  ["#000000", "#12908c", "dark_ground"],
])("%s on %s: %s", (foreground, background, fault) => expect(colourFault(foreground, background)).toBe(fault));

const crawl = { title: "Ronda San Cristóbal", on_every_site: false, is_active: true, is_city_active: true };
const code = { id: "k7m2x", target: "/crawls/mexico-city", is_active: true, affiliate: "CASA-77", crawl };
test.each([
  ["a partner's", code, "en", "/crawls/mexico-city?affiliate=CASA-77&qr=k7m2x"],
  ["a partner's, in Spanish", code, "es", "/es/crawls/mexico-city?affiliate=CASA-77&qr=k7m2x"],
  ["one that leads home", { ...code, target: "/" }, "es", "/es?affiliate=CASA-77&qr=k7m2x"],
  ["one of our own", { ...code, affiliate: null }, "en", "/crawls/mexico-city?qr=k7m2x"],
  ["one that is off", { ...code, is_active: false }, "en", "/crawls/mexico-city"],
  ["an unknown one", null, "es", "/es"],
  ["one with another host", { ...code, target: "//evil.example" }, "en", "/?affiliate=CASA-77&qr=k7m2x"],
  ["one with a backslash", { ...code, target: "/\\evil.example" }, "en", "/?affiliate=CASA-77&qr=k7m2x"],
  ["one with a query", { ...code, target: "/crawls?next=x" }, "en", "/?affiliate=CASA-77&qr=k7m2x"],
] as const)("%s leads to %s", (_, scanned, locale, address) => expect(leadsTo(scanned, locale)).toBe(address));

test("every page to choose is one that a code leads to", () => {
  const targets = targetsOf([{ id: "oaxaca", name: "Oaxaca" }], [{ slug: "vip_1-a", title: "VIP" }]);
  for (const { path } of targets) expect(leadsTo({ ...code, target: path }, "en").split("?")[0]).toBe(path);
});

test("ids are drawn as their forms send them, and typed as they are printed", () => {
  for (let i = 0; i < 200; i++) expect(newQrId()).toMatch(DRAWN_ID);
  expect([idTyped(" K7M2X "), idTyped("door_2"), idTyped("a b"), idTyped(""), idTyped("é")]).toEqual([
    "K7M2X",
    "door_2",
    null,
    null,
    null,
  ]);
});

test("a period has every day of it, also those without a scan", () => {
  const days = daysOf("2026-03-02", 7, [{ day: "2026-02-28", scans: 3 }]);
  expect(days.map(({ day }) => day)).toEqual(
    ["24", "25", "26", "27", "28"].map((d) => `2026-02-${d}`).concat("2026-03-01", "2026-03-02"),
  );
  expect(days.map(({ scans }) => scans)).toEqual([0, 0, 0, 0, 3, 0, 0]);
});

test.each(["code.svg", "code-1024.png", "poster-a4-both.pdf", "tent-letter-es.pdf"])("%s is a file", (name) =>
  expect(fileName(fileNamed(name)!)).toBe(name),
);
test.each(["code-1000.png", "poster-a5-both.pdf", "poster-a4.pdf", "../code.svg", "constructor"])(
  "%s is none",
  (name) => expect(fileNamed(name)).toBeNull(),
);

test.each([
  ["its crawl's page", code, "oaxaca", "/crawls/mexico-city"],
  ["home where the site hides that by its title", code, "cdmx", "/"],
  [
    "its page where the operator overrules that",
    { ...code, crawl: { ...crawl, on_every_site: true } },
    "cdmx",
    code.target,
  ],
  ["home where it is hidden", { ...code, crawl: { ...crawl, is_active: false } }, "oaxaca", "/"],
  ["home where there is none", { ...code, crawl: null }, "oaxaca", "/"],
  ["another page all the same", { ...code, target: "/book-now", crawl: null }, "cdmx", "/book-now"],
] as const)("a code about a crawl leads to %s", (_, scanned, site, target) =>
  expect(toWhatIsSeen(scanned, site).target).toBe(target),
);
