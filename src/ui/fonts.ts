import text from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
import display from "./fonts/truculenta-900.woff2?url";

/** The site's two fonts, for `<link rel="preload">`: without it the page is laid out twice. */
export const siteFonts: readonly string[] = [text, display];
