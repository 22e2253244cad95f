import { createHash } from "node:crypto";
import { defused } from "#src/kernel/csv.ts";
import { tidied } from "#src/modules/office/translations/rules/slots.ts";

/** Identifies a cell's text, whatever its line ends; 12 hexadecimal digits. */
export const hashOfCell = (cell: string): string =>
  createHash("sha256").update(tidied(cell)).digest("hex").slice(0, 12);

/** The same of a text as it stands in a file's cell. */
export const hashOfText = (text: string): string => hashOfCell(defused(text));
