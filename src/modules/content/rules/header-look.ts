import { type Campaign, campaignOf } from "#src/modules/content/rules/campaigns.ts";
import { localizedPath } from "#src/kernel/localized.ts";

/** The header gets its ground after this many pixels (spec section 9). */
export const SCROLLED_PX = 20;

/**
 * How the header stands on a page (spec section 2.2). `over`: it lies over the page's top, which then leaves no room for it.
 * `ground`: what is behind its words; `none` is the page's own dark picture. Words are light on `none` and the night grounds.
 */
export type HeaderLook = {
  over: boolean;
  ground: "none" | "paper" | "night" | "missing";
  campaign: Campaign | null;
};

/** Pages that begin with a picture by night, besides the campaigns: home, a crawl, a city. */
const PICTURE_ON_TOP = /^\/$|^\/crawls\/(?:id\/)?[^/]+\/?$|^\/cities\/[^/]+\/?$/;

/** The look on a path of either language; `missing` where the path is no page, or none that could be read. */
export function headerLook(pathname: string, missing: boolean, scrolled: boolean): HeaderLook {
  const campaign = campaignOf(pathname);
  if (campaign) {
    const over = campaign.header === "transparent";
    return { over, ground: over && !scrolled ? "none" : "night", campaign };
  }
  if (missing) return { over: false, ground: "missing", campaign };
  const over = PICTURE_ON_TOP.test(localizedPath(pathname, "en"));
  return { over, ground: over && !scrolled ? "none" : "paper", campaign };
}
