import { writeGuideCalendar } from "#src/modules/evening/guides/write-guide-calendar.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/guide-calendar";

/** A guide's nights for the calendar that subscribes to them. It asks again and again: what hasn't changed isn't sent again. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const token = /^(.+)\.ics$/.exec(params.file)?.[1];
  const calendar = token === undefined ? null : await writeGuideCalendar(context.get(requestContext), token);
  if (!calendar?.ok) throw new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
  const headers = {
    etag: calendar.etag,
    // its reader alone may keep it, and has to ask whether it is still right
    "cache-control": "private, no-cache",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
  const etags = request.headers
    .get("if-none-match")
    ?.split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));
  if (etags?.includes(calendar.etag)) return new Response(null, { status: 304, headers });
  return new Response(calendar.text, { headers: { ...headers, "content-type": "text/calendar; charset=utf-8" } });
}
