import type { Values } from "#src/locales/message.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { SectionDraft } from "#src/modules/site/content/rules/home-draft.ts";
import type { DraftKey } from "#src/modules/site/content/rules/home-fields.ts";

/** A section or page as it is stored now, and the version to save over. */
export type SavedSection = { key: DraftKey; version: number; draft: SectionDraft };

/** What the editors of the home page and of plain pages answer; `flash` is shown as a toast. */
export type HomeAnswer = {
  intent: "save" | "publish" | "discard" | "restore" | "share";
  flash?: MessageId;
  values?: Values;
  bad?: boolean;
  saved?: SavedSection[];
  /** sections that somebody else saved meanwhile */
  met?: (SavedSection & { by: string | null })[];
  /** when the drafts were saved (ISO instant) */
  savedAt?: string;
  /** a link that was shared, and its end (ISO instant) */
  url?: string;
  until?: string;
};

const REFUSALS: Partial<Record<string, MessageId>> = {
  nothing_to_publish: "content-admin.refused.nothingToPublish",
  changed_meanwhile: "content-admin.refused.changedMeanwhile",
  nothing_to_discard: "content-admin.refused.nothingToDiscard",
  version_not_found: "content-admin.refused.versionNotFound",
  nothing_to_restore: "content-admin.refused.nothingToRestore",
};

/** A refusal as the page's answer. */
export const refusedAnswer = (intent: HomeAnswer["intent"], reason: string): HomeAnswer => ({
  intent,
  flash: REFUSALS[reason] ?? "content-admin.refused.failed",
  bad: true,
});

/** The answer when the server couldn't be reached, or failed. */
export function failedAnswer(form: FormData): HomeAnswer {
  const intent = form.get("intent");
  const intents = ["save", "publish", "discard", "restore", "share"] as const;
  return refusedAnswer(intents.find((known) => known === intent) ?? "save", "failed");
}
