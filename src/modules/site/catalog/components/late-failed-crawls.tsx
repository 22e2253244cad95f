import { later } from "#src/ui/later.tsx";

/** Error state of a crawl page; its code loads when needed. */
export const FailedCrawls = later(
  "failed-crawls",
  async () => (await import("#src/modules/site/catalog/components/failed-crawls.tsx")).FailedCrawls,
  "touched",
);
