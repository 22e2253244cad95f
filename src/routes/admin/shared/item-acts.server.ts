import { actOnItem } from "#src/modules/site/content/act-on-item.server.ts";
import { ITEM_DONE } from "#src/modules/site/content/rules/item-words.ts";
import type { ItemKind } from "#src/modules/site/content/rules/items.ts";
import { ItemAct } from "#src/modules/site/content/schema.ts";
import { act } from "#src/routes/shared/act.server.ts";
import type { Refusals } from "#src/ui/form/answer.ts";

export const ITEM_REFUSALS = {
  image_there: "content-admin.error.imageThere",
  post_there: { id: "link", message: "content-admin.error.there" },
  item_deleted: "content-admin.deletedMeanwhile",
  failed: "content-admin.gone",
} as const satisfies Refusals;

/** What the lists of posts and of pictures do with one of them, besides saving it. */
export function itemActs(kind: ItemKind) {
  const words = ITEM_DONE[kind];
  const acting = (intent: "switch" | "move" | "delete" | "restore", word: "moved" | "deleted" | "restored" | null) =>
    act({
      input: ItemAct,
      run: (ctx, item) => actOnItem(ctx, kind, { ...item, intent }),
      done: ({ undo }, { active }) => ({ flash: words[word ?? (active ? "shown" : "hidden")], undo }),
      // a restore has no form to show it beside
      refusal: ({ reason }) =>
        reason === "post_there" ? { flash: ITEM_REFUSALS.post_there.message, bad: true } : undefined,
    });
  return {
    switch: acting("switch", null),
    move: acting("move", "moved"),
    delete: acting("delete", "deleted"),
    restore: acting("restore", "restored"),
  };
}
