import { localeOfPath } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { documentHeaders } from "#src/platform/headers.server.ts";

/** When to come back, in seconds: an outage is noticed and over within that, mostly. */
const RETRY_AFTER = 2;

/**
 * The answer to a page's request that can't be served at the moment: 503 with `Retry-After`, in the language of the path. It
 * needs neither the database nor a render. Nothing is said of what was asked, because a form may have done its work.
 */
export async function busyPage(request: Request, origin: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = { "retry-after": String(RETRY_AFTER), "cache-control": "no-store" };
  // the browser's own code asks for a page's data, and shows its failure page
  if (pathname.endsWith(".data")) return new Response("busy", { status: 503, headers });
  const locale = localeOfPath(pathname);
  const { t } = await i18nFor(locale);
  const html = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(t("failure.advice"))}</title><style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:18vh auto;padding:0 1.5rem}</style>
<main><h1>${escaped(t("failure.advice"))}</h1><p>${escaped(t("errors.unavailable"))}</p>
<p><a href="${escaped(pathname + search)}">${escaped(t("failure.retry"))}</a></p></main></html>`;
  return new Response(html, {
    status: 503,
    headers: { ...documentHeaders([], origin), ...headers, "content-type": "text/html; charset=utf-8" },
  });
}

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign]!);
