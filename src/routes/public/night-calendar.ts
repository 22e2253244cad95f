import { writeCityCalendar, writeCrawlCalendar } from "#src/modules/programs/feeds/write-night-calendar.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/night-calendar";

/** The nights of a city or of a crawl, for the calendars that subscribe to them. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const name = /^([\w-]+)\.ics$/.exec(params.file)?.[1];
  const write = new URL(request.url).pathname.includes("/calendar/cities/") ? writeCityCalendar : writeCrawlCalendar;
  const calendar = name === undefined ? null : await write(context.get(requestContext), name);
  if (!calendar?.ok) throw new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
  return new Response(calendar.text, {
    headers: { "content-type": "text/calendar; charset=utf-8", "cache-control": "public, max-age=600" },
  });
}
