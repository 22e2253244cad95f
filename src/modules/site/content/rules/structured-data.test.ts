import { describe, expect, test } from "vitest";
import {
  breadcrumbs,
  crawlEvent,
  type CrawlFacts,
  crawlThings,
  crawlTrip,
  faqPage,
  type DepartureFacts,
  organization,
  type Speaker,
  type Thing,
  webSite,
} from "#src/modules/site/content/rules/structured-data.ts";

const by: Speaker = { origin: "https://ronda.example", name: "Ronda", locale: "en" };

const crawl: CrawlFacts = {
  title: "Oaxaca Crawl",
  description: "Mezcal from the hills.",
  city_name: "Oaxaca",
  meeting_place: "On the steps of Santo Domingo",
  time_zone: "America/Mexico_City",
  price: 2000,
  currency: "USD",
  image: "/pictures/oaxaca",
  rating: 4.8,
  review_count: 31,
};

const departure: DepartureFacts = {
  date: "2026-11-21",
  start_time: "20:00",
  end_time: "00:30",
  price_per_person: { amount_minor: 40000, currency: "MXN" },
  is_available: true,
  limited_availability: false,
};

const contact = {
  email: "hola@ronda.example",
  phone: "+52 55 0000 0000",
  facebook: "#",
  instagram: "https://social.example/ronda",
  twitter: "",
};

type Shape = { required: string[]; recommended: string[]; other: string[] };

/**
 * Required, recommended and optional properties per type, after Google's structured data documentation
 * (developers.google.com/search/docs/appearance: structured-data/event, /organization, /breadcrumb, /faqpage, /product-snippet,
 * /review-snippet and site-names) and schema.org/<type>. `performer`, `previousStartDate` and an offer's `validFrom` are
 * recommended for events as well, but we have no performers, don't move departures, and don't know when one went on sale.
 */
const SHAPES: Record<string, Shape> = {
  Organization: {
    required: ["name", "url"],
    recommended: [],
    other: ["@id", "description", "logo", "email", "telephone", "contactPoint", "sameAs"],
  },
  ContactPoint: { required: ["contactType"], recommended: ["availableLanguage"], other: ["email", "telephone"] },
  WebSite: { required: ["name", "url"], recommended: [], other: ["@id", "inLanguage", "publisher"] },
  BreadcrumbList: { required: ["itemListElement"], recommended: [], other: [] },
  ListItem: { required: ["position", "name", "item"], recommended: [], other: [] },
  FAQPage: { required: ["mainEntity"], recommended: [], other: [] },
  Question: { required: ["name", "acceptedAnswer"], recommended: [], other: [] },
  Answer: { required: ["text"], recommended: [], other: [] },
  Event: {
    required: ["name", "startDate", "location"],
    recommended: ["description", "endDate", "eventStatus", "image", "offers", "organizer"],
    other: ["url", "eventAttendanceMode", "typicalAgeRange", "aggregateRating"],
  },
  TouristTrip: {
    required: ["name"],
    recommended: ["description", "image", "offers", "provider", "itinerary", "url"],
    other: [],
  },
  Product: {
    required: ["name", "offers"],
    recommended: ["description", "image", "brand"],
    other: ["url", "aggregateRating"],
  },
  Brand: { required: ["name"], recommended: [], other: [] },
  Place: { required: ["name", "address"], recommended: [], other: [] },
  PostalAddress: {
    required: ["addressLocality", "addressCountry"],
    recommended: ["streetAddress"],
    other: ["addressRegion", "postalCode"],
  },
  Offer: { required: ["price", "priceCurrency"], recommended: ["availability", "url"], other: [] },
  AggregateRating: { required: ["ratingValue", "reviewCount"], recommended: ["bestRating", "worstRating"], other: [] },
};

/** Mistakes in a thing and its nested things: missing or unknown properties, empty values, malformed values. */
function mistakesIn(thing: Thing, wish: ("required" | "recommended")[], place = ""): string[] {
  const types = [thing["@type"]].flat();
  const where = `${place}${types.join("+")}`;
  const shapes = types.map((type) => SHAPES[type]);
  if (shapes.some((shape) => !shape)) return [`${where}: of a type that nobody checks`];
  const existing = shapes.flatMap((shape) => [...shape!.required, ...shape!.recommended, ...shape!.other]);
  const own = Object.keys(thing).filter((property) => property !== "@type" && property !== "@context");
  return [
    ...wish.flatMap((degree) =>
      shapes.flatMap((shape) => shape![degree].filter((p) => !(p in thing)).map((p) => `${where}: no ${p}`)),
    ),
    ...own.filter((property) => !existing.includes(property)).map((property) => `${where}: knows no ${property}`),
    ...own.flatMap((property) =>
      [thing[property]].flat().flatMap((value) => valueFieldErrors(property, value, where, wish)),
    ),
  ];
}

const FORMS: Record<string, RegExp> = {
  url: /^https:\/\/[^/]+\//,
  item: /^https:\/\/[^/]+\//,
  logo: /^https:\/\/[^/]+\/.+\.(png|svg|jpg)$/,
  image: /^https:\/\/[^/]+\/.+\.(webp|jpg|png)$/,
  sameAs: /^https:\/\/[^/]+\/./,
  startDate: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
  endDate: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
  price: /^\d+\.\d\d$/,
  priceCurrency: /^[A-Z]{3}$/,
  addressCountry: /^[A-Z]{2}$/,
  email: /^[^@\s]+@[^@\s]+$/,
  availability: /^https:\/\/schema\.org\/(InStock|LimitedAvailability|SoldOut)$/,
  eventStatus: /^https:\/\/schema\.org\/Event(Scheduled|Cancelled|Postponed|Rescheduled)$/,
  eventAttendanceMode: /^https:\/\/schema\.org\/(Offline|Online|Mixed)EventAttendanceMode$/,
};

function valueFieldErrors(
  property: string,
  value: unknown,
  where: string,
  wish: ("required" | "recommended")[],
): string[] {
  if (value === null || value === undefined || value === "") return [`${where}: an empty ${property}`];
  if (typeof value === "object")
    return "@type" in value ? mistakesIn(value as Thing, wish, `${where} › ${property}: `) : [];
  const [form, text] = [FORMS[property], JSON.stringify(value).replaceAll('"', "")];
  return form && !form.test(text) ? [`${where}: ${property} is ${text}`] : [];
}

const FULL: [string, Thing][] = [
  ["organization", organization(by, "Guided pub crawls", contact)],
  ["site", webSite(by)],
  [
    "breadcrumbs",
    breadcrumbs(by, [
      { name: "Home", path: "/" },
      { name: "Cities", path: "/cities" },
    ]),
  ],
  ["questions", faqPage([{ question: "Is there an age limit?", answer: "18 and over." }])],
  ["trip", crawlTrip(by, crawl, [departure], "/crawls/oaxaca")],
  ["event", crawlEvent(by, crawl, departure, "/crawls/oaxaca")],
];

test.each(FULL)(
  "the %s says all that is required and recommended, and nothing that its type doesn't know",
  (_, thing) => {
    expect(mistakesIn(thing, ["required", "recommended"])).toEqual([]);
    expect(thing["@context"]).toBe("https://schema.org");
  },
);

const BARE: CrawlFacts = { ...crawl, description: "", meeting_place: "", image: null, rating: 0, review_count: 0 };
test.each([
  ["organization", organization(by, "Guided pub crawls", {})],
  ["trip", crawlTrip(by, BARE, [], "/crawls/oaxaca")],
  ["event", crawlEvent(by, BARE, departure, "/crawls/oaxaca")],
])("the %s of little stored content says all that is required and leaves out the rest", (_, thing) => {
  expect(mistakesIn(thing, ["required"])).toEqual([]);
});

describe("the check finds", () => {
  const event = crawlEvent(by, crawl, departure, "/crawls/oaxaca") as Record<string, unknown> & Thing;
  test.each([
    ["a missing property", { startDate: undefined }, "an empty startDate"],
    ["a date without an offset", { startDate: "2026-11-21T20:00:00" }, "startDate is 2026-11-21T20:00:00"],
    ["a relative address", { url: "/crawls/oaxaca" }, "url is /crawls/oaxaca"],
    ["a foreign property", { departureTime: "20:00" }, "knows no departureTime"],
    ["a error inside", { location: { "@type": "Place", name: "Oaxaca" } }, "no address"],
  ])("%s", (_, change, mistake) => {
    expect(mistakesIn({ ...event, ...change }, ["required"]).join()).toContain(mistake);
  });
});

test("a departure ends after midnight on the city's own clock", () => {
  const inTijuana = { ...crawl, time_zone: "America/Tijuana" };
  const dates = ({ startDate, endDate }: Thing) => [startDate, endDate];
  expect(dates(crawlEvent(by, crawl, departure, "/"))).toEqual([
    "2026-11-21T20:00:00-06:00",
    "2026-11-22T00:30:00-06:00",
  ]);
  const summer = { ...departure, date: "2026-07-01" };
  expect(dates(crawlEvent(by, inTijuana, summer, "/"))).toEqual([
    "2026-07-01T20:00:00-07:00",
    "2026-07-02T00:30:00-07:00",
  ]);
});

test.each([
  [{ is_available: true, limited_availability: false }, "InStock"],
  [{ is_available: true, limited_availability: true }, "LimitedAvailability"],
  [{ is_available: false, limited_availability: false }, "SoldOut"],
  [{ is_available: false, limited_availability: true }, "SoldOut"],
])("a departure that is %o is %s", (state, availability) => {
  const { offers } = crawlEvent(by, crawl, { ...departure, ...state }, "/");
  expect(offers).toMatchObject({ availability: `https://schema.org/${availability}`, price: "400.00" });
});

test("a crawl's page tells the trip and its next twelve departures, each at an address of its own", () => {
  const dates = Array.from({ length: 20 }, (_, day) => `2026-12-${String(day + 1).padStart(2, "0")}`);
  const things = crawlThings(
    by,
    crawl,
    dates.map((date) => ({ ...departure, date })),
    "/crawls/oaxaca",
  );
  expect(things.length).toBe(13);
  expect(new Set(things.map((thing) => thing["url"])).size).toBe(13);
  expect(things[1]).toMatchObject({ url: "https://ronda.example/crawls/oaxaca?date=2026-12-01" });
});

test("a crawl without a departure to book is sold out", () => {
  const full = { ...departure, is_available: false };
  const offer = (departures: DepartureFacts[]) => crawlTrip(by, crawl, departures, "/")["offers"];
  expect(offer([full, departure])).toMatchObject({ availability: "https://schema.org/InStock" });
  expect(offer([full])).toMatchObject({ availability: "https://schema.org/SoldOut" });
});

test("ratings are told only where guests have rated", () => {
  expect(crawlTrip(by, crawl, [], "/")["aggregateRating"]).toMatchObject({ ratingValue: 4.8, reviewCount: 31 });
  expect(crawlTrip(by, { ...crawl, review_count: 0 }, [], "/")).not.toHaveProperty("aggregateRating");
  expect(crawlEvent(by, { ...crawl, review_count: 0 }, departure, "/")).not.toHaveProperty("aggregateRating");
});

test("a profile that leads nowhere is not the organization's", () => {
  expect(organization(by, "Guided pub crawls", contact)["sameAs"]).toEqual(["https://social.example/ronda"]);
  expect(organization(by, "Guided pub crawls", { facebook: "#" })).not.toHaveProperty("sameAs");
});

test.each([
  ["/pictures/oaxaca", "https://ronda.example/pictures/oaxaca-1280.webp"],
  ["/uploads/night.jpg", "https://ronda.example/uploads/night.jpg"],
  ["https://storage.example/night.jpg", "https://storage.example/night.jpg"],
])("the picture %s is told as %s", (image, address) => {
  expect(crawlTrip(by, { ...crawl, image }, [], "/")["image"]).toEqual([address]);
});
