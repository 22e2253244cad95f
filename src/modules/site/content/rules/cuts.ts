/** House pictures with crops for this place (`-wide` and `-tall`), by the URL of the regular one. */
const CUTS: Readonly<Record<string, string>> = {
  "/pictures/cdmx-wide": "/pictures/cdmx",
  "/pictures/oaxaca": "/pictures/oaxaca",
  "/pictures/puerto-escondido": "/pictures/puerto-escondido",
  "/pictures/san-cristobal": "/pictures/san-cristobal",
  "/pictures/halloween": "/pictures/halloween",
  "/pictures/vip-rooftop": "/pictures/vip",
  "/pictures/mezcal": "/pictures/mezcal",
};

/** The name of a house picture's crops; undefined for other pictures. */
export const cutOf = (picture: string | null): string | undefined => (picture === null ? undefined : CUTS[picture]);

/** House pictures that a share card (public/cards) is made of, and its name. */
const CARDS: Readonly<Record<string, string>> = {
  "/pictures/cdmx-wide": "mexico-city",
  "/pictures/oaxaca": "oaxaca",
  "/pictures/puerto-escondido": "puerto-escondido",
  "/pictures/san-cristobal": "san-cristobal",
  "/pictures/halloween": "halloween",
  "/pictures/vip-rooftop": "vip-bar-crawl",
  "/pictures/mezcal": "mezcal-tasting",
};

/** Path of the share card that shows a house picture; undefined for other pictures. */
export function cardOf(picture: string | null, locale: "en" | "es"): string | undefined {
  const name = picture === null ? undefined : CARDS[picture];
  return name && `/cards/${name}-${locale}.jpg`;
}
