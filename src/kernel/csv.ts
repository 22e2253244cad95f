// what a spreadsheet takes for the beginning of a formula (OWASP, "CSV injection")
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A line of a CSV file (RFC 4180) with its end. A cell that a spreadsheet would calculate is led by an apostrophe, so that it is text
 * there: write what is negative in a column of its own.
 */
export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map(cell).join(",")}\r\n`;

function cell(value: string | null): string {
  const text = value ?? "";
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
