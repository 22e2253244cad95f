import fs from "node:fs";
import { expect, test } from "vitest";

// A text that is the same in both languages has usually been left untranslated. These are rightly the same.

const ALIKE = new Set([
  // names and formats
  "A4",
  "No",
  "PNG {size} px",
  "QR",
  "SVG",
  "Webhook",
  "Webhooks",
  "Widget",
  "Apple Pay",
  "CLABE",
  "English",
  "Español",
  "Facebook",
  "Google Calendar",
  "Google Pay",
  "Instagram",
  "Oaxaca",
  "OXXO",
  "SPEI",
  "Outlook",
  "PayPal",
  "Puerto Vallarta",
  "Re: {subject}",
  "RFC",
  "RFC {rfc}",
  "Roma–Condesa",
  "Twitter",
  // words that Spanish shares
  "agave",
  "jacaranda",
  "nopal",
  "normal",
  "widget",
  "Admin",
  "Bar",
  "CSV",
  "Marketing",
  "Subtotal",
  "Total",
  "Total {currency}",
  "Total {total}",
  "admin",
  "no",
  // hours, prices and units
  "4–5 h",
  "12 m",
  "30 d",
  "400 MXN / 20 USD",
  "7 d",
  "90 d",
  "centavos",
  "pesos",
  "min",
  // colors
  "Agave",
  "Color",
  "Jacaranda",
  "Nopal",
  // an address, and texts meant for readers of the other language
  "/crawls/",
  "/cities/",
  "Nuestra guía está enferma y no encontramos quién la cubra.",
  "Our guide is sick and we couldn’t find anyone to fill in.",
  "PAGO DE PRUEBA: no es dinero real",
  "TEST PAYMENT: no real money",
]);

/** The tax authority's list of regimes has one language. */
const isTaxRegime = (id: string) => id.startsWith("payments-manage.regime.");
/** Texts of placeholders only can't be translated: `{date}, {time}`. */
const hasWords = (text: string) => /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ""));

const read = (language: string, area: string) =>
  JSON.parse(fs.readFileSync(`src/locales/${language}/${area}`, "utf8")) as Record<string, string>;
const alike = fs.globSync("**/*.json", { cwd: "src/locales/en" }).flatMap((area) => {
  const es = read("es", area);
  return Object.entries(read("en", area)).filter(([id, text]) => es[id] === text && hasWords(text));
});

test("no text is the same in both languages but for those that are rightly alike", () =>
  expect(alike.filter(([id, text]) => !isTaxRegime(id) && !ALIKE.has(text))).toEqual([]));

test("and nothing counts as rightly alike that isn't alike any more", () => {
  const texts = new Set(alike.map(([, text]) => text));
  expect([...ALIKE].filter((text) => !texts.has(text))).toEqual([]);
  expect(alike.some(([id]) => isTaxRegime(id))).toBe(true);
});
