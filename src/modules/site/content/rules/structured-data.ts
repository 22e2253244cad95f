import { decimal } from "#src/kernel/money.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { isoIn, departureTimes } from "#src/kernel/local-time.ts";
import { isRealLink } from "#src/modules/site/content/rules/social-link.ts";

/** A schema.org JSON-LD object, as `PageHead` takes it in `data`. */
export type Thing = { "@type": string | readonly string[]; [property: string]: unknown };

/** The site's identity: configured origin (no trailing slash), product name, page language. */
export type Speaker = { origin: string; name: string; locale: Locale };

type StoredContact = {
  email?: string | undefined;
  phone?: string | undefined;
  facebook?: string | undefined;
  instagram?: string | undefined;
  twitter?: string | undefined;
};

/** A crawl in the page's language, as listed by `catalog`. Prices are minor units per person. */
export type CrawlFacts = {
  title: string;
  description: string;
  city_name: string;
  meeting_place: string;
  time_zone: string;
  price: number;
  currency: string;
  image: string | null;
  rating: number;
  review_count: number;
};

/** A departure as listed by `schedule`: local date and hours in the crawl's time zone. */
export type DepartureFacts = {
  date: string;
  start_time: string;
  end_time: string;
  price_per_person: { amount_minor: number; currency: string };
  is_available: boolean;
  limited_availability: boolean;
};

const CONTEXT = { "@context": "https://schema.org" };
const COUNTRY = "MX"; // all the product's cities are Mexican (spec section 1)
const ADULTS = "18-"; // legal drinking age (spec section 9)

/** The product itself, for the home page: logo, stored contact, and only profiles with a real link. */
export function organization(by: Speaker, description: string, contact: StoredContact): Thing {
  const { email, phone } = contact;
  const profiles = [contact.facebook, contact.instagram, contact.twitter].filter(isRealLink);
  return {
    ...CONTEXT,
    ...organizerOf(by),
    description,
    logo: `${by.origin}/icon-512.png`,
    ...(email ? { email } : {}),
    ...(phone ? { telephone: phone } : {}),
    ...(email || phone ? { contactPoint: contactPoint(email, phone) } : {}),
    ...(profiles.length > 0 ? { sameAs: profiles } : {}),
  };
}

const contactPoint = (email: string | undefined, phone: string | undefined): Thing => ({
  "@type": "ContactPoint",
  contactType: "customer service",
  availableLanguage: ["en", "es"],
  ...(email ? { email } : {}),
  ...(phone ? { telephone: phone } : {}),
});

/** The site, for the home page: its name in search engines. */
export const webSite = ({ origin, name, locale }: Speaker): Thing => ({
  ...CONTEXT,
  "@type": "WebSite",
  "@id": `${origin}/#website`,
  name,
  url: `${origin}/`,
  inLanguage: locale,
  publisher: { "@id": organizationId(origin) },
});

/** The breadcrumbs from the home page to this one, both included. Paths are in the page's language. */
export const breadcrumbs = ({ origin }: Speaker, steps: readonly { name: string; path: string }[]): Thing => ({
  ...CONTEXT,
  "@type": "BreadcrumbList",
  itemListElement: steps.map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: origin + path,
  })),
});

/** Questions and answers, as shown on the page. */
export const faqPage = (questions: readonly { question: string; answer: string }[]): Thing => ({
  ...CONTEXT,
  "@type": "FAQPage",
  mainEntity: questions.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  })),
});

/** Departures described per crawl page: more would outweigh the page's visible content. */
const DEPARTURES_TOLD = 12;

/** Structured data of a crawl's page at `path`: the trip, and its next departures from `departures`, sorted by date. */
export const crawlThings = (
  by: Speaker,
  crawl: CrawlFacts,
  departures: readonly DepartureFacts[],
  path: string,
): Thing[] => [
  crawlTrip(by, crawl, departures, path),
  ...departures.slice(0, DEPARTURES_TOLD).map((departure) => crawlEvent(by, crawl, departure, path)),
];

/**
 * A crawl, for its page at `path`. schema.org allows no rating on a trip, so it is a product as well (decision 026); the rating
 * is present only with reviews.
 */
export const crawlTrip = (
  by: Speaker,
  crawl: CrawlFacts,
  departures: readonly DepartureFacts[],
  path: string,
): Thing => ({
  ...CONTEXT,
  "@type": ["TouristTrip", "Product"],
  name: crawl.title,
  url: by.origin + path,
  ...described(by.origin, crawl),
  provider: organizerOf(by),
  brand: { "@type": "Brand", name: by.name },
  itinerary: meetingPlaceOf(crawl),
  offers: {
    "@type": "Offer",
    price: decimal(crawl.price),
    priceCurrency: crawl.currency,
    availability: `https://schema.org/${departures.some((departure) => departure.is_available) ? "InStock" : "SoldOut"}`,
    url: by.origin + path,
  },
  ...ratingOf(crawl),
});

/** One departure of a crawl, bookable at the crawl's `path` with its date. Server only: needs Temporal. */
export function crawlEvent(by: Speaker, crawl: CrawlFacts, departure: DepartureFacts, path: string): Thing {
  const url = `${by.origin}${path}?date=${departure.date}`;
  const { startsAt, endsAt } = departureTimes(
    departure.date,
    departure.start_time,
    departure.end_time,
    crawl.time_zone,
  );
  const { amount_minor, currency } = departure.price_per_person;
  return {
    ...CONTEXT,
    "@type": "Event",
    name: crawl.title,
    url,
    ...described(by.origin, crawl),
    startDate: isoIn(startsAt, crawl.time_zone),
    endDate: isoIn(endsAt, crawl.time_zone),
    // cancelled departures are never listed
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: meetingPlaceOf(crawl),
    organizer: organizerOf(by),
    typicalAgeRange: ADULTS,
    offers: {
      "@type": "Offer",
      price: decimal(amount_minor),
      priceCurrency: currency,
      availability: `https://schema.org/${availabilityOf(departure)}`,
      url,
    },
    ...ratingOf(crawl),
  };
}

// the site shows "Sold Out" both for full departures and for those not on sale (spec section 8)
const availabilityOf = (departure: DepartureFacts) =>
  !departure.is_available ? "SoldOut" : departure.limited_availability ? "LimitedAvailability" : "InStock";

const organizationId = (origin: string) => `${origin}/#organization`;

// in full, not by reference: search engines read each page in isolation
const organizerOf = ({ origin, name }: Speaker): Thing => ({
  "@type": "Organization",
  "@id": organizationId(origin),
  name,
  url: `${origin}/`,
});

const meetingPlaceOf = (crawl: CrawlFacts): Thing => ({
  "@type": "Place",
  name: crawl.meeting_place || crawl.city_name,
  address: {
    "@type": "PostalAddress",
    ...(crawl.meeting_place ? { streetAddress: crawl.meeting_place } : {}),
    addressLocality: crawl.city_name,
    addressCountry: COUNTRY,
  },
});

const described = (origin: string, { description, image }: CrawlFacts) => ({
  ...(description ? { description } : {}),
  ...(image ? { image: [pictureAddress(origin, image)] } : {}),
});

/** A picture's absolute address. House pictures are stored without width and extension (`/pictures/oaxaca`), uploaded ones with their full path. */
export function pictureAddress(origin: string, image: string): string {
  const file = image.startsWith("/pictures/") && !/\.\w+$/.test(image) ? `${image}-1280.webp` : image;
  return file.startsWith("/") ? origin + file : file;
}

const ratingOf = ({ rating, review_count }: CrawlFacts) =>
  review_count > 0
    ? {
        aggregateRating: {
          "@type": "AggregateRating",
          ratingValue: rating,
          reviewCount: review_count,
          bestRating: 5,
          worstRating: 1,
        },
      }
    : {};
