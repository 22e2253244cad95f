import { CircleAlert } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { classNames } from "#src/ui/class-names.ts";
import { useMended } from "#src/ui/use-mended.ts";

type FieldGroupProps = {
  id: string;
  label: string;
  help?: string;
  error: string | undefined;
  changed: boolean;
  children: ReactNode;
};

/** Controls that form one field: label, error, and whether they differ from what is saved. */
export function FieldGroup({ id, label, help, error: refused, changed, children }: FieldGroupProps) {
  const { error, mends } = useMended(id, refused);
  const described = [help && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <fieldset
      {...mends}
      id={id}
      tabIndex={-1}
      aria-describedby={described || undefined}
      className={classNames(
        "grid min-w-0 gap-1.5",
        changed && "shadow-[-3px_0_0_var(--c-surface),-5px_0_0_var(--c-jaca)]",
      )}
    >
      <legend className="mb-1 font-semibold">{label}</legend>
      {children}
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 font-medium text-low-text">
          <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
      {help && (
        <p id={`${id}-hint`} className="text-fine text-text-3">
          {help}
        </p>
      )}
    </fieldset>
  );
}
