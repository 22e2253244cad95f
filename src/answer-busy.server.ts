import { isApiPath } from "#src/api.server.ts";
import { problem } from "#src/api/problem.ts";
import { languageOf } from "#src/api/read-request.ts";
import { localeOfPath } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { busyPage } from "#src/platform/busy-answer.server.ts";

/**
 * The answer to a request that can't be served at the moment (too many renders wait, or the database is away): 503 with
 * Retry-After of `seconds`, a problem for programs, else a small page in the path's language. Uses neither database nor render,
 * and doesn't say whether the request was carried out, because a form may have been.
 */
export async function answerBusy(request: Request, origin: string, seconds: number): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (isApiPath(pathname))
    return problem("unavailable", languageOf(request.headers, Object.fromEntries(searchParams)), {
      figures: { retry_after: seconds },
    });
  // the browser's own code asks for a page's data, and shows its failure page
  if (pathname.endsWith(".data"))
    return new Response("busy", {
      status: 503,
      headers: { "retry-after": String(seconds), "cache-control": "no-store" },
    });
  const locale = localeOfPath(pathname);
  const { t } = await i18nFor(locale);
  const texts = { title: t("errors.pause.title"), text: t("errors.pause.text"), retry: t("failure.retry") };
  return busyPage({ locale, origin, seconds, ...texts });
}
