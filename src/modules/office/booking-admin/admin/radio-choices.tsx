import type { ReactNode } from "react";

type RadioChoicesProps<Value extends string> = {
  name: string;
  legend: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode; note?: ReactNode }[];
  onValue: (value: Value) => void;
};

/** Radio buttons, each with its amount. */
export function RadioChoices<Value extends string>({
  name,
  legend,
  value,
  options,
  onValue,
}: RadioChoicesProps<Value>) {
  return (
    <fieldset className="grid gap-0.5">
      <legend className="mb-1 font-semibold">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-(--ctl) items-center gap-2.5">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValue(option.value)}
            className="size-4 shrink-0 accent-agave"
          />
          <span className="grow">{option.label}</span>
          {option.note && <span className="text-right text-text-2 tabular-nums">{option.note}</span>}
        </label>
      ))}
    </fieldset>
  );
}
