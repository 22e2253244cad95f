// what a spreadsheet takes for the start of a formula (OWASP, "CSV injection"). Opened with another separator (a Spanish Excel
// expects semicolons) a line is cut elsewhere: a cell may begin behind any of them, and quotes inside a cell then mean nothing
const FORMULA = /(?<=^|[;|\t\r\n])(?=["\s]*[=+\-@])|^(?=[\t\r])/g;

/**
 * A line of a CSV file (RFC 4180) with its line break. Where a spreadsheet would evaluate something, whichever separator it is
 * opened with, an apostrophe makes it text: write negative amounts in a column of their own.
 */
export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map(cell).join(",")}\r\n`;

function cell(value: string | null): string {
  const safe = (value ?? "").replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
