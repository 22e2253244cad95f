import { expect, test } from "vitest";
import { MOST_FILE_BYTES, MOST_ROWS } from "#src/modules/office/importing/rules/fields.ts";
import { readTable } from "#src/modules/office/importing/read-table.server.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (sign) => (sign === "€" ? 0x80 : sign.charCodeAt(0)));
const utf16 = (text: string) =>
  new Uint8Array([0xff, 0xfe, ...new Uint8Array(Uint16Array.from(text, (sign) => sign.charCodeAt(0)).buffer)]);

test.each([
  ["commas", bytes("Name,City\r\nAna,Méx\r\n")],
  ["semicolons", bytes("Name;City\nAna;Méx")],
  ["tabs", bytes("Name\tCity\nAna\tMéx")],
  ["a byte order mark", bytes("\ufeffName,City\nAna,Méx")],
  ["an old Windows", latin("Name;City\r\nAna;Méx")],
  ["UTF-16", utf16("\ufeffName,City\nAna,Méx".slice(1))],
  ["quotes", bytes('"Name","City"\n"Ana","Méx"')],
])("a file with %s is read", async (_, file) =>
  expect(await readTable(file)).toMatchObject({
    ok: true,
    table: { heads: ["Name", "City"], rows: [{ line: 2, cells: ["Ana", "Méx"] }] },
  }),
);

test("quoted cells hold separators, quotes and lines, and each row knows its own line", async () => {
  const text = 'Name,Notes\n"Ruiz, Ana","says ""hi""\nand more"\n\n   ,\nBea,x\n';
  expect(await readTable(bytes(text))).toMatchObject({
    table: {
      rows: [
        { line: 2, cells: ["Ruiz, Ana", 'says "hi"\nand more'] },
        { line: 6, cells: ["Bea", "x"] },
      ],
    },
  });
});

test("heads without a text, or with one that stands twice, get one of their own", async () =>
  expect(await readTable(bytes("Name,,Name,Name (2)\n1,2,3,4"))).toMatchObject({
    table: { heads: ["Name", "#2", "Name (2)", "Name (2) (2)"] },
  }));

test("what was written so that no spreadsheet runs it is read as it was", async () =>
  expect(await readTable(bytes("Name\n'=1+1\n"))).toMatchObject({ table: { rows: [{ cells: ["=1+1"] }] } }));

test.each([
  ["too large", new Uint8Array(MOST_FILE_BYTES + 1), "file_too_large"],
  ["a workbook", new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 1]), "file_unreadable"],
  ["empty", bytes(""), "file_empty"],
  ["heads alone", bytes("Name,Email\n\n"), "file_empty"],
  ["too long", bytes(`Name\n${"x\n".repeat(MOST_ROWS + 1)}`), "file_too_long"],
  ["too wide", bytes(`${"a,".repeat(300)}\n1`), "file_too_wide"],
  ["a quote that doesn't end", bytes('Name\n"Ana\nBea'), "file_unreadable"],
])("a file that is %s is refused", async (_, file, reason) =>
  expect(await readTable(file)).toMatchObject({ ok: false, reason }),
);
