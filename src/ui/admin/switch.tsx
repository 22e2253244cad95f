import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";

type SwitchProps = Omit<ComponentProps<"input">, "type" | "role" | "checked"> & {
  checked: boolean;
  /** False where another element (a label) names it. */
  label?: string;
};

/** An on/off control that acts at once or with its form. Needs a `label`, or a `<label>` around it. */
export function AdminSwitch({ label, className, checked, ...rest }: SwitchProps) {
  return (
    <span className={classNames("relative inline-block h-5 w-8.5 shrink-0", className)}>
      <input
        {...rest}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-label={label}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full bg-border-strong checked:bg-agave before:absolute before:-inset-3 before:content-[''] disabled:cursor-default"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute top-0.5 left-0.5 size-4 rounded-full bg-surface transition-transform peer-checked:translate-x-3.5 motion-reduce:transition-none"
      />
    </span>
  );
}
