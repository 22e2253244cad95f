import { readFileSync } from "node:fs";
import fc from "fast-check";
import { create } from "fontkit";
import { describe, expect, test } from "vitest";
import { openPdf } from "#src/modules/site/media/draw-paper.server.ts";
import { drawLine, drawLines, linesOf, printable, widthOf } from "#src/modules/site/media/draw-text.server.ts";
import { forDocument, shared } from "#src/modules/site/media/shape-words.server.ts";
import { textsIn } from "#tests/texts-in-pdf.ts";

const NAMES = [
  "Sofía Núñez",
  "Łukasz Dvořák",
  "Nguyễn Thị Ánh Tuyết",
  "Дмитрий Щёголев",
  "Ελένη Παπαδοπούλου",
  "김민준",
  "欧阳静怡",
  "佐藤 さくら",
  "אברהם כהן",
  "محمد علي الأحمد",
  "สมชาย ใจดี",
  "ნინო ბერიძე",
  "Արամ Խաչատրյան",
  "प्रिया शर्मा",
];
const place = { x: 40, y: 40, width: 300, face: "bold", size: 12, colour: "#1d1016" } as const;

async function written(draw: (pdf: ReturnType<typeof openPdf>["pdf"]) => void) {
  const { pdf, done } = openPdf("names", [400, 400]);
  pdf.addPage();
  draw(pdf);
  pdf.end();
  const content = await done;
  return { content, texts: (await textsIn(content)).flat() };
}

test.each(NAMES)("%s is written as it is, with letters that the file has", async (name) => {
  const { texts, content } = await written((pdf) => drawLine(pdf, name, place));
  // the words may stand in several runs, right to left in the order in which they are seen
  const letters = (text: string) =>
    text
      .normalize("NFKC")
      .replaceAll(/[\s\p{M}\p{Cc}]/gu, "")
      .split("")
      .toSorted()
      .join("");
  expect(letters(texts.map(({ text }) => text).join(""))).toBe(letters(name));
  expect(texts.every(({ isMissing }) => !isMissing)).toBe(true);
  expect(content.length).toBeLessThan(40_000);
});

test("text from right to left is seen in its order, numbers and brackets included", async () => {
  const order = async (text: string) =>
    (await written((pdf) => drawLine(pdf, text, place))).texts
      .toSorted((a, b) => a.x - b.x)
      .map(({ text: one }) => one);
  // the first word is the rightmost
  const result = await order("כהן 12 (אב)");
  expect(result.join("").replaceAll(" ", "")).toMatch(/^\(.*\)12/);
  expect((await order("Ana כהן Ruiz")).map((one) => one.trim())).toEqual(["Ana", "כהן", "Ruiz"]);
});

describe("a text of any length", () => {
  const long = [
    "Wolfeschlegelsteinhausenbergerdorff".repeat(4),
    "María de los Ángeles ".repeat(20),
    "김".repeat(300),
    "محمد ".repeat(80),
    "👩‍👩‍👧‍👦".repeat(50),
    "e" + "\u0301".repeat(500),
  ];
  test.each(long)("%# stays within its line and its lines", async (text) => {
    const { texts } = await written((pdf) => {
      drawLine(pdf, text, place);
      expect(drawLines(pdf, text, { ...place, y: 80, most: 2, step: 14 })).toBeLessThanOrEqual(108);
      for (const line of linesOf(pdf, text, { ...place, most: 3 }))
        expect(widthOf(pdf, line, "bold", 12)).toBeLessThanOrEqual(300.1);
    });
    for (const { x, width } of texts) {
      expect(x).toBeGreaterThanOrEqual(39.9);
      expect(x + width).toBeLessThanOrEqual(340.5);
    }
  });

  test("is cut with an ellipsis, and only then", async () => {
    const { pdf } = openPdf("names", [400, 400]);
    expect(linesOf(pdf, "Ana Ruiz", { ...place, most: 1 })).toEqual(["Ana Ruiz"]);
    expect(linesOf(pdf, "Ana Ruiz ".repeat(9), { ...place, most: 1 })[0]).toMatch(/^Ana.*[^ ]…$/);
    expect(linesOf(pdf, "Ana Ruiz ".repeat(9), { ...place, most: 9 }).join(" ")).toBe("Ana Ruiz ".repeat(9).trim());
    expect(linesOf(pdf, "", { ...place, most: 2 })).toEqual([]);
  });
});

test.each([1, 2, 3])("a text that is cut after %d lines loses its end, and nothing before it", async (most) => {
  const { pdf } = openPdf("names", [400, 400]);
  const bare = (text: string) => text.replaceAll(/[ …]/g, "");
  for (const name of [
    "Maximiliano Alejandro Bartholomew von Hohenzollern-Sigmaringen y de la Torre Villavicencio".repeat(2),
    "Ana ".repeat(60),
    "Wolfeschlegelsteinhausenbergerdorff".repeat(6),
  ]) {
    const lines = linesOf(pdf, name, { ...place, width: 150, most });
    expect(lines).toHaveLength(most);
    expect(lines.at(-1)).toMatch(/…$/);
    expect(bare(name).startsWith(bare(lines.join("")))).toBe(true);
  }
});

test("what is right-aligned or centred ends there", async () => {
  const { texts } = await written((pdf) => {
    drawLine(pdf, "Ana", { ...place, align: "right" });
    drawLine(pdf, "김민준", { ...place, y: 80, align: "center" });
  });
  const [right, centre] = texts;
  expect(right!.x + right!.width).toBeCloseTo(340, 0);
  expect(centre!.x + centre!.width / 2).toBeCloseTo(190, 0);
});

test.each([
  ["Sofía Núñez", "Sofía Núñez"],
  ["Ana 🎉👩🏽‍🚀 Ruiz", "Ana Ruiz"],
  ["Birthday 🎂, two vegans", "Birthday, two vegans"],
  ["🇲🇽", ""],
  ["Дмитрий Ош", "Дмитрий Ош"],
  ["\u202eשלום\u202c", "שלום"],
  ["王小明 (VIP)", "王小明 (VIP)"],
  ["Zoe\u0308 \u0000\n\tBell", "Zoë Bell"],
  // a joiner belongs to the word in Persian
  ["علی\u200cرضا", "علی\u200cرضا"],
  // what no font has, in Latin letters: Cherokee
  ["ᏣᎳᎩ", "TsaLaGi"],
])("%s is printed %s", (text, printed) => expect(printable(text)).toBe(printed));

test.each(["display", "regular", "bold"])("words of the face %s stand as fontkit shapes them", (face) => {
  const font = create(readFileSync(`src/ui/fonts/paper-${face}.ttf`));
  const [quick, whole] = [shared(font), forDocument(font)];
  const lettersOf = ({ glyphs, positions }: ReturnType<typeof quick.layout>) =>
    glyphs.map(({ id, codePoints, advanceWidth }, i) => ({ id, codePoints, advanceWidth, ...positions[i] }));
  const isSame = (text: string) => expect(lettersOf(quick.layout(text))).toEqual(lettersOf(whole.layout(text)));
  const letters = "abcdefghijklmnopqrstuvwxyzáéíóúñüABCDEFGHIJKLMNOPQRSTUVWXYZÁÉÑ0123456789.,:;–’-/()$ ".split("");
  const word = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(word, (chosen) => {
      isSame(chosen.join(""));
    }),
    { numRuns: 500 },
  );
  for (const text of ["AVATAR ", "Tyger, ", "fi", "ffl", "1/2"]) isSame(text);
});

test("a letter can be copied from each document, also where another had it as part of a letter", async () => {
  for (const name of ["Zoé", "Zoe", "Núñez", "Nunez"]) {
    const { texts } = await written((pdf) => drawLine(pdf, name, place));
    expect(texts.map(({ text }) => text)).toEqual([name]);
  }
});
