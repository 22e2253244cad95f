import { clockTime, inYearOf, longDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { findCrawl } from "#src/modules/catalog/queries.server.ts";
import { CampaignHero } from "#src/modules/content/components/campaign-hero.tsx";
import { PageHead } from "#src/modules/content/components/page-head.tsx";
import { campaignOf } from "#src/modules/content/rules/campaigns.ts";
import { bookingData } from "#src/modules/schedule/queries.server.ts";
import { nextNight } from "#src/modules/schedule/rules/calendar.ts";
import type { Departure } from "#src/modules/schedule/schema.ts";
import { appSettings } from "#src/modules/settings/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { buttonClass, ButtonLink } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/campaign";

export { FailedCrawls as ErrorBoundary } from "#src/modules/catalog/components/failed-crawls.tsx";

/** A campaign of the table, its crawl's nights, and the nightly crawl where none of them can be booked. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { pathname, searchParams } = new URL(request.url);
  const campaign = campaignOf(pathname);
  const crawl = campaign && (await findCrawl(ctx, campaign.slug));
  if (!crawl) throw new Response(null, { status: 404 });
  const booking = await bookingData(ctx, searchParams, crawl);
  const next = nextNight(booking.departures, crawl.id);
  const { defaultCrawlId } = await appSettings(ctx);
  const nightly = next || !defaultCrawlId ? null : await findCrawl(ctx, defaultCrawlId);
  return { campaign, crawl, booking, next, nightly: nightly && { slug: nightly.slug, title: nightly.title } };
}

const CampaignPoints = later(
  "points",
  async () => (await import("#src/modules/content/components/campaign-points.tsx")).CampaignPoints,
);
const CampaignTerms = later(
  "terms",
  async () => (await import("#src/modules/catalog/components/campaign-terms.tsx")).CampaignTerms,
);
const BookingPanel = later(
  "booking",
  async () => (await import("#src/modules/schedule/components/booking-panel.tsx")).BookingPanel,
);

export default function CampaignPage({ loaderData }: Route.ComponentProps) {
  const { campaign, crawl, booking, next, nightly } = loaderData;
  const { t, locale } = useText();
  const when = next && {
    date: longDate(next.date, locale, !inYearOf(next.date, booking.today)),
    time: clockTime(next.start_time),
  };
  return (
    <main
      id="main"
      tabIndex={-1}
      className={classNames("midnight bg-ground text-text max-md:pb-4", `accent-${campaign.accent}`)}
    >
      <PageHead
        title={t(`campaigns.${campaign.name}.title`)}
        description={t(`campaigns.${campaign.name}.description`)}
      />
      <CampaignHero campaign={campaign} when={when ? t("campaigns.when", when) : t("campaigns.over")}>
        {next ? <BookAndPrice night={next} /> : <InsteadOfDates nightly={nightly} />}
      </CampaignHero>
      <CampaignPoints campaign={campaign} />
      {next && (
        <section id="booking-section" className="wrap -scroll-mt-4 overflow-x-clip pt-(--section)">
          <h2 className="mb-6 text-h2 md:mb-8">{t("campaigns.booking")}</h2>
          <div className="min-h-[36rem]">
            <BookingPanel data={booking} layout="campaign" />
          </div>
        </section>
      )}
      <CampaignTerms crawl={crawl} />
    </main>
  );
}

function BookAndPrice({ night }: { night: Departure }) {
  const { t, locale } = useText();
  const { amount_minor: amount, currency } = night.price_per_person;
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <a id="hero-book" href="#booking-section" className={buttonClass({})}>
        {t("campaigns.book")}
      </a>
      <span className="flex items-baseline gap-2">
        <span className="display text-[2rem] leading-none tabular-nums">
          {formatMoney({ amount, currency }, locale)}
        </span>
        {t("campaigns.price")}
      </span>
    </p>
  );
}

function InsteadOfDates({ nightly }: { nightly: { slug: string; title: string } | null }) {
  const { t, locale } = useText();
  const crawls = localizedPath("/crawls", locale);
  return (
    <>
      <p className="mb-5 max-w-101">
        {nightly ? t("campaigns.over.text", { title: nightly.title }) : t("campaigns.over.alone")}
      </p>
      <div className="flex flex-wrap gap-3">
        {nightly && <ButtonLink to={`${crawls}/${nightly.slug}`}>{t("campaigns.over.nightly")}</ButtonLink>}
        <ButtonLink to={crawls} kind={nightly ? "secondary" : "primary"}>
          {t("campaigns.over.crawls")}
        </ButtonLink>
      </div>
    </>
  );
}
