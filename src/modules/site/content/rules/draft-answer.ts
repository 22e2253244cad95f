import type { SectionDraft } from "#src/modules/site/content/rules/home-draft.ts";
import type { DraftKey } from "#src/modules/site/content/rules/home-fields.ts";
import type { FormAnswer, Refusals } from "#src/ui/form/answer.ts";

/** A section of the home page or a plain page as it is typed or stored, and the version to save over. */
export type SavedSection = { key: DraftKey; version: number; draft: SectionDraft };
/** One that somebody else saved meanwhile, as they did. */
export type MetSection = SavedSection & { by: string | null };

/** What the editors of the home page and of plain pages are told besides toasts. */
export type DraftReply = {
  saved: SavedSection[];
  met: MetSection[];
  /** a link that was shared, and its end (ISO instant) */
  url: string;
  until: string;
};
export type DraftAnswer = FormAnswer<DraftReply>;

export const DRAFT_REFUSALS = {
  nothing_to_publish: "content-admin.refused.nothingToPublish",
  changed_meanwhile: "content-admin.refused.changedMeanwhile",
  nothing_to_discard: "content-admin.refused.nothingToDiscard",
  version_not_found: "content-admin.refused.versionNotFound",
  nothing_to_restore: "content-admin.refused.nothingToRestore",
  failed: "content-admin.refused.failed",
} as const satisfies Refusals;
