import type { MessageId } from "#src/locales/i18n.ts";
import type { ItemKind } from "#src/modules/site/content/rules/items.ts";

type Words = Record<"shown" | "hidden" | "moved" | "deleted" | "restored", MessageId>;

/** What is said of an act on a post or picture that was done. */
export const ITEM_DONE: Record<ItemKind, Words> = {
  instagram_post: {
    shown: "content-admin.post.shown",
    hidden: "content-admin.post.hidden",
    moved: "content-admin.post.reordered",
    deleted: "content-admin.post.deleted",
    restored: "content-admin.post.restored",
  },
  gallery_image: {
    shown: "content-admin.image.shown",
    hidden: "content-admin.image.hidden",
    moved: "content-admin.image.reordered",
    deleted: "content-admin.image.deleted",
    restored: "content-admin.image.restored",
  },
};

const FAILED: Record<ItemKind, { update: MessageId } & Record<string, MessageId>> = {
  instagram_post: {
    add: "content-admin.post.addFailed",
    update: "content-admin.post.updateFailed",
    move: "content-admin.post.reorderFailed",
    delete: "content-admin.post.deleteFailed",
    restore: "content-admin.post.restoreFailed",
  },
  gallery_image: {
    update: "content-admin.image.updateFailed",
    move: "content-admin.image.reorderFailed",
    delete: "content-admin.image.deleteFailed",
    restore: "content-admin.image.restoreFailed",
  },
};

/** What is said where an act failed for a reason unrelated to the input (spec section 8). */
export function itemFailed(kind: ItemKind, { intent, id }: { intent: string; id: string }): MessageId {
  const words = FAILED[kind];
  return words[intent === "save" && id === "new" ? "add" : intent] ?? words.update;
}
