import { Check } from "#src/ui/lucide/icons.ts";
import type { ComponentProps, ReactNode } from "react";
import { FieldErrorText } from "./field.tsx";
import { useMended } from "./use-mended.ts";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "children"> & {
  id: string;
  error?: string;
  children: ReactNode;
};

/** A checkbox with its label, which may contain links. */
export function Checkbox({ id, error: refused, children, ...rest }: CheckboxProps) {
  const { error, mends } = useMended(id, refused);
  return (
    <div {...mends} className="max-w-[34rem]">
      <div className="flex items-start gap-3">
        <span className="relative mt-px grid size-6.5 shrink-0 place-items-center">
          {/* the touch target is larger than the box */}
          <input
            {...rest}
            id={id}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className="peer size-full appearance-none rounded-sm bg-surface inset-ring-2 inset-ring-border-strong before:absolute before:-inset-2.5 checked:bg-agave checked:inset-ring-0 aria-invalid:inset-ring-[2.5px] aria-invalid:inset-ring-low"
          />
          <Check
            aria-hidden
            size={18}
            strokeWidth={3}
            className="pointer-events-none invisible absolute text-on-agave peer-checked:visible"
          />
        </span>
        <label htmlFor={id}>{children}</label>
      </div>
      {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
    </div>
  );
}
