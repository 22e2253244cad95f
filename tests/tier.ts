import fs from "node:fs";

/** `npm run soak`: the full sizes of the reliability table, alone on the machine; takes hours. */
export const soak = process.env["SOAK"] === "1";

/** Whether the nightly tier runs: the full browser and full sample sizes, too slow for every change. */
export const nightly = soak || process.env["NIGHTLY"] === "1";

/** A test's size: for every change, at night, and in `npm run soak` (as at night unless given). */
export const sized = <T>(byDay: T, atNight: T, whole: T = atNight): T => (soak ? whole : nightly ? atNight : byDay);

/** Notes a measured figure for the table that `npm run soak` writes. Nothing elsewhere. */
export function measured(figure: string): void {
  const file = process.env["SOAK_FIGURES"];
  if (file) fs.appendFileSync(file, `${figure}\n`);
}
