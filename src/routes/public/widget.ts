import { isLocale, preferredLocale } from "#src/kernel/localized.ts";
import { openWidget } from "#src/modules/sales/affiliates/open-widget.server.ts";
import { THEMES } from "#src/modules/sales/affiliates/rules/widget.ts";
import { writeWidgetPage } from "#src/modules/sales/affiliates/write-widget-page.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/widget";

/** The page that `public/widget.js` puts into a frame on a partner's site. Sets no cookies. */
export async function loader({ context, request: { headers, url } }: Route.LoaderArgs) {
  const query = new URL(url).searchParams;
  const lang = query.get("lang");
  const locale = isLocale(lang) ? lang : (preferredLocale(headers.get("accept-language") ?? "") ?? "en");
  const ctx = { ...context.get(requestContext), locale };
  const around = { referer: headers.get("referer"), dest: headers.get("sec-fetch-dest") };
  const opened = await openWidget(ctx, query.get("partner") ?? "", around);
  const theme = THEMES.find((one) => one === query.get("theme")) ?? "light";
  const page = await writeWidgetPage(ctx, {
    crawl: query.get("crawl"),
    theme,
    isPreview: query.has("preview"),
    ...opened,
  });
  return new Response(page.html, { headers: page.headers });
}
