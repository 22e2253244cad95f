import { DndContext, type DragEndEvent } from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ArrowDown, ArrowUp, X } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useId, useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { moved } from "#src/kernel/moved.ts";
import { classNames } from "#src/ui/class-names.ts";
import { IconAdminButton } from "#src/ui/admin/button.tsx";
import { DragHandle } from "#src/ui/admin/drag-handle.tsx";
import { useDrag } from "#src/ui/admin/use-drag.ts";
import { useFocusNext } from "#src/ui/admin/use-focus-next.ts";

type SortableRowsProps<T> = {
  /** Prefix of the rows' element ids. */
  id: string;
  /** A row's label: "Line 2 of what is included". */
  nameOf: (index: number) => string;
  rows: readonly T[];
  onChange: (rows: T[]) => void;
  /** Content of a row. */
  children: (row: T, index: number, change: (row: T) => void) => ReactNode;
  /** What has the focus after a row was removed; without it no row can be. */
  removal?: {
    /** Id of the control to focus in a row after the row before it was removed. */
    focusOn: (index: number) => string;
    /** Id of the control to focus when no row is left. */
    whenEmpty: string;
  };
  /** Lines between the rows, which fill their panel. */
  ruled?: boolean;
  disabled?: boolean;
};

/** Reorderable rows: dragged by their handle (pointer, or space and arrows), moved by buttons, or removed. */
export function SortableRows<T>(props: SortableRowsProps<T>) {
  const { id, nameOf, rows, onChange, children, removal, ruled = false, disabled = false } = props;
  const { t } = useText();
  const context = useId();
  const keys = useKeysOf(rows.length);
  const focus = useFocusNext();
  const [announcement, setAnnouncement] = useState("");
  const drag = useDrag((key) => keys.all.indexOf(Number(key)) + 1, rows.length);
  const move = (from: number, to: number, focusId?: string) => {
    if (to < 0 || to >= rows.length || from === to) return;
    keys.move(from, to);
    onChange(moved(rows, from, to));
    setAnnouncement(t("editing.moved", { place: to + 1, count: rows.length }));
    if (focusId) focus(focusId);
  };
  const remove = (index: number) => {
    if (!removal) return;
    keys.remove(index);
    onChange(rows.filter((_, at) => at !== index));
    setAnnouncement(t("editing.removed"));
    focus(rows.length === 1 ? removal.whenEmpty : removal.focusOn(Math.min(index, rows.length - 2)));
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) move(keys.all.indexOf(Number(active.id)), keys.all.indexOf(Number(over.id)));
  };
  return (
    <DndContext id={context} {...drag} onDragEnd={onDragEnd}>
      <SortableContext items={[...keys.all]} strategy={verticalListSortingStrategy}>
        <ul className={ruled ? "grid divide-y divide-border" : "grid gap-2"}>
          {rows.map((row, index) => (
            <SortableRow
              key={keys.all[index]}
              rowKey={keys.all[index]!}
              name={nameOf(index)}
              disabled={disabled}
              ruled={ruled}
            >
              {children(row, index, (now) => onChange(rows.map((one, at) => (at === index ? now : one))))}
              <span className="flex max-md:flex-col">
                <IconAdminButton
                  id={`${id}-${index}-up`}
                  label={t("editing.up", { name: nameOf(index) })}
                  disabled={disabled || index === 0}
                  onClick={() => move(index, index - 1, index === 1 ? `${id}-0-down` : `${id}-${index - 1}-up`)}
                  className="disabled:opacity-40"
                >
                  <ArrowUp aria-hidden size={15} />
                </IconAdminButton>
                <IconAdminButton
                  id={`${id}-${index}-down`}
                  label={t("editing.down", { name: nameOf(index) })}
                  disabled={disabled || index === rows.length - 1}
                  onClick={() =>
                    move(
                      index,
                      index + 1,
                      index + 2 === rows.length ? `${id}-${index + 1}-up` : `${id}-${index + 1}-down`,
                    )
                  }
                  className="disabled:opacity-40"
                >
                  <ArrowDown aria-hidden size={15} />
                </IconAdminButton>
                {removal && (
                  <IconAdminButton
                    label={t("editing.remove", { name: nameOf(index) })}
                    disabled={disabled}
                    onClick={() => remove(index)}
                  >
                    <X aria-hidden size={15} />
                  </IconAdminButton>
                )}
              </span>
            </SortableRow>
          ))}
        </ul>
      </SortableContext>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </DndContext>
  );
}

type SortableRowProps = { rowKey: number; name: string; disabled: boolean; ruled: boolean; children: ReactNode };

function SortableRow({ rowKey, name, disabled, ruled, children }: SortableRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: rowKey,
    disabled,
  });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classNames(
        "flex gap-1.5",
        ruled ? "items-center px-2 py-2" : "items-start",
        isDragging && "relative z-10 rounded-md bg-surface shadow-lg",
      )}
    >
      <DragHandle name={name} ref={setActivatorNodeRef} {...attributes} {...listeners} disabled={disabled} />
      {children}
    </li>
  );
}

let lastKey = 0;
const newKeys = (count: number) => Array.from({ length: count }, () => ++lastKey);

/** Stable React keys for rows without ids; they move with their rows. */
function useKeysOf(count: number) {
  const [all, setAll] = useState(() => Array.from({ length: count }, (_, index) => -index - 1));
  if (all.length !== count) setAll(count > all.length ? [...all, ...newKeys(count - all.length)] : all.slice(0, count));
  return {
    all: all.length > count ? all.slice(0, count) : all,
    move: (from: number, to: number) => setAll(moved(all, from, to)),
    remove: (index: number) => setAll(all.filter((_, at) => at !== index)),
  };
}
