import type { Change } from "#src/modules/site/content/rules/home-draft.ts";
import type { PageKey } from "#src/modules/site/content/rules/page-fields.ts";

/** A version of a plain page. `own` names the version of Ronda's own text that it is; `isFirst`: nobody published it. */
export type ListedVersion = {
  id: string;
  page: PageKey;
  /** since when guests see it (ISO instant) */
  at: string;
  by: string | null;
  isFirst: boolean;
  own: string | null;
};

/** A version in the list of its page; `bookings` is null where nobody agrees to the page. */
export type PageVersions = (ListedVersion & { note: string; changes: Change[] | null; bookings: number | null })[];

/** A plain page in the list; `missing` counts the texts that are written in the other language only. */
export type ListedPage = {
  page: PageKey;
  version: ListedVersion | null;
  isOwn: boolean;
  missing: { en: number; es: number };
  draft: { at: string; by: string | null } | null;
  bookings: number | null;
};

/** The most bookings that are counted of a version. */
export const MOST_COUNTED = 10_000;
