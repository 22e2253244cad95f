import { later } from "#src/ui/later.tsx";

/** In the place of a page of crawls that failed; its code is fetched when that happens. */
export const FailedCrawls = later(
  "failed-crawls",
  async () => (await import("#src/modules/catalog/components/failed-crawls.tsx")).FailedCrawls,
  "touched",
);
