import fs from "node:fs";
import { expect, test } from "vitest";
import { LOCALES } from "#src/kernel/localized.ts";
import type { Block } from "#src/locales/documents.ts";
import { readAbout, readDocument, readQuestions } from "#src/locales/documents.server.ts";

const wordsOf = (blocks: readonly Block[]) => blocks.flatMap((block) => ("text" in block ? [block.text] : block.items));

const METHODS = ["card", "apple_pay", "paypal"];

/** The form of a text that counts where payment companies take the money, or where guests pay us directly. */
const formOf = (text: string, online: boolean): string =>
  text.replace(/^\{online, select, no \{(.+)\} other \{(.+)\}\}$/, online ? "$2" : "$1");

test.each(
  LOCALES.flatMap((locale) =>
    (["terms", "privacy"] as const).flatMap((name) => [true, false].map((online) => [name, locale, online] as const)),
  ),
)(
  "%s in %s, paid online: %s, every section has a heading and a text, and every text of the file is shown",
  async (name, locale, online) => {
    const { title, description, lead, updated, sections } = await readDocument(name, locale, online);
    for (const { id, title: heading, blocks } of sections)
      expect([id, heading !== "", wordsOf(blocks).length > 0]).toEqual([id, true, true]);
    const output = [title, description, lead, updated, ...sections.flatMap((s) => [s.title, ...wordsOf(s.blocks)])];
    const file = JSON.parse(fs.readFileSync(`src/locales/${locale}/documents.json`, "utf8")) as Record<string, string>;
    const written = Object.entries(file).filter(([id]) => id.startsWith(`documents.${name}.`));
    expect(output.filter((text) => text !== null).toSorted()).toEqual(
      written.map(([, text]) => formOf(text, online)).toSorted(),
    );
  },
);

test("sections, questions and stops stand in the same order in both languages, so that a link fits both", async () => {
  const shape = async (locale: "en" | "es") => {
    const [terms, privacy] = [await readDocument("terms", locale, true), await readDocument("privacy", locale, true)];
    const [faq, about] = [await readQuestions(locale, METHODS), await readAbout(locale)];
    return {
      documents: [terms, privacy].map((d) => d.sections.map((s) => [s.id, s.blocks.map((b) => Object.keys(b)[0])])),
      faq: faq.groups.map((group) => [group.id, group.questions.map((one) => one.id)]),
      about: [about.sections.map((s) => s.id), about.route.stops.length],
    };
  };
  expect(await shape("es")).toEqual(await shape("en"));
});

test("an anchor names one thing on its page", async () => {
  const { groups } = await readQuestions("en", METHODS);
  const ids = groups.flatMap((group) => [group.id, ...group.questions.map((one) => one.id)]);
  expect(ids.length).toBe(new Set(ids).size);
});

test.each([
  ["en", ["Last updated May 21, 2025", "more than 24 hours", "no-shows", "arrive late", "xtreme weather", "18"]],
  ["es", ["21 de mayo de 2025", "más de 24 horas", "no llegas", "llegas tarde", "clima extremo", "18"]],
] as const)("the terms in %s say what the product does: %j", async (locale, expected) => {
  const { updated, sections } = await readDocument("terms", locale, true);
  const text = [updated, ...sections.flatMap(({ blocks }) => wordsOf(blocks))].join(" ");
  for (const words of expected) expect(text).toContain(words);
});

test.each([
  ["en", ["name", "email address", "phone number", "nationality", "payment details", "usage data"]],
  ["es", ["nombre", "correo electrónico", "teléfono", "nacionalidad", "datos de pago", "datos de uso"]],
] as const)("the privacy policy in %s names everything that is collected: %j", async (locale, collected) => {
  const { sections } = await readDocument("privacy", locale, true);
  const text = wordsOf(sections.find(({ id }) => id === "data")!.blocks)[0];
  for (const words of collected) expect(text).toContain(words);
});

test.each([
  ["en", METHODS, "By card, Apple Pay, or PayPal, in Mexican pesos"],
  ["en", ["card"], "By card, in Mexican pesos"],
  ["es", [...METHODS, "oxxo"], "Con tarjeta, Apple Pay, PayPal o efectivo en OXXO, en pesos"],
  ["es", [], "Al pagar ves las formas de pago, en pesos"],
] as const)("in %s with %j the answer on paying is: %s", async (locale, methods, expected) => {
  const { groups } = await readQuestions(locale, methods);
  const pay = groups.flatMap(({ questions }) => questions).find(({ id }) => id === "pay");
  expect(pay?.answer).toContain(expected);
});
