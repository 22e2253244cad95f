import { expect, test } from "vitest";
import { drawStatement } from "#src/modules/partners/commission/draw-statement.server.ts";
import { drawList } from "#src/modules/office/night/draw-list.server.ts";
import { drawReceipts } from "#src/modules/books/receipts/draw-receipts.server.ts";
import { squaresOf } from "#src/modules/site/media/draw-qr.server.ts";
import { drawTickets } from "#src/modules/evening/tickets/draw-tickets.server.ts";
import { drawSettlement } from "#src/modules/evening/vouchers/draw-settlement.server.ts";
import { overprints, type TextInPdf, textsIn } from "#tests/texts-in-pdf.ts";

// Every paper with texts as long as a form lets them be, in several scripts: nothing is printed over anything else, or beside the
// page, and amounts are whole.

const LONG = {
  "one word": "Wolfeschlegelsteinhausenbergerdorff".repeat(3),
  "many words": "María de los Ángeles Guadalupe ".repeat(8),
  Vietnamese: "Nguyễn Thị Ánh Tuyết ".repeat(8),
  Korean: "김민준".repeat(40),
  Chinese: "欧阳静怡".repeat(40),
  Arabic: "محمد علي الأحمد ".repeat(10),
  Cyrillic: "Дмитрий Щёголев ".repeat(10),
  short: "Al",
};
const AMOUNT = "MX$12,345,678.90";
const brand = { colour: "#dc1846", text: "#ffffff", logo: null, name: "Ronda" };

const PAPERS: Record<string, { size: [number, number]; amounts: number; draw: (text: string) => Promise<Buffer> }> = {
  tickets: {
    size: [420, 595],
    amounts: 0,
    draw: (text) =>
      drawTickets({
        title: text,
        brand,
        heading: text,
        crawl: text,
        reference: "RND-4F7K2M",
        show: text,
        small: [text, text],
        test: text,
        tickets: [1, 2].map(() => ({
          qr: squaresOf("x".repeat(150), "M"),
          position: text,
          code: text,
          facts: [1, 2, 3, 4].map(() => [text, text] as const),
        })),
      }),
  },
  list: {
    size: [595, 842],
    amounts: 0,
    draw: (text) =>
      drawList({
        title: text,
        heading: text,
        lines: [text, text],
        empty: text,
        page: "Page {n} of {of}",
        parties: [1, 2, 3].map(() => ({
          name: text,
          people: "100 people",
          note: text,
          guests: Array.from({ length: 21 }, () => ({ name: text, code: "ABC DEF", isIn: true })),
        })),
      }),
  },
  receipts: {
    size: [420, 595],
    amounts: 5,
    draw: (text) =>
      drawReceipts({
        title: text,
        brand,
        small: text,
        receipts: [
          {
            title: "Receipt 2026-000123",
            seller: [text, text, text, text],
            facts: Array.from({ length: 8 }, () => [text, text] as const),
            items: [
              [text, AMOUNT],
              [text, AMOUNT],
            ],
            total: [text, AMOUNT],
            within: [
              [text, AMOUNT],
              [text, AMOUNT],
            ],
            test: text,
          },
        ],
      }),
  },
  "receipt with many lines": {
    size: [420, 595],
    amounts: 40 + 3,
    draw: (text) =>
      drawReceipts({
        title: text,
        brand,
        small: text,
        receipts: [
          {
            title: "Receipt 2026-000123",
            seller: [text, text],
            facts: [[text, text] as const],
            items: Array.from({ length: 40 }, () => [text, AMOUNT] as const),
            total: [text, AMOUNT],
            within: [
              [text, AMOUNT],
              [text, AMOUNT],
            ],
            test: text,
          },
        ],
      }),
  },
  statement: {
    size: [420, 595],
    amounts: 2 * 20 + 2,
    draw: (text) =>
      drawStatement({
        title: text,
        brand,
        number: text,
        name: text,
        facts: [text, text, text],
        columns: ["Booking", "Night", "Guests", "Sale", "Share"],
        rows: Array.from({ length: 20 }, () => [text, text, "2 of 3", AMOUNT, AMOUNT]),
        sums: [
          [text, AMOUNT],
          [text, AMOUNT],
        ],
        page: "Page {page} of {pages}",
      }),
  },
  settlement: {
    size: [420, 595],
    amounts: 16,
    draw: (text) =>
      drawSettlement({
        title: text,
        brand,
        month: text,
        bar: text,
        head: ["Night", "Drinks", "Amount"],
        nights: Array.from({ length: 15 }, () => [text, "1,200", AMOUNT] as const),
        total: [text, "18,000", AMOUNT],
      }),
  },
};

const isBeside =
  ([width, height]: [number, number]) =>
  (one: TextInPdf) =>
    one.x < 20 || one.x + one.width > width - 18 || one.y < 20 || one.y + one.height > height - 8;

test.each(
  Object.entries(PAPERS).flatMap(([paper, how]) => Object.entries(LONG).map((text) => [paper, ...text, how] as const)),
)("%s with %s", async (_paper, _name, text, { draw, size, amounts }) => {
  const pages = await textsIn(await draw(text));
  expect(pages.length).toBeGreaterThan(0);
  for (const texts of pages) {
    expect(overprints(texts)).toEqual([]);
    expect(texts.filter(isBeside(size))).toEqual([]);
    expect(texts.filter(({ isMissing }) => isMissing)).toEqual([]);
  }
  const all = pages
    .flat()
    .map((one) => one.text.replaceAll(/\s/g, ""))
    .join(" ");
  expect(all.split(AMOUNT).length - 1).toBe(amounts);
});

test("each ticket has its own name, place and code, and what all have in common", async () => {
  const names = ["Ana Ruiz", "Zoë Bell", ""];
  const file = await drawTickets({
    title: "RND-4F7K2M",
    brand,
    heading: "Friday, November 14",
    crawl: "Roma Norte",
    reference: "RND-4F7K2M",
    show: "Show this",
    small: ["Adults only."],
    test: null,
    tickets: names.map((name, n) => ({
      qr: squaresOf("x".repeat(150), "M"),
      position: `Ticket ${n + 1} of 3`,
      code: `Code ${n}`,
      facts: [
        ["Time", "9:00 PM"],
        ["Name", name],
        ["City", "Mexico City"],
      ],
    })),
  });
  const pages = (await textsIn(file)).map((texts) => texts.map(({ text }) => text).toSorted());
  const same = ["9:00 PM", "Adults only.", "City", "Friday, November 14", "Mexico City", "Name"];
  const more = ["RND-4F7K2M · Show this", "Roma Norte", "Time"];
  expect(pages).toEqual(
    names.map((name, n) =>
      [...same, ...more, ...[name].filter(Boolean), `Ticket ${n + 1} of 3`, `Code ${n}`].toSorted(),
    ),
  );
});

test("texts over each other are found", () => {
  const one = { text: "a", x: 10, y: 10, width: 50, height: 8, isMissing: false };
  expect(overprints([one, { ...one, x: 55, y: 14 }])).toHaveLength(1);
  expect(overprints([one, { ...one, x: 61 }, { ...one, y: 19 }])).toEqual([]);
});
