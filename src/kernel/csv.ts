import { decimal } from "#src/kernel/money.ts";
import type { Cell, NumberFormat, Row } from "#src/kernel/sheet.ts";

// characters that a spreadsheet takes for the start of a formula (OWASP, "CSV injection"), including their full-width forms.
// Opened with another separator (a Spanish Excel expects semicolons) a line is cut elsewhere: a cell may begin behind any of
// them, and quotes inside a cell then mean nothing
const FORMULA = /(?<=^|[,;|\t\r\n])(?=["\s]*[=+\-@＝＋－＠])|^(?=[\t\r])/g;

// The country code of a phone number and the rest of it (E.164): one digit, two, or otherwise three.
const PHONE =
  /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[1-9]\d\d)[ .-]*(\(?\d(?:[ ().-]*\d){4,13})$/;

const SEPARATORS: Record<NumberFormat, string> = { point: ",", comma: ";" };

/** What a file begins with: without it, spreadsheets don't read it as UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/**
 * A line of a CSV file (RFC 4180) with its line break. Where a spreadsheet would evaluate a text, whichever separator it is opened
 * with, an apostrophe keeps it text; numbers and amounts are numbers, also negative ones. A phone number is text without an
 * apostrophe when its country code is in brackets: (+52) 55 1234 5678. Dates and moments are written as every spreadsheet reads
 * them, whatever its language: 2026-11-20 20:00:00.
 */
export const csvLine = (cells: Row, format: NumberFormat = "point"): string =>
  `${cells.map((cell) => written(cell, format)).join(SEPARATORS[format])}\r\n`;

const written = (cell: Cell, format: NumberFormat): string =>
  typeof cell === "string" ? quoted(defused(cell)) : cellText(cell, format);

/** A cell as text: 1234.50, or 1234,50 where the reader writes so; 2026-11-20 20:00:00. */
function cellText(cell: Cell, format: NumberFormat = "point"): string {
  const number = (digits: string) => (format === "comma" ? digits.replace(".", ",") : digits);
  if (cell === null) return "";
  if (typeof cell === "string") return cell;
  if (typeof cell === "number") return number(String(cell));
  if ("money" in cell) return number(decimal(cell.money));
  return "date" in cell ? cell.date : cell.moment.replace("T", " ");
}

/** A text as a spreadsheet gets it: with apostrophes where it would evaluate something. */
export const defused = (text: string): string => text.replace(PHONE, "(+$1) $2").replaceAll(FORMULA, "'");

// the apostrophes of `defused`: each stands before what would begin a formula
const DEFUSED = /(?<=^|[,;|\t\r\n])'(?=["'\s]*[=+\-@＝＋－＠])|^'(?=[\t\r])/g;

/** The text of a cell that `defused` wrote. A phone number keeps its brackets, and an apostrophe that was the text's own is lost. */
export const restored = (text: string): string => text.replaceAll(DEFUSED, "");

const quoted = (text: string): string => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
