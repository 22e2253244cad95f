import type { HttpBindings } from "@hono/node-server";
import type { Locale } from "#src/kernel/localized.ts";
import { type Context, type Services, unknownGuest } from "#src/platform/context.server.ts";
import { addressOf, browserOf } from "#src/platform/request.server.ts";
import { resolveSite } from "#src/platform/site.server.ts";

/** Where a call comes from: one of our pages, another site's page, or a program (which sends neither header). */
export type Origin = "own" | "foreign" | "none";

/** Based on headers that a page's script can't forge: `Sec-Fetch-Site` and `Origin`. All that are sent must agree. */
export function originOf(headers: Headers, baseUrl: string): Origin {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site === null && origin === null) return "none";
  if (site !== null && site !== "same-origin") return site === "none" && origin === null ? "none" : "foreign";
  if (origin === null || origin === baseUrl) return "own";
  const host = headers.get("host");
  return host !== null && (origin === `https://${host}` || origin === `http://${host}`) ? "own" : "foreign";
}

/**
 * The context of one API call. Programs authenticate by tokens alone; the browser's cookie counts only for our own pages, so
 * that no other site can act with it.
 */
export function contextOfCall(
  services: Services,
  call: { headers: Headers; bindings: HttpBindings | undefined; origin: Origin; locale: Locale },
): Context {
  const { headers, bindings, origin, locale } = call;
  return {
    ...services,
    now: services.clock(),
    actor: unknownGuest(
      addressOf(bindings, headers.get("x-forwarded-for"), services.settings.TRUST_PROXY),
      origin === "own" ? browserOf(headers.get("cookie"), services.settings.BASE_URL.startsWith("https:")) : null,
      origin === "own" ? (headers.get("user-agent") ?? "") : "",
    ),
    uncounted: headers.get("dnt") === "1" || headers.get("sec-gpc") === "1",
    ...resolveSite(services.settings, { host: headers.get("host") }),
    locale,
  };
}
