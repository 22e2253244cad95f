import type { ComponentProps } from "react";
import { GripVertical } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";

/** The handle a row is dragged by, with what `useSortable` gives its activator. */
export function DragHandle({ name, ...rest }: ComponentProps<"button"> & { name: string }) {
  const { t } = useText();
  return (
    <button
      {...rest}
      type="button"
      aria-label={t("editing.drag", { name })}
      title={t("editing.drag", { name })}
      className="grid h-(--ctl) w-6 shrink-0 cursor-grab touch-none place-items-center rounded-md text-text-3 hover:bg-hover hover:text-text max-md:w-8"
    >
      <GripVertical aria-hidden size={15} />
    </button>
  );
}
