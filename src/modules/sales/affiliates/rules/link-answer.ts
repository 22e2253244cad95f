import type { MessageId } from "#src/locales/i18n.ts";

/** How an act on the link of a partner's page ended; `undo` the version of a link that can be given back. */
export type LinkAnswer = { said: MessageId; tone: "good" | "bad"; email?: string; undo?: number };

const REFUSED: Record<string, MessageId> = {
  partner_not_found: "affiliates-link-admin.refused.gone",
  changed_meanwhile: "affiliates-link-admin.refused.changed",
  no_email: "affiliates-link-admin.refused.noEmail",
  link_revoked: "affiliates-link-admin.refused.revoked",
};

/** A refusal in words. */
export const linkRefused = (reason: string): LinkAnswer => ({
  said: REFUSED[reason] ?? "affiliates-link-admin.refused.gone",
  tone: "bad",
});
