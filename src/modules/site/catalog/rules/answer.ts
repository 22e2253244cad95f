import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import type { CrawlDraft, CrawlField } from "#src/modules/site/catalog/rules/draft.ts";

/** A saved crawl: the state a form was opened with. */
export type SavedDraft = { version: number; draft: CrawlDraft };

/** The response to a submitted form. */
export type EditorAnswer = {
  /** Timestamp of the response: each is reported once. */
  at: number;
  saved: SavedDraft | null;
  /** What another user has saved since the form was opened. */
  conflict: SavedDraft | null;
  fieldErrors: readonly FieldError<CrawlField>[];
  /** Error that blocked saving but belongs to no field. */
  formError: { text: MessageId; values?: Values } | null;
  /** Toast text. */
  flash?: MessageId;
};

const nothing = { saved: null, conflict: null, fieldErrors: [], formError: null } as const;
const fieldError = (id: CrawlField, message: MessageId) => ({ ...nothing, fieldErrors: [{ id, message }] });
const formError = (text: MessageId, values?: Values) => ({
  ...nothing,
  formError: values ? { text, values } : { text },
});

export const invalid = (fieldErrors: readonly FieldError<CrawlField>[], at: number): EditorAnswer => ({
  ...nothing,
  fieldErrors,
  at,
});

export const wasSaved = (saved: SavedDraft, at: number): EditorAnswer => ({
  ...nothing,
  saved,
  at,
  flash: "catalog-admin.flash.saved",
});

type Refusal =
  | { reason: "slug_taken" | "city_unknown" | "currency_without_rate" | "crawl_not_found" | "crawl_deleted" }
  | { reason: "picture_gone"; field: "image" | "gallery" }
  | { reason: "city_in_use"; departures: number }
  | { reason: "changed_meanwhile"; current: SavedDraft };

/** Why saving was refused: as a field error where it concerns a field, otherwise as the form error. */
export function refusal(refused: Refusal, at: number): EditorAnswer {
  switch (refused.reason) {
    case "slug_taken":
      return { ...fieldError("slug", "catalog-admin.error.slugTaken"), at };
    case "city_unknown":
      return { ...fieldError("city_id", "catalog-admin.error.city"), at };
    case "currency_without_rate":
      return { ...fieldError("currency", "catalog-admin.error.currency"), at };
    case "city_in_use":
      return {
        ...formError("catalog-admin.refused.city_in_use", { departures: refused.departures }),
        fieldErrors: fieldError("city_id", "catalog-admin.error.cityInUse").fieldErrors,
        at,
      };
    case "picture_gone":
      return { ...fieldError(refused.field, "catalog-admin.error.pictureGone"), at };
    case "changed_meanwhile":
      return { ...nothing, conflict: refused.current, at };
    case "crawl_not_found":
      return { ...formError("catalog-admin.refused.crawl_not_found"), at };
    case "crawl_deleted":
      return { ...formError("catalog-admin.refused.crawl_deleted"), at };
  }
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

/** Text of a refused action. */
export const REFUSED_ACT = {
  forbidden: "catalog-admin.refused.forbidden",
  crawl_not_found: "catalog-admin.refused.crawl_not_found",
  crawl_deleted: "catalog-admin.refused.crawl_deleted",
  has_departures: "catalog-admin.refused.has_departures",
} as const satisfies Record<string, MessageId>;
