import { type Campaign, campaignOf } from "#src/modules/site/content/rules/campaigns.ts";
import { localizedPath } from "#src/kernel/localized.ts";

/** Scroll offset in pixels at which the header gets its background (spec section 9). */
export const SCROLLED_PX = 20;

/**
 * The header's style on a page (spec section 2.2). `over`: it overlays the top of the page instead of taking up space. `ground`:
 * its background; `none` is the page's own dark picture. Text is light on `none` and the night backgrounds.
 */
export type HeaderLook = {
  over: boolean;
  ground: "none" | "paper" | "night" | "missing";
  campaign: Campaign | null;
};

/** Pages with a dark picture at the top besides the campaigns: home, a crawl, a city. */
const PICTURE_ON_TOP = /^\/(?:preview\/home)?$|^\/crawls\/(?:id\/)?[^/]+\/?$|^\/cities\/[^/]+\/?$/;

/** The look on a path in either language; `missing` when there is no page or it couldn't be loaded. */
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
