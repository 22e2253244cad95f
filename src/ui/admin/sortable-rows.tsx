import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ArrowDown, ArrowUp, GripVertical, X } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { moved } from "#src/kernel/moved.ts";
import { classNames } from "#src/ui/class-names.ts";
import { IconAdminButton } from "#src/ui/admin/button.tsx";

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
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
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
  const place = (key: number | string) => keys.all.indexOf(Number(key)) + 1;
  const announcements = {
    onDragStart: ({ active }: { active: { id: number | string } }) =>
      t("editing.drag.start", { place: place(active.id), count: rows.length }),
    onDragOver: ({ over }: { over: { id: number | string } | null }) =>
      over ? t("editing.drag.over", { place: place(over.id), count: rows.length }) : undefined,
    onDragEnd: () => t("editing.drag.end"),
    onDragCancel: () => t("editing.drag.cancel"),
  };
  return (
    <DndContext
      id={context}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t("editing.drag.how") } }}
    >
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
  const { t } = useText();
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
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        disabled={disabled}
        aria-label={t("editing.drag", { name })}
        title={t("editing.drag", { name })}
        className="grid h-(--ctl) w-6 shrink-0 cursor-grab touch-none place-items-center rounded-md text-text-3 hover:bg-hover hover:text-text max-md:w-8"
      >
        <GripVertical aria-hidden size={15} />
      </button>
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

/** Focuses a control once it is rendered. */
function useFocusNext() {
  const next = useRef<string | null>(null);
  const [, render] = useState(0);
  // the control may only appear in this render
  useEffect(() => {
    if (next.current === null) return;
    document.getElementById(next.current)?.focus();
    next.current = null;
  });
  return (id: string) => {
    next.current = id;
    render((count) => count + 1);
  };
}
