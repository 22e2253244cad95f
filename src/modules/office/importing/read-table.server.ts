import { setImmediate } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { restored } from "#src/kernel/csv.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { MOST_CELL, MOST_COLUMNS, MOST_FILE_BYTES, MOST_ROWS } from "#src/modules/office/importing/rules/fields.ts";
import type { FileRow, FileTable } from "#src/modules/office/importing/rules/mapping.ts";

/** Lines at most, with those that have no text. */
const MOST_RECORDS = 20 * MOST_ROWS;
/** What is parsed without a pause, in bytes. */
const PORTION = 64 * 1024;

/**
 * A file as a table: with commas, semicolons or tabs, in UTF-8 with or without a byte order mark, UTF-16, or as an old Windows saves
 * it. Heads without a text, or with one that stands twice, get one of their own. Lines without any text are no rows. Refusals:
 * file_too_large, file_unreadable {line}, file_empty, file_too_long, file_too_wide.
 */
export async function readTable(bytes: Uint8Array) {
  if (bytes.byteLength > MOST_FILE_BYTES) return fail("file_too_large");
  const text = decoded(bytes);
  if (text === null) return fail("file_unreadable", { line: 1 });
  try {
    const lines = await linesOf(text);
    if (lines === null) return fail("file_too_long");
    const [heads, ...rest] = lines;
    if (!heads || rest.length === 0) return fail("file_empty");
    if (heads.cells.length > MOST_COLUMNS) return fail("file_too_wide");
    return ok({ table: { heads: headsOf(heads.cells), rows: rest } satisfies FileTable });
  } catch (error) {
    if (error instanceof CsvError) return fail("file_unreadable", { line: Number(error["lines"] ?? 0) });
    throw error;
  }
}

/** The lines with a text, the heads first; null for too many. */
async function linesOf(text: string): Promise<FileRow[] | null> {
  const rows: FileRow[] = [];
  const parser = parse({
    delimiter: separatorOf(text),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    max_record_size: 200_000,
    info: true,
  });
  const ended = new Promise<void>((resolve, reject) => parser.on("end", resolve).on("error", reject));
  ended.catch(() => {}); // it may fail before it is waited for
  let lastLine = 0;
  let records = 0;
  const isTooLong = () => records > MOST_RECORDS || rows.length > MOST_ROWS + 1;
  parser.on("data", ({ record, info }: { record: string[]; info: { lines: number } }) => {
    const line = lastLine + 1;
    lastLine = info.lines;
    records += 1;
    if (isTooLong()) return;
    // one more than is allowed tells that the heads are too wide
    const cells = record.slice(0, MOST_COLUMNS + 1).map((cell) => restored(cell.slice(0, MOST_CELL)));
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells });
  });
  const all = Buffer.from(text);
  for (let at = 0; at < all.length && !isTooLong() && !parser.errored; at += PORTION) {
    parser.write(all.subarray(at, at + PORTION));
    await setImmediate();
  }
  if (isTooLong()) {
    parser.destroy();
    return null;
  }
  if (!parser.errored) parser.end();
  await ended;
  return isTooLong() ? null : rows;
}

/** Null for what is no text. What isn't UTF-8 is read as Windows-1252, which spreadsheets still save. */
function decoded(bytes: Uint8Array): string | null {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const names = isUtf16 ? [bytes[0] === 0xff ? "utf-16le" : "utf-16be"] : ["utf-8", "windows-1252"];
  for (const name of names) {
    try {
      const text = new TextDecoder(name, { fatal: true }).decode(bytes);
      // a workbook, a picture and other files have it everywhere
      return text.includes("\0") ? null : text;
    } catch {
      // the next one
    }
  }
  return null;
}

/** The separator of the heads, of those outside quotes. */
function separatorOf(text: string): string {
  const [heads = ""] = text.trimStart().split(/[\r\n]/, 1);
  const bare = heads.replaceAll(/"[^"]*"/g, "");
  const count = (separator: string) => bare.split(separator).length;
  return [",", ";", "\t"].toSorted((a, b) => count(b) - count(a))[0]!;
}

function headsOf(cells: readonly string[]): string[] {
  const heads: string[] = [];
  for (const [at, cell] of cells.entries()) {
    const head = toOneLine(cell).slice(0, 100) || `#${at + 1}`;
    let own = head;
    for (let n = 2; heads.includes(own); n += 1) own = `${head} (${n})`;
    heads.push(own);
  }
  return heads;
}
