import type { StoredSection } from "#src/modules/site/content/rules/home-content.ts";

/** What the editor tells the preview in its frame: the texts as they are typed, and how to look. */
export type PreviewMessage = {
  kind: "home-preview";
  sections: readonly StoredSection[];
  theme: "light" | "dark";
  /** CSS selector of the part that is edited; it is brought into view when it changes. */
  shown: string;
};

/** What the preview tells the editor: that it listens. */
export const PREVIEW_READY = "home-preview-ready";

/** A message of the editor; null for anything else. */
export function readPreviewMessage(message: unknown): PreviewMessage | null {
  if (typeof message !== "object" || message === null || !("kind" in message)) return null;
  return message.kind === "home-preview" ? (message as PreviewMessage) : null;
}
