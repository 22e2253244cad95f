import { BYTE_ORDER_MARK, csvLine } from "#src/kernel/csv.ts";
import type { NumberFormat, Sheet } from "#src/kernel/sheet.ts";

/** A sheet as the parts of a CSV file: the only place where one is written, so that all of them are read alike. */
export async function* csvOf({ head, parts }: Sheet, format: NumberFormat): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(head, format);
  for await (const rows of parts) if (rows.length > 0) yield rows.map((row) => csvLine(row, format)).join("");
}
