import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import type { TemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import type { TextProblem } from "#src/modules/mail/notifications/rules/template.ts";
import type { Place, Wording, WordingState } from "#src/modules/mail/notifications/rules/wording.ts";

/** How a kind is worded, since when and by whom; null while it has always been Ronda's. */
export type ListedTemplate = { kind: TemplateKind; state: WordingState; at: string | null; by: string | null };

/** A kind as it is opened for editing. `texts` are the operator's, `ronda` those that stand where there are none. */
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

/** The answer to the editor of a kind's texts; `flash` is shown in a toast, the rest beside the texts. */
export type TemplateAnswer = {
  intent: "save" | "restore" | "test";
  done?: boolean;
  flash?: MessageId;
  values?: Values;
  bad?: boolean;
  problems?: PlacedProblem[];
  /** what somebody else published meanwhile, and which texts that are typed here it concerns */
  met?: { version: number; theirs: Wording; both: Place[] };
  at?: number;
};

const REFUSED: Readonly<Record<string, MessageId>> = {
  changed_meanwhile: "notifications-templates.refused.changed_meanwhile",
  version_not_found: "notifications-templates.refused.version_not_found",
  version_unfit: "notifications-templates.refused.version_unfit",
  booking_not_found: "notifications-templates.refused.booking_not_found",
  no_address: "notifications-templates.refused.no_address",
  invalid: "notifications-templates.refused.invalid",
  too_many_attempts: "notifications-templates.refused.too_many_attempts",
};

type Refusal = { reason: string; problems?: PlacedProblem[]; retry_after?: number } & Partial<
  NonNullable<TemplateAnswer["met"]>
>;

/** A refusal as the page's answer. `now`: milliseconds, which tell one answer from the next. */
export function refusedAnswer(intent: TemplateAnswer["intent"], refusal: Refusal, now: number): TemplateAnswer {
  const { reason, problems, retry_after: seconds, version, theirs, both } = refusal;
  const at = now;
  if (problems && intent === "save") return { intent, problems, at };
  if (version !== undefined && theirs && both) return { intent, met: { version, theirs, both }, at };
  const values = seconds === undefined ? {} : { values: { minutes: Math.ceil(seconds / 60) } };
  const flash = REFUSED[reason] ?? "notifications-templates.refused.failed";
  return { intent, flash, bad: true, at, ...values, ...(problems ? { problems } : {}) };
}

/** The answer when the server couldn't be reached, or failed. */
export function failedAnswer(form: FormData): TemplateAnswer {
  const asked = form.get("intent");
  const intent = asked === "restore" || asked === "test" ? asked : "save";
  return { intent, flash: "notifications-templates.refused.failed", bad: true };
}
