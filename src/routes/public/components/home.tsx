import { useText } from "#src/locales/use-text.ts";
import { Hero } from "#src/modules/content/components/hero.tsx";
import { InfoBar } from "#src/modules/content/components/info-bar.tsx";
import { PageHead } from "#src/modules/content/components/page-head.tsx";
import { GallerySkeleton, InstagramSkeleton, LoadingLine } from "#src/modules/content/components/skeletons.tsx";
import { PhoneBar } from "#src/modules/schedule/components/phone-bar.tsx";
import { useBookingHash } from "#src/modules/schedule/components/use-booking-hash.ts";
import { Tonight } from "#src/modules/schedule/components/tonight.tsx";
import { nextDeparture } from "#src/modules/schedule/rules/calendar.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "../+types/home";

const SpecialNights = later(
  "special",
  async () => (await import("#src/modules/content/components/special-nights.tsx")).SpecialNights,
  "touched",
  () => <LoadingLine />,
);
const NightSections = later(
  "night",
  async () => (await import("#src/modules/content/components/night-sections.tsx")).NightSections,
  "near",
  ({ gallery }) => gallery.length > 0 && <GallerySkeleton />,
);
const BookingSection = later(
  "booking",
  async () => (await import("#src/modules/schedule/components/booking-section.tsx")).BookingSection,
);
const CityStrip = later(
  "city-strip",
  async () => (await import("#src/modules/catalog/components/city-strip.tsx")).CityStrip,
);
const GuestSections = later(
  "guests",
  async () => (await import("#src/modules/content/components/guest-sections.tsx")).GuestSections,
  "near",
  ({ posts }) => posts.length > 0 && <InstagramSkeleton />,
);

export default function Home({
  loaderData: { content, gallery, posts, booking, price, things, cities },
}: Route.ComponentProps) {
  const { t, locale } = useText();
  const departure = nextDeparture(booking.departures, booking);
  useBookingHash();
  return (
    <main id="main" tabIndex={-1}>
      <PageHead
        title={t("content-home.title")}
        description={t("content-home.description")}
        card={`/cards/home-${locale}.jpg`}
        data={things}
      />
      <Hero hero={content.hero} facts={departure && <Tonight departure={departure} today={booking.today} />} />
      <InfoBar infoBar={content.infoBar} usualPrice={price} />
      <SpecialNights content={content} today={booking.today} />
      <NightSections content={content} gallery={gallery} />
      <BookingSection data={booking} />
      <CityStrip cities={cities} />
      {content.testimonials.items.length + posts.length > 0 && <GuestSections content={content} posts={posts} />}
      <PhoneBar data={booking} />
    </main>
  );
}
