import type { Locale } from "#src/kernel/localized.ts";
import type { Pair } from "#src/kernel/pair.ts";

/** The columns of an exported file. Files are read by these names, in any order; `place` and `state` are for whoever translates. */
export const COLUMNS = ["key", "place", "en", "es", "state", "fingerprint"] as const;

/** The most bytes of a file, and the most texts in it. */
export const MOST_FILE_BYTES = 2 * 1024 * 1024;
export const MOST_FILE_ROWS = 20_000;

/** A row of a file. `line` counts from 1, with the heads; texts stand as in their cells. */
export type FileRow = Pair & { line: number; key: string; fingerprint: string };

/** Identifies both texts of a row as they were exported: a letter first, so that no spreadsheet takes it for a number. */
export const fingerprintOf = (hashes: Record<Locale, string>): string => `x${hashes.en}.${hashes.es}`;

/** The hashes of a fingerprint; null where it is none. */
export function hashesOf(fingerprint: string): Record<Locale, string> | null {
  const [, en, es] = /^x([\da-f]{12})\.([\da-f]{12})$/.exec(fingerprint.trim()) ?? [];
  return en && es ? { en, es } : null;
}
