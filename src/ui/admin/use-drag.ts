import { closestCenter, KeyboardSensor, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { sortableKeyboardCoordinates } from "@dnd-kit/sortable";
import { useText } from "#src/locales/use-text.ts";

type Key = number | string;

/**
 * What a list that is ordered by dragging needs (`DndContext`): pointer and keyboard, and what is announced. `placeOf`: a row's
 * place, from 1.
 */
export function useDrag(placeOf: (key: Key) => number, count: number) {
  const { t } = useText();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const announcements = {
    onDragStart: ({ active }: { active: { id: Key } }) => t("editing.drag.start", { place: placeOf(active.id), count }),
    onDragOver: ({ over }: { over: { id: Key } | null }) =>
      over ? t("editing.drag.over", { place: placeOf(over.id), count }) : undefined,
    onDragEnd: () => t("editing.drag.end"),
    onDragCancel: () => t("editing.drag.cancel"),
  };
  return {
    sensors,
    collisionDetection: closestCenter,
    accessibility: { announcements, screenReaderInstructions: { draggable: t("editing.drag.how") } },
  };
}
