import { toOneLine } from "#src/kernel/plain-text.ts";

const UNNAMED = "unknown";

/** What a program calls itself, as a short line; it is a claim, never a proof. `texts`: where it may say so, the best first. */
export const clientName = (...texts: readonly unknown[]): string =>
  texts
    .filter((text) => typeof text === "string")
    .map((text) => toOneLine(text.slice(0, 240)).slice(0, 60).trim())
    .find((text) => text !== "") ?? UNNAMED;
