import { LANGUAGE_COOKIE } from "#src/kernel/language-choice.ts";
import { isLocale, preferredLocale } from "#src/kernel/localized.ts";
import { followQrCode } from "#src/modules/sales/affiliates/follow-qr-code.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { readCookie } from "#src/platform/request.server.ts";
import type { Route } from "./+types/short-address";

/** What a printed QR code holds: leads to its page, in the visitor's language, before any script runs. */
export async function loader({ context, params: { id }, request: { headers, method } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const chose = readCookie(headers.get("cookie"), LANGUAGE_COOKIE);
  const locale = isLocale(chose) ? chose : (preferredLocale(headers.get("accept-language") ?? "") ?? "en");
  // previews of links and browsers that look ahead aren't somebody with a phone
  const counts = method === "GET" && headers.get("sec-fetch-mode") === "navigate" && !headers.has("sec-purpose");
  const location = await followQrCode(ctx, { typed: id, locale, counts });
  return new Response(null, {
    status: 302,
    headers: { location, "cache-control": "no-store", vary: "accept-language, cookie" },
  });
}
