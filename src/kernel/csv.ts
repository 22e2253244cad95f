// what a spreadsheet takes for the start of a formula (OWASP, "CSV injection")
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A line of a CSV file (RFC 4180) with its line break. A cell that a spreadsheet would evaluate gets a leading apostrophe,
 * which makes it text: write negative amounts in a column of their own.
 */
export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map(cell).join(",")}\r\n`;

function cell(value: string | null): string {
  const text = value ?? "";
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
