import type { Locale } from "#src/kernel/localized.ts";
import { documentHeaders } from "#src/platform/headers.server.ts";

/** A page for people who must wait: its language, its origin, its texts, and after how many whole seconds to try again. */
export type BusyPage = { locale: Locale; origin: string; title: string; text: string; retry: string; seconds: number };

/**
 * 503 with Retry-After as a page of one kilobyte that needs nothing else: no database, no render, no file. Its link asks for the
 * same address again.
 */
export function busyPage({ locale, origin, title, text, retry, seconds }: BusyPage): Response {
  const html =
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${LOOK}</style></head>` +
    `<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p><p><a href="">${escaped(retry)}</a></p></main></body></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      ...documentHeaders([], origin),
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-language": locale,
      "retry-after": String(seconds),
    },
  });
}

/** The site's paper and ink in both themes, and no brand: its colors are in the database. */
const LOOK =
  ":root{color-scheme:light dark;--p:#fff8f2;--i:#1d1016}" +
  "@media(prefers-color-scheme:dark){:root{--p:#140c12;--i:#fff3ea}}" +
  "body{margin:0;background:var(--p);color:var(--i);font:1.125rem/1.5 system-ui,sans-serif}" +
  "main{max-width:34rem;margin:15vh auto;padding:0 1.5rem}h1{margin:0 0 .75rem;line-height:1.15}p{margin:0 0 1.5rem}" +
  "a{display:inline-block;padding:.75rem 1.5rem;border-radius:.75rem;background:var(--i);color:var(--p);font-weight:700;text-decoration:none}";

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
