import type { TemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import type { TextProblem } from "#src/modules/mail/notifications/rules/template.ts";
import type { Place, Wording, WordingState } from "#src/modules/mail/notifications/rules/wording.ts";
import type { FormAnswer, Refusals, SaveReply } from "#src/ui/form/answer.ts";

/** How a kind is worded, since when and by whom; null while it has always been Ronda's. */
export type ListedTemplate = { kind: TemplateKind; state: WordingState; at: string | null; by: string | null };

/** A kind as it is opened for editing. `texts` are the operator's, `ronda` the defaults. */
export type OpenTemplate = {
  kind: TemplateKind;
  version: number;
  texts: Wording;
  ronda: Wording;
  at: string | null;
  by: string | null;
};

/** A wording that was published, with what it changed of the one before. `restored`: of which version it is, 1 for Ronda's. */
export type TemplateVersion = {
  version: number;
  at: string;
  by: string | null;
  restored: number | null;
  changes: (Place & { old: string; now: string })[];
};
/** A text that can't be used, and why. */
export type PlacedProblem = Place & { error: TextProblem };

/** What the editor of a kind's texts is answered: besides toasts, the texts that are published now, or what is wrong in those typed. */
export type TemplateReply = SaveReply<Wording> & { problems: PlacedProblem[] };
export type TemplateAnswer = FormAnswer<TemplateReply>;

export const TEMPLATE_REFUSALS = {
  changed_meanwhile: "notifications-templates.refused.changed_meanwhile",
  version_not_found: "notifications-templates.refused.version_not_found",
  version_unfit: "notifications-templates.refused.version_unfit",
  booking_not_found: "notifications-templates.refused.booking_not_found",
  no_address: "notifications-templates.refused.no_address",
  invalid: "notifications-templates.refused.invalid",
  failed: "notifications-templates.refused.failed",
} as const satisfies Refusals;
