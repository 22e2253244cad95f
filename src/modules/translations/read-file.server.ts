import { CsvError, parse } from "csv-parse/sync";
import { fail, ok } from "#src/kernel/result.ts";
import { type FileRow, MOST_FILE_BYTES, MOST_FILE_ROWS } from "#src/modules/translations/rules/file.ts";

/** What a cell may hold at most, in characters; a text has at most a few thousand. */
const MOST_CELL = 100_000;

/**
 * The rows of a CSV file as it was exported, and as spreadsheets save it: with commas, semicolons (a Spanish Excel) or tabs, with
 * or without a byte order mark, in UTF-8 or UTF-16. Refusals: file_too_large, file_not_utf8, file_without_columns, file_unreadable
 * {line}, file_too_long.
 */
export function readTextsFile(bytes: Uint8Array) {
  if (bytes.byteLength > MOST_FILE_BYTES) return fail("file_too_large");
  const text = decoded(bytes);
  if (text === null) return fail("file_not_utf8");
  try {
    const [heads = [], ...lines] = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: MOST_CELL * 4,
    });
    return rowsOf(heads, lines);
  } catch (error) {
    if (error instanceof CsvError) return fail("file_unreadable", { line: Number(error["lines"] ?? 0) });
    throw error;
  }
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

function rowsOf(heads: readonly string[], lines: readonly string[][]) {
  const names = heads.map((head) => head.trim().toLowerCase());
  const [key, en, es, fingerprint] = ["key", "en", "es", "fingerprint"].map((name) => names.indexOf(name)) as [
    number,
    number,
    number,
    number,
  ];
  if (key < 0 || fingerprint < 0 || (en < 0 && es < 0)) return fail("file_without_columns");
  if (lines.length > MOST_FILE_ROWS) return fail("file_too_long");
  const rows = lines.map((cells, at): FileRow => ({
    line: at + 2,
    key: (cells[key] ?? "").trim(),
    en: cells[en] ?? "",
    es: cells[es] ?? "",
    fingerprint: (cells[fingerprint] ?? "").trim(),
  }));
  return ok({ rows: rows.filter((row) => row.key !== "" || row.en !== "" || row.es !== "") });
}
