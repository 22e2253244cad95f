import { dateIn } from "#src/kernel/local-time.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { listCrawls } from "#src/modules/catalog/queries.server.ts";
import { homeContent, listGallery, listInstagramPosts, speakerOf } from "#src/modules/content/queries.server.ts";
import { organization, webSite } from "#src/modules/content/rules/structured-data.ts";
import { listDepartures } from "#src/modules/schedule/queries.server.ts";
import { monthAfter, monthOf } from "#src/modules/schedule/rules/calendar.ts";
import { appSettings } from "#src/modules/settings/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/home";

/** The zone of a site without crawls. */
const HOME_ZONE = "America/Mexico_City";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const date = matching(query.get("date"), /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/);
  const month = matching(query.get("month"), /^\d{4}-(0[1-9]|1[0-2])$/);
  const [content, gallery, posts, active, { calendarCrawlIds, defaultCrawlId }] = await Promise.all([
    homeContent(ctx),
    listGallery(ctx),
    listInstagramPosts(ctx),
    listCrawls(ctx),
    appSettings(ctx),
  ]);
  const crawls = active.filter(({ id }) => calendarCrawlIds.includes(id) || id === defaultCrawlId);
  const today = dateIn(ctx.now, crawls.find(({ id }) => id === defaultCrawlId)?.time_zone ?? HOME_ZONE);
  // two months are enough for the first look; the calendar reads the rest when it comes near
  const to = `${monthAfter(month ?? monthOf(date ?? today), 2)}-01`;
  const departures = await listDepartures(ctx, { to });
  const booking = { departures, crawls, defaultCrawlId, today, asOf: ctx.now.getTime(), date, month };
  const [by, { t }] = await Promise.all([speakerOf(ctx), i18nFor(ctx.locale)]);
  const things = [organization(by, t("site.footer.description"), content.footer), webSite(by)];
  return { content, gallery, posts, booking, things };
}

const matching = (value: string | null, shape: RegExp) => (value && shape.test(value) ? value : null);

export default later("page-home", async () => (await import("#src/routes/public/views/home.tsx")).default, "touched");
