import { setImmediate } from "node:timers/promises";
import { CsvError, type Options, parse } from "csv-parse";
import { parse as parseNow } from "csv-parse/sync";
import { fail, ok } from "#src/kernel/result.ts";
import { type FileRow, MOST_FILE_BYTES, MOST_FILE_ROWS } from "#src/modules/office/translations/rules/file.ts";

/** What a cell may hold at most, in characters; a text has at most a few thousand. */
const MOST_CELL = 100_000;
/** What is parsed without a pause, in bytes: some milliseconds. */
const PORTION = 16 * 1024;

/**
 * The rows of a CSV file as it was exported, and as spreadsheets save it: with commas, semicolons (a Spanish Excel) or tabs, with
 * or without a byte order mark, in UTF-8 or UTF-16. The heads are looked at before anything else, and the rest is read in portions,
 * between which others are served. Refusals: file_too_large, file_not_utf8, file_without_columns, file_unreadable {line},
 * file_too_long.
 */
export async function readTextsFile(bytes: Uint8Array) {
  if (bytes.byteLength > MOST_FILE_BYTES) return fail("file_too_large");
  const text = decoded(bytes);
  if (text === null) return fail("file_not_utf8");
  const options = {
    bom: true,
    delimiter: delimiterOf(text),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: MOST_CELL * 4,
  };
  try {
    // the heads are short: what begins like a longer line are none
    const [heads = []] = parseNow(text.slice(0, PORTION), { ...options, to: 1 });
    const columns = columnsOf(heads);
    if (!columns) return fail("file_without_columns");
    const [, ...lines] = await linesOf(text, options);
    return lines.length > MOST_FILE_ROWS ? fail("file_too_long") : ok({ rows: rowsOf(columns, lines) });
  } catch (error) {
    if (error instanceof CsvError) return fail("file_unreadable", { line: Number(error["lines"] ?? 0) });
    throw error;
  }
}

/** The cells of each line, the heads included; of a file with too many lines one more than may be. */
async function linesOf(text: string, options: Options): Promise<string[][]> {
  const lines: string[][] = [];
  const most = MOST_FILE_ROWS + 2;
  const bytes = Buffer.from(text); // a portion of the text could end within a character
  const parser = parse(options);
  const ended = new Promise<void>((resolve, reject) => parser.on("end", resolve).on("error", reject));
  ended.catch(() => {}); // it may fail before it is waited for
  parser.on("data", (cells: string[]) => lines.push(cells));
  for (let at = 0; at < bytes.length && lines.length < most && !parser.errored; at += PORTION) {
    parser.write(bytes.subarray(at, at + PORTION));
    await setImmediate();
  }
  if (lines.length >= most) parser.destroy();
  else {
    if (!parser.errored) parser.end();
    await ended;
  }
  return lines;
}

/** Null where it is in another encoding: an old one of Windows has no emoji and would change texts that nobody touched. */
function decoded(bytes: Uint8Array): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** The separator of the heads, which themselves have none in them. */
function delimiterOf(text: string): string {
  const [heads = ""] = text.split(/[\r\n]/, 1);
  const count = (separator: string) => heads.split(separator).length;
  return [",", ";", "\t"].toSorted((a, b) => count(b) - count(a))[0]!;
}

type Columns = { key: number; en: number; es: number; fingerprint: number };

/** Where the columns are; null where those are missing without which nothing can be imported. */
function columnsOf(heads: readonly string[]): Columns | null {
  const names = heads.map((head) => head.trim().toLowerCase());
  const [key, en, es, fingerprint] = ["key", "en", "es", "fingerprint"].map((name) => names.indexOf(name)) as [
    number,
    number,
    number,
    number,
  ];
  return key < 0 || fingerprint < 0 || (en < 0 && es < 0) ? null : { key, en, es, fingerprint };
}

function rowsOf({ key, en, es, fingerprint }: Columns, lines: readonly string[][]): FileRow[] {
  const rows = lines.map((cells, at): FileRow => ({
    line: at + 2,
    key: (cells[key] ?? "").trim(),
    en: cells[en] ?? "",
    es: cells[es] ?? "",
    fingerprint: (cells[fingerprint] ?? "").trim(),
  }));
  return rows.filter((row) => row.key !== "" || row.en !== "" || row.es !== "");
}
