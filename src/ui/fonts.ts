import display from "@fontsource-variable/truculenta/files/truculenta-latin-opsz-normal.woff2?url";
import text from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";

/** The two faces of the site, for `<link rel="preload">`: without it the page is laid out a second time. */
export const fontPreloads = [text, display].map((href) => ({
  rel: "preload",
  as: "font",
  type: "font/woff2",
  crossOrigin: "anonymous" as const,
  href,
}));
