import text from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url";
import display from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";

/** The fonts of the admin's first paint, for `<link rel="preload">`. */
export const adminFonts: readonly string[] = [text, display];
