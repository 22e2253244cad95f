import { inLocale, type Locale } from "#src/kernel/localized.ts";

type PlaceSource = {
  city: string;
  meeting_place: string;
  meeting_place_es: string | null;
  meeting_point: string;
  meeting_point_es: string | null;
  map_url: string | null;
};

/**
 * Where a night's guests meet, and a map of it: the crawl's place, else the city's. The city's own map link is for the city's
 * place; any other place is searched for. Null where no place is known.
 */
export function meetingPoint(night: PlaceSource, locale: Locale): { place: string; map: string } | null {
  const ofCity = inLocale(locale, night.meeting_point, night.meeting_point_es);
  const place = inLocale(locale, night.meeting_place, night.meeting_place_es) || ofCity;
  if (!place) return null;
  if (night.map_url && place === ofCity) return { place, map: night.map_url };
  return { place, map: mapOf(place, night.city) };
}

/** An address that searches a map for a place of a city. */
export const mapOf = (place: string, city: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${place}, ${city}`)}`;
