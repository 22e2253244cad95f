/**
 * Why an import can't be undone any more, with how many of its bookings that is so of. `forgotten`: a purge or an erasure took their
 * references, so that undoing would leave them; `over`: their night has begun.
 */
export const UNDO_BLOCKS = ["confirming", "forgotten", "emailed", "came", "changed", "over"] as const;
export type UndoBlock = (typeof UNDO_BLOCKS)[number];
export type UndoBlocks = Readonly<Record<Exclude<UndoBlock, "confirming">, number>> & { confirming: boolean };

/** The first of the reasons that keep an import from being undone; null where it can be. */
export function undoBlockOf(blocks: UndoBlocks): { block: UndoBlock; count: number } | null {
  if (blocks.confirming) return { block: "confirming", count: 0 };
  const block = UNDO_BLOCKS.filter((one) => one !== "confirming").find((one) => blocks[one] > 0);
  return block ? { block, count: blocks[block] } : null;
}
