/** The pictures of the house of which there are cuts for this place, `-wide` and `-tall`, by the address of the usual one. */
const CUTS: Readonly<Record<string, string>> = {
  "/pictures/cdmx-wide": "/pictures/cdmx",
  "/pictures/oaxaca": "/pictures/oaxaca",
  "/pictures/puerto-escondido": "/pictures/puerto-escondido",
  "/pictures/san-cristobal": "/pictures/san-cristobal",
  "/pictures/halloween": "/pictures/halloween",
  "/pictures/vip-rooftop": "/pictures/vip",
  "/pictures/mezcal": "/pictures/mezcal",
};

/** The name of the cuts made of a picture of the house; none of any other picture. */
export const cutOf = (picture: string | null): string | undefined => (picture === null ? undefined : CUTS[picture]);
