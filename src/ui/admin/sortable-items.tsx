import { DndContext, type DragEndEvent } from "@dnd-kit/core";
import { rectSortingStrategy, SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useId, useState } from "react";
import { moved } from "#src/kernel/moved.ts";
import { useText } from "#src/locales/use-text.ts";
import { classNames } from "#src/ui/class-names.ts";
import { IconAdminButton } from "#src/ui/admin/button.tsx";
import { DragHandle } from "#src/ui/admin/drag-handle.tsx";
import { useDrag } from "#src/ui/admin/use-drag.ts";
import { useFocusNext } from "#src/ui/admin/use-focus-next.ts";

type SortableItemsProps<T> = {
  label: string;
  items: readonly T[];
  nameOf: (item: T) => string;
  /** Called with the item and the one it stands behind now; null for the first place. */
  onMove: (id: string, after: string | null) => void;
  /** Rows below each other, or cards side by side. */
  layout: "rows" | "cards";
  /** Of the list, and of each item. */
  className?: string;
  itemClassName?: string;
  /** Content of an item: `handle` to drag it by, `steps` to move it by one place. */
  children: (item: T, controls: { handle: ReactNode; steps: ReactNode }) => ReactNode;
};

/** Saved items that are ordered one move at a time: dragged by their handle (pointer, or space and arrows), or by buttons. */
export function SortableItems<T extends { id: string }>(props: SortableItemsProps<T>) {
  const { label, items, nameOf, onMove, layout, className, itemClassName, children } = props;
  const { t } = useText();
  const context = useId();
  const focus = useFocusNext();
  const [announcement, setAnnouncement] = useState("");
  const ids = items.map(({ id }) => id);
  const drag = useDrag((key) => ids.indexOf(String(key)) + 1, ids.length);
  const move = (from: number, to: number) => {
    if (from < 0 || to < 0 || to >= ids.length || from === to) return;
    onMove(ids[from]!, moved(ids, from, to)[to - 1] ?? null);
  };
  const step = (from: number, to: number, focusId: string) => {
    move(from, to);
    setAnnouncement(t("editing.moved", { place: to + 1, count: ids.length }));
    focus(focusId);
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
  };
  const [Back, On] = layout === "rows" ? [ArrowUp, ArrowDown] : [ArrowLeft, ArrowRight];
  const [back, on] =
    layout === "rows" ? (["editing.up", "editing.down"] as const) : (["editing.earlier", "editing.later"] as const);
  const stepsOf = (index: number) => {
    const [id, name] = [ids[index]!, nameOf(items[index]!)];
    const [isFirst, isLast] = [index === 0, index === ids.length - 1];
    return (
      <>
        <IconAdminButton
          id={`${id}-back`}
          label={t(back, { name })}
          disabled={isFirst}
          onClick={() => step(index, index - 1, index === 1 ? `${id}-on` : `${id}-back`)}
          className="disabled:opacity-40"
        >
          <Back aria-hidden size={15} />
        </IconAdminButton>
        <IconAdminButton
          id={`${id}-on`}
          label={t(on, { name })}
          disabled={isLast}
          onClick={() => step(index, index + 1, index + 2 === ids.length ? `${id}-back` : `${id}-on`)}
          className="disabled:opacity-40"
        >
          <On aria-hidden size={15} />
        </IconAdminButton>
      </>
    );
  };
  return (
    <DndContext id={context} {...drag} onDragEnd={onDragEnd}>
      <SortableContext items={ids} strategy={layout === "rows" ? verticalListSortingStrategy : rectSortingStrategy}>
        <ul aria-label={label} className={className}>
          {items.map((item, index) => (
            <SortableItem key={item.id} id={item.id} name={nameOf(item)} className={itemClassName}>
              {(handle) => children(item, { handle, steps: stepsOf(index) })}
            </SortableItem>
          ))}
        </ul>
      </SortableContext>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </DndContext>
  );
}

type SortableItemProps = {
  id: string;
  name: string;
  className?: string | undefined;
  children: (handle: ReactNode) => ReactNode;
};

function SortableItem({ id, name, className, children }: SortableItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classNames(className, isDragging && "relative z-10 bg-surface shadow-lg")}
    >
      {children(<DragHandle name={name} ref={setActivatorNodeRef} {...attributes} {...listeners} />)}
    </li>
  );
}
