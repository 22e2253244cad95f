import { localizedPath } from "#src/kernel/localized.ts";
import type { Motif } from "#src/ui/papel-picado-geometry.ts";

/** A campaign page (spec sections 2.1 and 2.2): color of its book buttons, header background, logo and content. */
export type Campaign = {
  /** The middle part of its message ids in campaigns.json. */
  name: "halloween" | "vip" | "mezcal";
  /** Slug of the crawl it sells. */
  slug: string;
  accent: "orange" | "red" | "amber";
  header: "transparent" | "dark";
  logo: "ronda" | "halloween";
  /** The picture that its share card is made of, where its crawl doesn't say another. */
  image: string;
  /** `Picture` names; phones use the tall one. */
  picture: { wide: string; tall: string };
  /** The flags of its three points. */
  flags: readonly [Motif, Motif, Motif];
};

/** The themed campaign pages by path; each sells the crawl with the same slug. */
export const CAMPAIGNS: Readonly<Record<string, Campaign>> = {
  "/cdmx-halloween-crawl": {
    name: "halloween",
    slug: "cdmx-halloween-crawl",
    accent: "orange",
    header: "transparent",
    logo: "halloween",
    image: "/pictures/halloween",
    picture: { wide: "/pictures/halloween-wide", tall: "/pictures/halloween-tall" },
    flags: ["calavera", "marigold", "toast"],
  },
  "/vip-bar-crawl": {
    name: "vip",
    slug: "vip-bar-crawl",
    accent: "red",
    header: "dark",
    logo: "ronda",
    image: "/pictures/vip-rooftop",
    picture: { wide: "/pictures/vip-wide", tall: "/pictures/vip-tall" },
    flags: ["star", "corazon", "catedral"],
  },
  "/mezcal-tasting": {
    name: "mezcal",
    slug: "mezcal-tasting",
    accent: "amber",
    header: "transparent",
    logo: "ronda",
    image: "/pictures/mezcal",
    picture: { wide: "/pictures/mezcal-wide", tall: "/pictures/mezcal-tall" },
    flags: ["agave", "marigold", "toast"],
  },
};

/** The campaign at a path in either language, or null. */
export const campaignOf = (pathname: string): Campaign | null => CAMPAIGNS[localizedPath(pathname, "en")] ?? null;
