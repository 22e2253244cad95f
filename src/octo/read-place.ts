import type { RouteStop } from "#src/modules/site/catalog/rules/proof.ts";

/** Where links to maps have their coordinates: `@19.42,-99.16`, `!3d19.42!4d-99.16`, `q=19.42,-99.16`, `map=17/19.42/-99.16`. */
const NUMBER = String.raw`(-?\d{1,3}\.\d{3,})`;
const PATTERNS = [
  `!3d${NUMBER}!4d${NUMBER}`,
  `[?&](?:q|ll|query|center|destination)=${NUMBER}(?:,|%2C)${NUMBER}`,
  `@${NUMBER},${NUMBER}`,
  `map=[\\d.]+/${NUMBER}/${NUMBER}`,
].map((pattern) => new RegExp(pattern, "i"));

/** The coordinates in a link to a map; null where it has none. */
export function coordinatesIn(link: string | null): { latitude: number; longitude: number } | null {
  for (const pattern of link === null ? [] : PATTERNS) {
    const found = pattern.exec(link ?? "");
    const [latitude, longitude] = [Number(found?.[1]), Number(found?.[2])];
    if (found && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  }
  return null;
}

/** How many minutes (of a night) lie between two local times. */
const minutesBetween = (from: string, to: string): number => {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return (minutes(to) - minutes(from) + 1440) % 1440;
};

const NOWHERE_ELSE = {
  googlePlaceId: null,
  applePlaceId: null,
  tripadvisorLocationId: null,
  yelpPlaceId: null,
  facebookPlaceId: null,
  foursquarePlaceId: null,
  baiduPlaceId: null,
  amapPlaceId: null,
};

/** The stops that the crawl's page shows, where their links to a map say where they are: OCTO's places have coordinates. */
export const placesOf = (route: readonly RouteStop[], { city_name: city }: { city_name: string }) =>
  route.flatMap((stop, at) => {
    const coordinates = coordinatesIn(stop.map);
    if (!coordinates) return [];
    const next = route[at + 1];
    return [
      {
        title: stop.name,
        shortDescription: null,
        types: [at === 0 ? "START" : next ? "ITINERARY_ITEM" : "END"],
        minutesTo: null,
        minutesAt: next ? minutesBetween(stop.at, next.at) : null,
        place: {
          ...coordinates,
          postalAddress: {
            streetAddress: stop.address || null,
            addressLocality: city,
            addressRegion: null,
            postalCode: null,
            addressCountry: "MX",
            postOfficeBoxNumber: null,
          },
          identifiers: NOWHERE_ELSE,
          sameAs: [],
        },
      },
    ];
  });
