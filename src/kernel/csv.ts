// what a spreadsheet takes for the start of a formula (OWASP, "CSV injection"). Opened with another separator (a Spanish Excel
// expects semicolons) a line is cut elsewhere: a cell may begin behind any of them, and quotes inside a cell then mean nothing
const FORMULA = /(?<=^|[;|\t\r\n])(?=["\s]*[=+\-@])|^(?=[\t\r])/g;

// The country code of a phone number and the rest of it (E.164): one digit, two, or otherwise three.
const PHONE =
  /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[1-9]\d\d)[ .-]*(\(?\d(?:[ ().-]*\d){4,13})$/;

/**
 * A line of a CSV file (RFC 4180) with its line break. Where a spreadsheet would evaluate something, whichever separator it is
 * opened with, an apostrophe makes it text: write negative amounts in a column of their own. A phone number is text without one
 * when its country code is in brackets: (+52) 55 1234 5678.
 */
export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map(cell).join(",")}\r\n`;

/** A text as a spreadsheet gets it: with apostrophes where it would evaluate something. */
export const defused = (text: string): string => text.replace(PHONE, "(+$1) $2").replaceAll(FORMULA, "'");

// the apostrophes of `defused`: each stands before what would begin a formula
const DEFUSED = /(?<=^|[;|\t\r\n])'(?=["'\s]*[=+\-@])|^'(?=[\t\r])/g;

/** The text of a cell that `defused` wrote. A phone number keeps its brackets, and an apostrophe that was the text's own is lost. */
export const restored = (text: string): string => text.replaceAll(DEFUSED, "");

function cell(value: string | null): string {
  const safe = defused(value ?? "");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
