import {
  choice,
  day,
  id,
  listAddress,
  matching,
  page,
  panel,
  search,
  type ValuesOf,
  view,
} from "#src/kernel/list-address.ts";

/** The views of the list of reviews. */
export const REVIEW_VIEWS = ["all", "tasks", "published"] as const;

/** The address of the list of reviews. Days are those of departures. */
export const REVIEW_LIST = listAddress({
  view: view(REVIEW_VIEWS, "all"),
  stars: choice([5, 4, 3, 2, 1]),
  crawl: id(),
  city: matching((text) => text !== "" && text.length <= 60),
  from: day(),
  until: day(),
  answered: choice(["no", "yes"]),
  q: search(),
  page: page(),
  open: panel(),
});
export type ReviewFilter = ValuesOf<typeof REVIEW_LIST>;
