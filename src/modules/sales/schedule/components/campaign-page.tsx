import { clockTime, inYearOf, longDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { UnreadCrawls } from "#src/modules/site/catalog/components/unread-crawls.tsx";
import { CampaignHero } from "#src/modules/site/content/components/campaign-hero.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import { cardOf } from "#src/modules/site/content/rules/cuts.ts";
import { BookingPanel } from "#src/modules/sales/schedule/components/late-booking-panel.tsx";
import { PhoneBar } from "#src/modules/sales/schedule/components/phone-bar.tsx";
import { useBookingHash, useLanding } from "#src/modules/sales/schedule/components/use-booking-hash.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { buttonClass, ButtonLink } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "#routes/public/+types/campaign.ts";

const CampaignPoints = later(
  "points",
  async () => (await import("#src/modules/site/content/components/campaign-points.tsx")).CampaignPoints,
);
const CampaignTerms = later(
  "terms",
  async () => (await import("#src/modules/site/catalog/components/campaign-terms.tsx")).CampaignTerms,
);

export default function CampaignPage({ loaderData }: Route.ComponentProps) {
  const { campaign, crawl, booking, next, nightly } = loaderData;
  const { t, locale } = useText();
  const landing = useLanding();
  useBookingHash();
  const own = crawl && booking ? next : null;
  const when = own && {
    date: longDate(own.date, locale, !inYearOf(own.date, booking!.today)),
    time: clockTime(own.start_time, locale),
  };
  return (
    <main
      id="main"
      tabIndex={-1}
      className={classNames("midnight overflow-x-clip bg-ground text-text max-md:pb-4", `accent-${campaign.accent}`)}
    >
      <PageHead
        title={t(`content-campaigns.${campaign.name}.title`)}
        description={t(`content-campaigns.${campaign.name}.description`)}
        card={cardOf(crawl?.image ?? campaign.image, locale)}
      />
      <CampaignHero campaign={campaign} when={when ? t("content-campaigns.when", when) : t("content-campaigns.over")}>
        {own ? <BookAndPrice departure={own} /> : <InsteadOfDates nightly={nightly} areOthersBelow={next !== null} />}
      </CampaignHero>
      <CampaignPoints campaign={campaign} />
      {!booking && (
        <div className="wrap pt-(--section)">
          <UnreadCrawls />
        </div>
      )}
      {booking && next && (
        <section id="booking-section" data-landing={landing} className="wrap -scroll-mt-4 pt-(--section)">
          <h2 className="mb-6 text-h2 md:mb-8">
            {t(crawl ? "content-campaigns.booking" : "content-campaigns.instead.booking")}
          </h2>
          <div className="min-h-[36rem]">
            <BookingPanel data={booking} layout="campaign" />
          </div>
        </section>
      )}
      <CampaignTerms crawl={crawl} />
      {booking && <PhoneBar data={booking} fromStart />}
    </main>
  );
}

function BookAndPrice({ departure }: { departure: Departure }) {
  const { t, locale } = useText();
  const { amount_minor: amount, currency } = departure.price_per_person;
  return (
    <p className="flex items-center gap-4.5">
      <a href="#booking-section" className={buttonClass({})}>
        {t("content-campaigns.book")}
      </a>
      <span className="flex flex-wrap items-baseline gap-x-2 leading-tight">
        <span className="display text-[2rem] leading-none tabular-nums">
          {formatMoney({ amount, currency }, locale)}
        </span>
        {t("content-campaigns.price")}
      </span>
    </p>
  );
}

type InsteadProps = {
  nightly: { slug: string; title: string } | null;
  /** Whether the page shows the nights of other crawls. */
  areOthersBelow: boolean;
};

function InsteadOfDates({ nightly, areOthersBelow }: InsteadProps) {
  const { t, locale } = useText();
  const crawls = localizedPath("/crawls", locale);
  const instead = nightly
    ? t(areOthersBelow ? "content-campaigns.instead" : "content-campaigns.over.text", { title: nightly.title })
    : t("content-campaigns.over.alone");
  return (
    <>
      <p className="mb-5 max-w-101">{instead}</p>
      <div className="flex flex-wrap gap-3">
        {areOthersBelow ? (
          <a href="#booking-section" className={buttonClass({})}>
            {t("content-campaigns.instead.act")}
          </a>
        ) : (
          nightly && <ButtonLink to={`${crawls}/${nightly.slug}`}>{t("content-campaigns.over.nightly")}</ButtonLink>
        )}
        <ButtonLink to={crawls} kind={nightly || areOthersBelow ? "secondary" : "primary"}>
          {t("content-campaigns.over.crawls")}
        </ButtonLink>
      </div>
    </>
  );
}
