import { type Site, siteOfHost, SITES } from "#src/kernel/site.ts";
import type { Settings } from "#src/platform/env.server.ts";

/** Whose content a request shows, and the origin for its forms, links and addresses. */
export type Place = { site: Site; origin: string };

type SiteRequest = { host: string | null; search?: string };
type Configured = Pick<Settings, "BASE_URL" | "SITE" | "SITE_ORIGINS" | "production">;

/**
 * The place of a request. The site is `?site=` outside production, else the setting SITE, else what the host's name contains
 * (spec section 9). The origin is one of SITE_ORIGINS only when its host is exactly the request's; any other Host gets
 * BASE_URL, so that an attacker's host is never written into a page.
 */
export function resolveSite(settings: Configured, { host, search = "" }: SiteRequest): Place {
  const name = (host ?? "").toLowerCase().replace(/:(80|443)$/, "");
  const wished = settings.production ? undefined : SITES.find((site) => site === wishedIn(search));
  const origin = settings.SITE_ORIGINS.find((candidate) => candidate.slice(candidate.indexOf("//") + 2) === name);
  return { site: wished ?? settings.SITE ?? siteOfHost(name), origin: origin ?? settings.BASE_URL };
}

/** The sites that this installation serves: those of its addresses, or the one of the setting, and the one that is asked here. */
export function sitesServed(
  { SITE, BASE_URL, SITE_ORIGINS }: Pick<Configured, "SITE" | "BASE_URL"> & { SITE_ORIGINS: readonly string[] },
  here: Site,
): Site[] {
  const own = SITE ? [SITE] : [BASE_URL, ...SITE_ORIGINS].map((origin) => siteOfHost(new URL(origin).host));
  return SITES.filter((site) => site === here || own.includes(site));
}

// most requests have no `site`, and shouldn't pay for parsing their query
const wishedIn = (search: string) => (search.includes("site=") ? new URLSearchParams(search).get("site") : null);
