import { hidingWords, type Site } from "#src/kernel/site.ts";

/** What decides whether guests see a crawl. Left out: known to be so already. */
export type Visible = {
  title: string;
  /** Shown on every site, whatever its title: overrules section 9. */
  on_every_site: boolean;
  is_active?: boolean;
  is_city_active?: boolean;
  deleted_at?: Date | null;
};

/** Why the guests of some sites don't see a crawl; `words`: those in its title that hide it. */
export type Unseen =
  | { why: "deleted" | "hidden" | "city" }
  | {
      why: "title";
      words: string;
      sites: readonly Site[];
      /** Whether other sites of this installation show it. */
      isElsewhere: boolean;
    };

/** Why guests see a crawl and still can't book it: the site isn't open, or no night is to come. */
export type Barred = Unseen | { why: "closed" | "no_nights" };

/** Why the guests of these sites, which are at least one, don't see a crawl; null where all of them do. */
export function whyUnseen(crawl: Visible, sites: readonly Site[]): Unseen | null {
  if (crawl.deleted_at) return { why: "deleted" };
  if (crawl.is_active === false) return { why: "hidden" };
  if (crawl.is_city_active === false) return { why: "city" };
  if (crawl.on_every_site) return null;
  const hiding = sites.filter((site) => hidingWords(crawl.title, site) !== null);
  const words = hiding[0] && hidingWords(crawl.title, hiding[0]);
  return words ? { why: "title", words, sites: hiding, isElsewhere: hiding.length < sites.length } : null;
}

/** Whether a site's guests see a crawl. */
export const isSeenOn = (crawl: Visible, site: Site): boolean => whyUnseen(crawl, [site]) === null;

/** Whether no guest of any site sees it. */
export const isHidden = (unseen: Barred | null): boolean =>
  unseen !== null &&
  unseen.why !== "closed" &&
  unseen.why !== "no_nights" &&
  !(unseen.why === "title" && unseen.isElsewhere);

/** Why guests can't book a crawl; `nights`: how many are to come. Null where they can. */
export function whyBarred(
  crawl: Visible,
  { sites, isOpen, nights }: { sites: readonly Site[]; isOpen: boolean; nights: number },
): Barred | null {
  const unseen = whyUnseen(crawl, sites);
  if (unseen) return unseen;
  if (!isOpen) return { why: "closed" };
  return nights === 0 ? { why: "no_nights" } : null;
}
