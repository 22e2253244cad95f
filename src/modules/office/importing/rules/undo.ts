/** Why an import can't be undone any more, with how many of its bookings that is so of. */
export const UNDO_BLOCKS = ["confirming", "emailed", "came", "changed"] as const;
export type UndoBlock = (typeof UNDO_BLOCKS)[number];
export type UndoBlocks = Readonly<Record<Exclude<UndoBlock, "confirming">, number>> & { confirming: boolean };

/** The first of the reasons that keep an import from being undone; null where it can be. */
export function undoBlockOf(blocks: UndoBlocks): { block: UndoBlock; count: number } | null {
  if (blocks.confirming) return { block: "confirming", count: 0 };
  const block = (["emailed", "came", "changed"] as const).find((one) => blocks[one] > 0);
  return block ? { block, count: blocks[block] } : null;
}
