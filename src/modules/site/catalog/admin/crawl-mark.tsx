import type { CrawlColour } from "#src/modules/site/catalog/rules/mark.ts";
import { classNames } from "#src/ui/class-names.ts";

const HUES: Record<CrawlColour, string> = {
  agave: "bg-agave",
  jacaranda: "bg-jaca",
  marigold: "bg-gold-mark",
  terracotta: "bg-terra",
  slate: "bg-border-strong",
  sky: "bg-cielo",
  nopal: "bg-nopal",
  pink: "bg-rosa",
};

type CrawlMarkProps = { colour: CrawlColour | undefined; className?: string };

/** A crawl's color as a mark; its name is always shown alongside. */
export const CrawlMark = ({ colour = "slate", className = "h-3.5 w-1" }: CrawlMarkProps) => (
  <span aria-hidden className={classNames("shrink-0 rounded-[1px]", HUES[colour], className)} />
);
