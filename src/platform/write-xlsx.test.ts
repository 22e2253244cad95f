import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import type { Cell } from "#src/kernel/sheet.ts";
import { xlsx } from "#src/platform/write-xlsx.server.ts";

async function* inParts(...parts: Cell[][][]) {
  yield* parts;
}

async function sheetOf(head: string[], ...parts: Cell[][][]): Promise<{ sheet: string; files: string[] }> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of xlsx("Bookings", { head, parts: inParts(...parts) })) chunks.push(chunk);
  const files = unzipSync(Buffer.concat(chunks));
  return { sheet: strFromU8(files["xl/worksheets/sheet1.xml"]!), files: Object.keys(files) };
}

test("a workbook has the parts that spreadsheets look for", async () => {
  const { files } = await sheetOf(["Name"]);
  expect(files.toSorted()).toEqual([
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "xl/workbook.xml",
    "xl/worksheets/sheet1.xml",
  ]);
});

test("rows of all parts follow the head, in order", async () => {
  const { sheet } = await sheetOf(["Name"], [["a"], ["b"]], [["c"]]);
  expect([...sheet.matchAll(/<t [^>]*>([^<]*)<\/t>/g)].map(([, text]) => text)).toEqual(["Name", "a", "b", "c"]);
});

test("what looks like a formula is a text in its cell", async () => {
  const { sheet } = await sheetOf(["Name"], [['=HYPERLINK("http://x","y")', "+1", "<b>&\u0000"]]);
  expect(sheet).not.toContain("<f>");
  expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(&quot;http://x&quot;,&quot;y&quot;)');
  expect(sheet).toContain("&lt;b&gt;&amp;<");
});

test("money, dates and moments are numbers with a format", async () => {
  const { sheet } = await sheetOf(
    ["x"],
    [[{ money: 64_050 }, { date: "2026-11-20" }, { moment: "2026-11-20T12:00:00" }, 3]],
  );
  expect(sheet).toContain(
    '<c s="1"><v>640.5</v></c><c s="2"><v>46346</v></c><c s="3"><v>46346.5</v></c><c><v>3</v></c>',
  );
});

test("what fails while rows are read fails the file, and nothing else", async () => {
  async function* broken() {
    yield [["a"]];
    throw new Error("the database is away");
  }
  const read = async () => {
    for await (const chunk of xlsx("Bookings", { head: ["Name"], parts: broken() }))
      expect(chunk.length).toBeGreaterThan(0);
  };
  await expect(read()).rejects.toThrow("the database is away");
});

test("a reader who stops gets no more rows", async () => {
  let portions = 0;
  async function* endless() {
    for (;;) yield [[String(portions++)]];
  }
  for await (const chunk of xlsx("Bookings", { head: ["Name"], parts: endless() })) if (chunk.length > 0) break;
  expect(portions).toBeLessThan(10);
});

test("long sheets are compressed, and read back as written", async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => [`Guest ${n}`, n]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of xlsx("Bookings", { head: ["Name", "Number"], parts: inParts(rows, rows) }))
    chunks.push(chunk);
  const file = Buffer.concat(chunks);
  const text = strFromU8(unzipSync(file)["xl/worksheets/sheet1.xml"]!);
  expect(text.match(/<row>/g)).toHaveLength(10_001);
  expect(text).toContain("Guest 4999</t></is></c><c><v>4999</v></c></row></sheetData></worksheet>");
  expect(file.length).toBeLessThan(text.length / 8);
});
