import { localizedPath } from "#src/kernel/localized.ts";

/** The look of a campaign page (spec sections 2.1 and 2.2): colour of its book buttons, its header's ground, its logo. */
export type Campaign = {
  accent: "orange" | "red" | "amber";
  header: "transparent" | "dark";
  logo: "ronda" | "halloween";
};

/** The themed campaign pages by path; each sells the crawl of the same slug. */
export const CAMPAIGNS: Readonly<Record<string, Campaign>> = {
  "/cdmx-halloween-crawl": { accent: "orange", header: "transparent", logo: "halloween" },
  "/vip-bar-crawl": { accent: "red", header: "dark", logo: "ronda" },
  "/mezcal-tasting": { accent: "amber", header: "transparent", logo: "ronda" },
};

/** The campaign that a path of either language shows, or null. */
export const campaignOf = (pathname: string): Campaign | null => CAMPAIGNS[localizedPath(pathname, "en")] ?? null;
