import { ok } from "#src/kernel/result.ts";
import { deleteItem } from "#src/modules/site/content/delete-item.server.ts";
import { moveItem } from "#src/modules/site/content/move-item.server.ts";
import { restoreItem } from "#src/modules/site/content/restore-item.server.ts";
import type { ItemKind } from "#src/modules/site/content/rules/items.ts";
import type { ItemIntent } from "#src/modules/site/content/schema.ts";
import { switchItem } from "#src/modules/site/content/switch-item.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type Act = Omit<ItemIntent, "intent" | "version"> & { intent: Exclude<ItemIntent["intent"], "save"> };

/**
 * Switches, moves, deletes or restores a gallery's picture or an Instagram post. `undo` is the act that takes it back. Refusals:
 * those of each use case.
 */
export async function actOnItem(ctx: Context, kind: ItemKind, { intent, id, active, after }: Act) {
  if (intent === "move") {
    const moved = await moveItem(ctx, { kind, id, after: after || null });
    return moved.ok ? ok({ undo: { intent, id, after: moved.before ?? "" } }) : moved;
  }
  const done =
    intent === "switch"
      ? await switchItem(ctx, { kind, id, active })
      : await (intent === "delete" ? deleteItem : restoreItem)(ctx, { kind, id });
  if (!done.ok) return done;
  if (intent === "switch") return ok({ undo: { intent, id, active: String(!active) } });
  return ok({ undo: { intent: intent === "delete" ? "restore" : "delete", id } });
}
