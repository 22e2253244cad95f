import { isUuid } from "#src/kernel/codes.ts";

/** The only city, or the only crawl, for which a rule or a coupon is valid; both null: everywhere. */
export type OnePlace = { city_id: string | null; crawl_id: string | null };

/** A place as a form has it: `city:ID`, `crawl:ID`; empty: everywhere. */
export const placeText = ({ city_id: city, crawl_id: crawl }: OnePlace): string =>
  crawl !== null ? `crawl:${crawl}` : city !== null ? `city:${city}` : "";

/** The place of a form; null when it is none. Whether there is such a city or crawl is checked when saving. */
export function readPlace(input: string): OnePlace | null {
  if (input === "") return { city_id: null, crawl_id: null };
  const [, kind, id = ""] = /^(city|crawl):(.{1,100})$/.exec(input) ?? [];
  if (kind === "city") return { city_id: id, crawl_id: null };
  return kind === "crawl" && isUuid(id) ? { city_id: null, crawl_id: id } : null;
}

type PlaceChoice = { id: string; name: string };

/** Cities and crawls to choose, in the reader's language. */
export type Places = { cities: readonly PlaceChoice[]; crawls: readonly PlaceChoice[] };

/** The name of a form's place; undefined where there is none. */
export const nameOfPlace = ({ cities, crawls }: Places, place: string): string | undefined =>
  cities.find(({ id }) => place === `city:${id}`)?.name ?? crawls.find(({ id }) => place === `crawl:${id}`)?.name;
