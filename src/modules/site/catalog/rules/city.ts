import { isUntranslated } from "#src/kernel/pair.ts";
import { asText, type Shot, slugOf } from "#src/modules/site/catalog/rules/draft.ts";

/** A city's raw form values. Its id, the last part of its page's address, is chosen once and isn't part of them. */
export type CityDraft = {
  name: string;
  name_es: string;
  description: string;
  description_es: string;
  image: Shot | null;
  meeting_point: string;
  meeting_point_es: string;
  map_url: string;
  time_zone: string;
};
export type CityField = keyof CityDraft;

/** The fields in page order. */
export const CITY_FIELDS = [
  "name",
  "name_es",
  "description",
  "description_es",
  "meeting_point",
  "meeting_point_es",
  "map_url",
  "image",
  "time_zone",
] as const satisfies readonly CityField[];

/** The id that a city has by default, made of its name; empty where the name has no Latin letters. */
export const cityIdOf = (name: string): string => slugOf(name).slice(0, 60).replace(/-$/, "");

/** The columns a city's form writes. */
export type StoredCity = {
  name: string;
  name_es: string | null;
  description: string;
  description_es: string | null;
  image: string | null;
  image_alt: string;
  image_alt_es: string | null;
  meeting_point: string;
  meeting_point_es: string | null;
  map_url: string | null;
  time_zone: string;
};

/** Values of a new city's form. */
export const emptyCity = (zone: string): CityDraft => ({ ...cityDraftOf(emptyCityRow()), time_zone: zone });

/** An empty row with all columns, to which the first save is compared. */
export const emptyCityRow = (): StoredCity => ({
  name: "",
  name_es: null,
  description: "",
  description_es: null,
  image: null,
  image_alt: "",
  image_alt_es: null,
  meeting_point: "",
  meeting_point_es: null,
  map_url: null,
  time_zone: "",
});

/** A stored city as form values. */
export const cityDraftOf = (row: StoredCity): CityDraft => ({
  name: row.name,
  name_es: row.name_es ?? "",
  description: row.description,
  description_es: row.description_es ?? "",
  image: row.image === null ? null : { src: row.image, alt: row.image_alt, alt_es: row.image_alt_es ?? "" },
  meeting_point: row.meeting_point,
  meeting_point_es: row.meeting_point_es ?? "",
  map_url: row.map_url ?? "",
  time_zone: row.time_zone,
});

/** Parses a posted form as a draft; missing values are empty. */
export function cityDraftOfForm(form: FormData): CityDraft {
  const text = (name: string) => asText(form.get(name));
  const src = text("image");
  return {
    name: text("name"),
    name_es: text("name_es"),
    description: text("description"),
    description_es: text("description_es"),
    image: src === "" ? null : { src, alt: text("image_alt"), alt_es: text("image_alt_es") },
    meeting_point: text("meeting_point"),
    meeting_point_es: text("meeting_point_es"),
    map_url: text("map_url"),
    time_zone: text("time_zone"),
  };
}

/** Number of texts with English but no Spanish wording; null while there is no English text to translate. */
export function untranslatedIn(draft: CityDraft): number | null {
  const texts = [
    { en: draft.name, es: draft.name_es },
    { en: draft.description, es: draft.description_es },
    { en: draft.meeting_point, es: draft.meeting_point_es },
    { en: draft.image?.alt ?? "", es: draft.image?.alt_es ?? "" },
  ].filter(({ en }) => en.trim() !== "");
  return texts.length === 0 ? null : texts.filter(isUntranslated).length;
}

/** The time zones of Mexico (IANA), the most common first. */
export const MEXICAN_ZONES = [
  "America/Mexico_City",
  "America/Cancun",
  "America/Merida",
  "America/Monterrey",
  "America/Bahia_Banderas",
  "America/Mazatlan",
  "America/Hermosillo",
  "America/Tijuana",
  "America/Chihuahua",
  "America/Ciudad_Juarez",
  "America/Ojinaga",
  "America/Matamoros",
] as const;

/** The IANA zones outside of Mexico, by name. */
export const otherZones = (): string[] => {
  const mexican: readonly string[] = MEXICAN_ZONES;
  return Intl.supportedValuesOf("timeZone").filter((zone) => zone.includes("/") && !mexican.includes(zone));
};

/** Whether a text is the name of a place's IANA zone, and not an offset: those don't know of clock changes. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Z][A-Za-z]+(\/[A-Z][\w+-]*)+$/.test(text) || text.startsWith("Etc/")) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Whether a text is an https address of a map: with a host of its own, and without credentials. */
export function isMapLink(text: string): boolean {
  if (!URL.canParse(text) || /\s/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === "https:" && hostname.includes(".") && username === "" && password === "";
}
