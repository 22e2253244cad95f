import type { MessageId } from "#src/locales/i18n.ts";

/** What a refusal about the add-ons that are offered is called. */
export const ADD_ON_REFUSALS: Readonly<Record<string, MessageId>> & { failed: MessageId } = {
  add_on_not_found: "add-ons-admin.refused.add_on_not_found",
  add_on_in_use: "add-ons-admin.refused.add_on_in_use",
  scope_not_found: "add-ons-admin.refused.scope_not_found",
  changed_meanwhile: "add-ons-admin.refused.changed_meanwhile",
  failed: "add-ons-admin.refused.failed",
};
