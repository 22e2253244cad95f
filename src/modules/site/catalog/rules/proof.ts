/** One line of what a guest said, with their consent. */
export type Quote = { text: string; author: string; country: string };

/** The stars of a crawl's reviews and one line of them; the line where somebody agreed to show theirs. */
export type Rated = { rating: number; count: number; quote: Quote | null };

/** A stop of a crawl as guests see it. `at` is local time (HH:MM), `drinks` what a ticket is worth there, `map` an https address. */
export type RouteStop = {
  name: string;
  address: string;
  map: string | null;
  at: string;
  drinks: number;
  picture: string | null;
};

/** The guide of a night as guests see them; the picture where there is one. */
export type NightGuide = { name: string; portrait: string | null };

/** What is shown beside a night's price: reviews of its crawl, the meeting point and route, the guide. */
export type NightProof = {
  rated: Rated | null;
  /** The meeting point, with a map; null if there is none. */
  meeting: { place: string; map: string } | null;
  bars: readonly string[];
  guides: readonly NightGuide[];
};

/** The same for the nights of a calendar: by crawl, and the guides by departure. */
export type CalendarProof = {
  quotes: Readonly<Record<string, Quote>>;
  bars: Readonly<Record<string, readonly string[]>>;
  guides: Readonly<Record<string, readonly NightGuide[]>>;
};
