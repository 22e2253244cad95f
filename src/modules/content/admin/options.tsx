import type { ReactNode } from "react";

type OptionsProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode; name: string }[];
  onChange: (value: Value) => void;
};

/** A short single choice that acts at once and is no part of the address. */
export function Options<Value extends string>({ label, value, options, onChange }: OptionsProps<Value>) {
  return (
    <span
      role="group"
      aria-label={label}
      className="inline-flex gap-px rounded-md border border-line-2 bg-surface-2 p-0.5"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.name}
          title={option.name}
          onClick={() => onChange(option.value)}
          className="grid h-[calc(var(--ctl)-6px)] min-w-8 place-items-center rounded-[4px] px-2 font-medium text-text-2 hover:text-text aria-pressed:bg-surface aria-pressed:font-semibold aria-pressed:text-text aria-pressed:shadow-[0_0_0_1px_var(--c-line-2)]"
        >
          {option.label}
        </button>
      ))}
    </span>
  );
}
