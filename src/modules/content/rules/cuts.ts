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
