import { useText } from "#src/locales/use-text.ts";
import { UnreadCrawls } from "#src/modules/site/catalog/components/unread-crawls.tsx";
import { Hero } from "#src/modules/site/content/components/hero.tsx";
import { InfoBar } from "#src/modules/site/content/components/info-bar.tsx";
import { UnreadPart } from "#src/modules/site/content/components/unread-part.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import { GallerySkeleton, InstagramSkeleton, LoadingLine } from "#src/modules/site/content/components/skeletons.tsx";
import { stillToCome } from "#src/modules/site/content/rules/event-date.ts";
import type { HomePart } from "#src/modules/site/content/rules/home-layout.ts";
import { PhoneBar } from "#src/modules/sales/schedule/components/phone-bar.tsx";
import { useBookingHash } from "#src/modules/sales/schedule/components/use-booking-hash.ts";
import { NightStrip } from "#src/modules/sales/schedule/components/night-strip.tsx";
import { later } from "#src/ui/later.tsx";
import type { Route } from "#routes/public/+types/home.ts";

const specialNights = () => import("#src/modules/site/content/components/special-nights.tsx");
const nightSections = () => import("#src/modules/site/content/components/night-sections.tsx");
const guestSections = () => import("#src/modules/site/content/components/guest-sections.tsx");

const Events = later(
  "special",
  async () => (await specialNights()).Events,
  "touched",
  () => <LoadingLine />,
);
const Expect = later("expect", async () => (await specialNights()).Expect, "touched");
const Gallery = later(
  "night",
  async () => (await nightSections()).Gallery,
  "near",
  ({ images }) => images.length > 0 && <GallerySkeleton />,
);
const Features = later("features", async () => (await nightSections()).Features);
const RouteTimeline = later("route", async () => (await nightSections()).RouteTimeline);
const BookingSection = later(
  "booking",
  async () => (await import("#src/modules/sales/schedule/components/booking-section.tsx")).BookingSection,
);
const CityStrip = later(
  "city-strip",
  async () => (await import("#src/modules/site/catalog/components/city-strip.tsx")).CityStrip,
);
const Testimonials = later("guests", async () => (await guestSections()).Testimonials);
const Instagram = later(
  "instagram",
  async () => (await guestSections()).Instagram,
  "near",
  ({ posts }) => posts.length > 0 && <InstagramSkeleton />,
);

type HomeProps = Pick<Route.ComponentProps, "loaderData"> & {
  /** False for a preview. */
  index?: boolean;
};

export default function Home({ loaderData, index = true }: HomeProps) {
  const { content, parts, gallery, posts, booking, price, things, cities, today, areTextsRead } = loaderData;
  const { t, locale } = useText();
  useBookingHash();
  const isEmpty: Partial<Record<HomePart, boolean>> = {
    events: stillToCome(content.events.items, today).length === 0,
    gallery: gallery.length === 0,
    testimonials: content.testimonials.items.length === 0,
    instagram: posts?.length === 0,
    cities: cities.length === 0,
  };
  const visible = parts.filter((part) => !isEmpty[part]);
  return (
    <main id="main" tabIndex={-1}>
      <PageHead
        title={t("content-home.title")}
        description={content.hero.subtitle ?? t("content-home.description")}
        card={`/cards/home-${locale}.jpg`}
        data={things}
        index={index}
      />
      <Hero hero={content.hero} facts={booking && <NightStrip data={booking} />} />
      <InfoBar infoBar={content.infoBar} usualPrice={price} />
      {!areTextsRead && <UnreadPart part="texts" />}
      {visible.map((part, at) => (
        <Part
          key={part}
          part={part}
          data={loaderData}
          above={toneOf(visible[at - 1])}
          below={toneOf(visible[at + 1])}
        />
      ))}
      {booking && <PhoneBar data={booking} />}
    </main>
  );
}

type Tone = "ground" | "tinted";
type PartProps = { part: HomePart; data: HomeProps["loaderData"]; above: Tone; below: Tone };

/** One part of the page, and the grounds that it stands between. */
function Part({ part, data: { content, gallery, posts, booking, cities, today }, above, below }: PartProps) {
  switch (part) {
    case "events":
      return <Events events={content.events} today={today} />;
    case "expect":
      return <Expect expect={content.expect} />;
    case "gallery":
      return <Gallery images={gallery} />;
    case "features":
      return <Features features={content.features} follows={above} />;
    case "route":
      return <RouteTimeline route={content.route} above={above} below={below} />;
    case "booking":
      return booking ? (
        <BookingSection data={booking} />
      ) : (
        <section id="booking-section" className="wrap section">
          <UnreadCrawls />
        </section>
      );
    case "cities":
      return <CityStrip cities={cities} />;
    case "testimonials":
      return <Testimonials testimonials={content.testimonials} />;
    case "instagram":
      return posts ? <Instagram posts={posts} follow={content.footer.instagram} /> : <UnreadPart part="instagram" />;
  }
}

/** The parts on a tinted ground; torn edges beside them take its color. */
const TINTED: readonly (HomePart | undefined)[] = ["expect", "booking", "instagram"];
const toneOf = (part: HomePart | undefined): Tone => (TINTED.includes(part) ? "tinted" : "ground");
