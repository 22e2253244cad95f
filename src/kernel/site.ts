/** The sites of the product (spec section 9, "Site filtering"). */
export const SITES = ["cdmx", "oaxaca", "puerto_vallarta"] as const;
export type Site = (typeof SITES)[number];

/** The site whose content a host name shows. It only selects content: trust never depends on it. */
export function siteOfHost(host: string): Site {
  const name = host.toLowerCase();
  if (name.includes("oaxaca")) return "oaxaca";
  return name.includes("puertovallarta") || name.includes("puerto-vallarta") ? "puerto_vallarta" : "cdmx";
}

const HIDDEN_ON_CDMX = /Puerto Vallarta|San Crist[óo]bal/;

/** The words in a crawl's title by which a site hides it (spec section 9); null where it shows it. */
export const hidingWords = (title: string, site: Site): string | null =>
  site === "cdmx" ? (HIDDEN_ON_CDMX.exec(title)?.[0] ?? null) : null;
