import type { MessageId } from "#src/locales/i18n.ts";
import type { CrawlDraft } from "#src/modules/site/catalog/rules/draft.ts";
import type { Refusals, Reply, SaveAnswer, SaveReply } from "#src/ui/form/answer.ts";
import type { Saved } from "#src/kernel/edited.ts";

/** The answer to a crawl's form. */
export type CrawlAnswer = SaveAnswer<CrawlDraft>;

/** Why a crawl isn't saved, and why an action on it is refused. */
export const CRAWL_REFUSALS = {
  slug_taken: { id: "slug", message: "catalog-admin.error.slugTaken" },
  city_unknown: { id: "city_id", message: "catalog-admin.error.city" },
  currency_without_rate: { id: "currency", message: "catalog-admin.error.currency" },
  crawl_not_found: "catalog-admin.refused.crawl_not_found",
  crawl_deleted: "catalog-admin.refused.crawl_deleted",
  failed: "catalog-cities-admin.refused.failed",
} as const satisfies Refusals;

type WithFigures = {
  reason: string;
  field?: "image" | "gallery";
  departures?: number;
  current?: Saved<CrawlDraft>;
};

/** The reply to a refused save that says more than its reason. */
export function crawlRefusal({ field, departures, current }: WithFigures): Reply<SaveReply<CrawlDraft>> | undefined {
  if (current) return { theirs: current };
  if (field) return { fieldErrors: [{ id: field, message: "catalog-admin.error.pictureGone" }] };
  if (departures === undefined) return undefined;
  const flash = "catalog-admin.refused.city_in_use";
  const fieldErrors = [{ id: "city_id", message: "catalog-admin.error.cityInUse" as const }];
  return { flash, values: { departures }, bad: true, fieldErrors };
}

/** Actions on a crawl outside its form. */
export const CRAWL_ACTS = ["activate", "deactivate", "delete", "restore", "show_everywhere", "follow_title"] as const;
export type CrawlAct = (typeof CRAWL_ACTS)[number];

/** The inverse of each action. */
export const UNDO: Readonly<Record<CrawlAct, CrawlAct>> = {
  activate: "deactivate",
  deactivate: "activate",
  delete: "restore",
  restore: "delete",
  show_everywhere: "follow_title",
  follow_title: "show_everywhere",
};

/** Toast text of a completed action. */
export const SAID_OF: Readonly<Record<CrawlAct, MessageId>> = {
  activate: "catalog-admin.flash.activate",
  deactivate: "catalog-admin.flash.deactivate",
  delete: "catalog-admin.flash.delete",
  restore: "catalog-admin.flash.restore",
  show_everywhere: "catalog-admin.flash.showEverywhere",
  follow_title: "catalog-admin.flash.followTitle",
};

/** That of showing a crawl which guests see nevertheless only where its city and title allow it. */
export const STILL_UNSEEN: MessageId = "catalog-admin.flash.activateUnseen";
