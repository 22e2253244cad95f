import { createContext } from "react";

/** A picture of a logo: its URL without width and extension, and its size in any unit. */
export type LogoPicture = { src: string; width: number; height: number };

type Logos = { light: LogoPicture | null; dark: LogoPicture | null };

/**
 * The operator's own logos; null, and a missing one, is Ronda's, drawn in the text and brand colors. In a file of its own: the
 * drawing is loaded later than the page's frame, which knows them.
 */
export const OwnLogos = createContext<Logos | null>(null);
