import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import type { DescribePicture } from "#src/modules/site/media/schema.ts";

export type PictureAct = "save" | "trash" | "restore" | "replace";

/** The answer to an act on a picture: `flash` is a toast, the rest is shown beside its form. */
export type PictureAnswer = {
  intent: PictureAct;
  /** the picture's name */
  id: string;
  done?: boolean;
  flash?: MessageId;
  values?: Values;
  bad?: boolean;
  /** the form that takes the act back */
  undo?: Record<string, string>;
  fieldErrors?: FieldError[];
  /** on a conflict: the other person's values, and the version to save over */
  current?: DescribePicture;
  version?: number;
  /** to move the focus to the errors of every answer */
  at?: number;
};

const DONE: Record<PictureAct, MessageId> = {
  save: "media-admin.saved",
  trash: "media-admin.trashed",
  restore: "media-admin.restored",
  replace: "media-admin.replaced",
};

/** What is said of an act that was done. */
export const saidOf = (intent: PictureAct): MessageId => DONE[intent];

const REFUSED: Readonly<Record<string, MessageId>> = {
  picture_not_found: "media-admin.gone",
  picture_used: "media-admin.used",
  picture_unused: "media-admin.nothingToReplace",
  same_picture: "media-admin.same",
};

type Refusal = { reason: string; current?: DescribePicture; version?: number };

/** A refusal as the page's answer. */
export function refusedAnswer(
  asked: Pick<PictureAnswer, "intent" | "id">,
  { reason, current, version }: Refusal,
): PictureAnswer {
  if (current && version !== undefined) return { ...asked, current, version };
  return { ...asked, flash: REFUSED[reason] ?? "media-admin.failed", bad: true };
}

/** The answer when an act failed for a reason that isn't the input's. */
export function failedAnswer(form: FormData): PictureAnswer {
  const given = form.get("id");
  const intent = (["trash", "restore", "replace"] as const).find((act) => act === form.get("intent")) ?? "save";
  return { intent, id: typeof given === "string" ? given : "", flash: "media-admin.failed", bad: true };
}
