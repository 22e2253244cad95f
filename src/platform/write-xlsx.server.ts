import { Zip, ZipDeflate } from "fflate";
import type { Cell, Row, Sheet } from "#src/kernel/sheet.ts";

// The minimum of ECMA-376 that a spreadsheet needs. Styles are indexes into cellXfs: 1 money, 2 date, 3 date and time, 4
// header.
const STYLE = { money: 1, date: 2, moment: 3, head: 4 };
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
export const XLSX_TYPE = `${TYPE}.sheet`;

/** The files around the sheet. Formats 14 and 22 are the built-in ones that programs show in the reader's own locale. */
const frame = (name: string): Record<string, string> => ({
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/styles.xml": `<styleSheet ${MAIN}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
});

const SHEET = "xl/worksheets/sheet1.xml";
const sheetHead = (columns: number) =>
  `<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="18" customWidth="1"/></cols><sheetData>`;
const SHEET_END = "</sheetData></worksheet>";

/**
 * A workbook of one sheet, streamed in parts: nothing written is kept, so its length costs no memory. Texts are written as text
 * cells, which no program evaluates as formulas.
 */
export async function* xlsx(name: string, { head, parts }: Sheet): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let failed: Error | null = null;
  const archive = new Zip((error, chunk) => (error ? (failed = error) : ready.push(chunk)));
  const takeChunks = () => {
    if (failed) throw failed;
    const chunks = ready;
    ready = [];
    return chunks;
  };
  const encoder = new TextEncoder();
  for (const [path, text] of Object.entries(frame(name))) {
    const file = new ZipDeflate(path);
    archive.add(file);
    file.push(encoder.encode(XML + text), true);
  }
  const sheet = new ZipDeflate(SHEET, { level: 4 });
  archive.add(sheet);
  sheet.push(encoder.encode(XML + sheetHead(head.length) + row(head, STYLE.head)));
  for await (const rows of parts) {
    sheet.push(encoder.encode(rows.map((cells) => row(cells)).join("")));
    yield* takeChunks();
  }
  sheet.push(encoder.encode(SHEET_END), true);
  archive.end();
  yield* takeChunks();
}

const row = (cells: Row, style = 0): string => `<row>${cells.map((value) => cell(value, style)).join("")}</row>`;

function cell(value: Cell, style: number): string {
  const number = (n: number, of = style) => `<c${of ? ` s="${of}"` : ""}><v>${n}</v></c>`;
  if (value === null || value === "") return "<c/>";
  if (typeof value === "number") return number(value);
  if (typeof value === "string")
    return `<c t="inlineStr"${style ? ` s="${style}"` : ""}><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  if ("money" in value) return number(value.money / 100, STYLE.money);
  if ("date" in value) return number(serial(`${value.date}T00:00:00`), STYLE.date);
  return number(serial(value.moment), STYLE.moment);
}

/** Days since 30 December 1899, the epoch of spreadsheets: a local clock, without a zone. */
const serial = (moment: string): number => (Date.parse(`${moment}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;

/** Drops characters that XML can't represent. */
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- these are the ones to leave out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
