import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { ItemKind } from "#src/modules/site/content/rules/items.ts";

export type ItemAct = "save" | "switch" | "move" | "delete" | "restore";

/** The answer to an act on a post or picture: `flash` is shown as a toast, the rest beside the form of item `id`. */
export type ItemAnswer<Values = Record<string, string>> = {
  intent: ItemAct;
  /** the item's id, or "new" */
  id: string;
  done?: boolean;
  flash?: MessageId;
  bad?: boolean;
  /** the form that takes the act back; null where nothing does */
  undo?: Record<string, string> | null;
  fieldErrors?: FieldError[];
  /** on a conflict: the other person's values, and the version to save over */
  current?: Values;
  version?: number;
  /** to move the focus to the errors of every answer */
  at?: number;
};

type Done = { intent: ItemAct; id: string; active: boolean; isNew: boolean };
type Words = Record<"added" | "saved" | "shown" | "hidden" | "moved" | "deleted" | "restored", MessageId>;

const DONE: Record<ItemKind, Words> = {
  instagram_post: {
    added: "content-admin.post.added",
    saved: "content-admin.post.updated",
    shown: "content-admin.post.shown",
    hidden: "content-admin.post.hidden",
    moved: "content-admin.post.reordered",
    deleted: "content-admin.post.deleted",
    restored: "content-admin.post.restored",
  },
  gallery_image: {
    added: "content-admin.image.added",
    saved: "content-admin.image.described",
    shown: "content-admin.image.shown",
    hidden: "content-admin.image.hidden",
    moved: "content-admin.image.reordered",
    deleted: "content-admin.image.deleted",
    restored: "content-admin.image.restored",
  },
};

/** What is said of an act that was done. */
export function saidOf(kind: ItemKind, { intent, active, isNew }: Omit<Done, "id">): MessageId {
  const words = DONE[kind];
  if (intent === "save") return isNew ? words.added : words.saved;
  if (intent === "switch") return active ? words.shown : words.hidden;
  return { move: words.moved, delete: words.deleted, restore: words.restored }[intent];
}

const FAILED: Record<ItemKind, Record<"add" | ItemAct, MessageId>> = {
  instagram_post: {
    add: "content-admin.post.addFailed",
    save: "content-admin.post.updateFailed",
    switch: "content-admin.post.updateFailed",
    move: "content-admin.post.reorderFailed",
    delete: "content-admin.post.deleteFailed",
    restore: "content-admin.post.restoreFailed",
  },
  gallery_image: {
    add: "content-admin.image.updateFailed",
    save: "content-admin.image.updateFailed",
    switch: "content-admin.image.updateFailed",
    move: "content-admin.image.reorderFailed",
    delete: "content-admin.image.deleteFailed",
    restore: "content-admin.image.restoreFailed",
  },
};

/** The answer when an act failed for a reason unrelated to the input (spec section 8). */
export function failedAnswer(kind: ItemKind, form: FormData): ItemAnswer {
  const asked = form.get("intent");
  const intent = (["switch", "move", "delete", "restore"] as const).find((one) => one === asked) ?? "save";
  const given = form.get("id");
  const id = typeof given === "string" ? given : "new";
  return { intent, id, flash: FAILED[kind][intent === "save" && id === "new" ? "add" : intent], bad: true };
}

type Refusal<Values> = { reason: string; current?: Values; version?: number };

/** A refusal as the page's answer. What was deleted or changed meanwhile is told beside the form. */
export function refusedAnswer<Values>(
  { intent, id }: { intent: ItemAct; id: string },
  { reason, current, version }: Refusal<Values>,
): ItemAnswer<Values> {
  // a restore has no form to tell it beside
  if (reason === "post_there" && intent === "restore")
    return { intent, id, flash: "content-admin.error.there", bad: true };
  if (reason === "image_there") return { intent, id, flash: "content-admin.error.imageThere", bad: true };
  if (reason === "post_there")
    return { intent, id, fieldErrors: [{ id: "link", message: "content-admin.error.there" }] };
  if (reason === "item_deleted") return { intent, id, flash: "content-admin.deletedMeanwhile", bad: true };
  if (current && version !== undefined) return { intent, id, current, version };
  return { intent, id, flash: "content-admin.gone", bad: true };
}
