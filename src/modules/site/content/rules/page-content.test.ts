import { expect, test } from "vitest";
import type { Document, Questions } from "#src/locales/documents.ts";
import { draftOf, merged } from "#src/modules/site/content/rules/home-draft.ts";
import type { Live } from "#src/modules/site/content/rules/inline.ts";
import { emptyBlocks, gapsOf, pageIn } from "#src/modules/site/content/rules/page-content.ts";
import { pageErrors } from "#src/modules/site/content/rules/page-errors.ts";
import { asKind } from "#src/modules/site/content/rules/page-words.ts";

const LIVE: Live = {
  brand: "Noches",
  founded: "2019",
  email: "hola@ronda.example",
  phone: "",
  company: "Noches MX",
  methods: "card",
};
const head = { title: "Own title", description: "Own description", lead: "Own lead" };
const OWN: Document = { ...head, updated: null, contents: "Contents", sections: [] };
const FAQ: Questions = { ...head, contents: "Contents", groups: [], more: { title: "", text: "", action: "" } };

const terms = (content: unknown, locale: "en" | "es" = "en") =>
  pageIn({ page: "terms", locale, content, live: LIVE, own: OWN, updated: "today" });

test("what isn't written in a language stands in the other one, and says so; a head in neither is Ronda's", () => {
  const content = {
    title_es: "Términos",
    blocks: [
      { kind: "heading", id: "age", title: "Age" },
      { kind: "text", text: "18 at {company}", text_es: "18 en {company}" },
      { kind: "list", text_es: "uno\n\n dos " },
    ],
  };
  const { title, lead, langs, sections } = terms(content);
  expect([title, lead, langs]).toEqual(["Términos", "Own lead", { title: "es" }]);
  expect(sections).toEqual([
    { id: "age", title: "Age", blocks: [{ text: "18 at Noches MX" }, { items: ["uno", "dos"], lang: "es" }] },
  ]);
  expect(terms(content, "es").sections).toEqual([
    { id: "age", title: "Age", lang: "en", blocks: [{ text: "18 en Noches MX" }, { items: ["uno", "dos"] }] },
  ]);
  expect(gapsOf("terms", draftOf("terms", content))).toEqual({ en: 2, es: 1 });
});

test("there is no empty heading: empty blocks, headings over nothing and unknown kinds aren't shown", () => {
  const content = {
    blocks: [
      { kind: "text", text: "Before" },
      { kind: "heading", title: " " },
      { kind: "text", text: "More" },
      { kind: "heading", title: "Over nothing" },
      { kind: "script", text: "x" },
      { kind: "list", text: " \n " },
    ],
  };
  expect(terms(content).sections).toEqual([{ id: "start", title: "", blocks: [{ text: "Before" }, { text: "More" }] }]);
  expect(emptyBlocks("terms", draftOf("terms", content))).toEqual([1, 4, 5]);
  expect(terms({ blocks: [{ kind: "heading", title: "Alone" }] }).sections).toEqual([]);
});

test.each([null, 7, "x", [], {}, { blocks: {} }, { blocks: [null, 1, { kind: [] }] }])(
  "%j is Ronda's page",
  (content) => expect(terms(content)).toBe(OWN),
);

test("anchors are the same in both languages, and each names one thing", () => {
  const block = (title: string, more = {}) => [
    { kind: "heading", title, title_es: `${title} es`, ...more },
    { kind: "text", text: "x" },
  ];
  const content = {
    blocks: [...block("Qué, niño?"), ...block("Qué, niño?"), ...block("A", { id: "que-nino" }), ...block("¿?")],
  };
  const ids = (locale: "en" | "es") => terms(content, locale).sections.map(({ id }) => id);
  expect(ids("en")).toEqual(["que-nino", "que-nino-2", "que-nino-3", "part"]);
  expect(ids("es")).toEqual(ids("en"));
});

test("a question without its answer isn't shown", () => {
  const blocks = [
    { kind: "heading", title: "Group" },
    { kind: "question", title: "Only asked" },
    { kind: "question", title: "Pay?", text: "By {methods}" },
  ];
  const { groups } = pageIn({ page: "faq", locale: "en", content: { blocks }, live: LIVE, own: FAQ });
  expect(groups).toEqual([
    { id: "group", title: "Group", questions: [{ id: "pay", question: "Pay?", answer: "By card" }] },
  ]);
});

test("a page takes its own kinds of blocks, and links that lead somewhere", () => {
  const draft = draftOf("terms", {
    blocks: [
      { kind: "question", title: "?" },
      { kind: "text", text: "[x](ftp://a)" },
    ],
  });
  expect(pageErrors("terms", draft).map(({ path }) => path)).toEqual(["items.1.text", "items.0.kind"]);
});

test("a block that becomes another kind takes its text along", () => {
  const [item] = draftOf("terms", { blocks: [{ kind: "text", text: "Words", text_es: "Palabras" }] }).items;
  const heading = asKind(item!, "text", "heading");
  expect(heading).toMatchObject({ kind: "heading", title: "Words", title_es: "Palabras", text: "" });
  expect(asKind(heading, "heading", "list")).toMatchObject({ kind: "list", text: "Words", title: "" });
  const filled = { ...heading, text: "Kept" };
  expect(asKind(filled, "heading", "text")).toMatchObject({ kind: "text", title: "Words", text: "Kept" });
});

test("two who change different blocks of a page are both right; a new order is decided by its author", () => {
  const base = draftOf("terms", {
    blocks: [
      { kind: "text", text: "a" },
      { kind: "text", text: "b" },
    ],
  });
  const over = (at: number, text: string) => ({
    ...base,
    items: base.items.map((item, place) => (place === at ? { ...item, text } : item)),
  });
  const met = merged(base, over(0, "mine"), over(1, "theirs"), true);
  expect([met.draft.items.map(({ text }) => text), met.both]).toEqual([["mine", "theirs"], []]);
  expect(merged(base, over(0, "mine"), over(0, "theirs"), true).both).toEqual(["items.0.text"]);
  expect(merged(base, over(0, "mine"), { ...base, items: base.items.slice(1) }, true).both).toEqual(["items"]);
});
