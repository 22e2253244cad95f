import type { NumberFormat, Sheet } from "#src/kernel/sheet.ts";
import { csvOf } from "#src/platform/write-csv.server.ts";

/** A sheet as the text of its CSV file, without the byte order mark. */
export const csvText = async (sheet: Sheet, format: NumberFormat = "point"): Promise<string> =>
  (await Array.fromAsync(csvOf(sheet, format))).join("").replace(/^\ufeff/, "");

/** The lines of a CSV file as a spreadsheet finds them, by the separator of a way to write numbers. */
export function readCsv(text: string, format: NumberFormat = "point"): string[][] {
  const separator = format === "comma" ? ";" : ",";
  const lines: string[][] = [[]];
  let [cell, quoted] = ["", false];
  const end = () => {
    lines.at(-1)!.push(cell);
    cell = "";
  };
  const plain = text.replace(/^\ufeff/, "");
  for (let i = 0; i < plain.length; i++) {
    const one = plain[i]!;
    if (quoted && one === '"' && plain[i + 1] === '"') cell += plain[i++]!;
    else if (one === '"') quoted = !quoted;
    else if (!quoted && one === separator) end();
    else if (!quoted && one === "\r" && plain[i + 1] === "\n") {
      end();
      i++;
      if (i + 1 < plain.length) lines.push([]);
    } else cell += one;
  }
  return lines;
}
