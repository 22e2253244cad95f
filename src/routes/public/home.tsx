import { dateIn } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { listCrawls } from "#src/modules/catalog/queries.server.ts";
import { Expect } from "#src/modules/content/components/expect.tsx";
import { Hero } from "#src/modules/content/components/hero.tsx";
import { InfoBar } from "#src/modules/content/components/info-bar.tsx";
import { homeContent } from "#src/modules/content/queries.server.ts";
import { BookingSection } from "#src/modules/schedule/components/booking-section.tsx";
import { Tonight } from "#src/modules/schedule/components/tonight.tsx";
import { listDepartures } from "#src/modules/schedule/queries.server.ts";
import { monthAfter, monthOf, nextNight } from "#src/modules/schedule/rules/calendar.ts";
import { appSettings } from "#src/modules/settings/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/home";

/** The zone of a site without crawls. */
const HOME_ZONE = "America/Mexico_City";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const date = matching(query.get("date"), /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/);
  const month = matching(query.get("month"), /^\d{4}-(0[1-9]|1[0-2])$/);
  const [content, active, { calendarCrawlIds, defaultCrawlId }] = await Promise.all([
    homeContent(ctx),
    listCrawls(ctx),
    appSettings(ctx),
  ]);
  const crawls = active.filter(({ id }) => calendarCrawlIds.includes(id) || id === defaultCrawlId);
  const today = dateIn(ctx.now, crawls.find(({ id }) => id === defaultCrawlId)?.time_zone ?? HOME_ZONE);
  // two months are enough for the first look; the calendar reads the rest when it comes near
  const to = `${monthAfter(month ?? monthOf(date ?? today), 2)}-01`;
  const departures = await listDepartures(ctx, { to });
  return { content, booking: { departures, crawls, defaultCrawlId, today, asOf: ctx.now.getTime(), date, month } };
}

const matching = (value: string | null, shape: RegExp) => (value && shape.test(value) ? value : null);

export default function Home({ loaderData: { content, booking } }: Route.ComponentProps) {
  const { t } = useText();
  const night = nextNight(booking.departures, booking.defaultCrawlId);
  return (
    <main id="main" tabIndex={-1}>
      <title>{t("home.title")}</title>
      <meta name="description" content={t("home.description")} />
      <Hero hero={content.hero} facts={night && <Tonight night={night} today={booking.today} />} />
      <InfoBar infoBar={content.infoBar} />
      <Expect expect={content.expect} />
      <BookingSection data={booking} />
    </main>
  );
}
