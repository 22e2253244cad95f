import { localizedPath } from "#src/kernel/localized.ts";
import type { Motif } from "#src/ui/papel-picado-geometry.ts";

/** A campaign page (spec sections 2.1 and 2.2): colour of its book buttons, its header's ground, its logo, and what it is made of. */
export type Campaign = {
  /** The middle part of its texts' ids in campaigns.json. */
  name: "halloween" | "vip" | "mezcal";
  /** Of the crawl that it sells. */
  slug: string;
  accent: "orange" | "red" | "amber";
  header: "transparent" | "dark";
  logo: "ronda" | "halloween";
  /** As `Picture` takes them; a tall one stands on phones. */
  picture: { wide: string; tall: string };
  /** The flags of its three points. */
  flags: readonly [Motif, Motif, Motif];
};

/** The themed campaign pages by path; each sells the crawl of the same slug. */
export const CAMPAIGNS: Readonly<Record<string, Campaign>> = {
  "/cdmx-halloween-crawl": {
    name: "halloween",
    slug: "cdmx-halloween-crawl",
    accent: "orange",
    header: "transparent",
    logo: "halloween",
    picture: { wide: "/pictures/halloween-wide", tall: "/pictures/halloween-tall" },
    flags: ["calavera", "marigold", "toast"],
  },
  "/vip-bar-crawl": {
    name: "vip",
    slug: "vip-bar-crawl",
    accent: "red",
    header: "dark",
    logo: "ronda",
    picture: { wide: "/pictures/vip-wide", tall: "/pictures/vip-tall" },
    flags: ["star", "corazon", "catedral"],
  },
  "/mezcal-tasting": {
    name: "mezcal",
    slug: "mezcal-tasting",
    accent: "amber",
    header: "transparent",
    logo: "ronda",
    picture: { wide: "/pictures/mezcal-wide", tall: "/pictures/mezcal-tall" },
    flags: ["agave", "marigold", "toast"],
  },
};

/** The campaign that a path of either language shows, or null. */
export const campaignOf = (pathname: string): Campaign | null => CAMPAIGNS[localizedPath(pathname, "en")] ?? null;
