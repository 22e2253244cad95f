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

/** Whether a crawl is shown on a site, by its title (spec section 9). */
export const showsOnSite = (title: string, site: Site): boolean => site !== "cdmx" || !HIDDEN_ON_CDMX.test(title);
