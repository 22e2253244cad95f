import { useMended } from "../use-mended.ts";

type ChoiceProps = {
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  error?: string | undefined;
  id: string;
  disabled?: boolean;
};

/** A short single choice in a form; the arrow keys move it. */
export function AdminChoice({ name, label, value, options, onChange, error: refused, id, disabled }: ChoiceProps) {
  const { error, mends } = useMended(id, refused);
  return (
    <fieldset
      {...mends}
      className="grid min-w-0 justify-items-start gap-1"
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1 font-semibold">{label}</legend>
      <span className="inline-flex gap-px rounded-md border border-line-2 bg-surface-2 p-0.5">
        {options.map((option, index) => (
          <label
            key={option.value}
            className="relative grid h-[calc(var(--ctl)-6px)] cursor-pointer place-items-center rounded-[4px] px-2.5 font-medium text-text-2 has-checked:bg-surface has-checked:font-semibold has-checked:text-text has-checked:shadow-[0_0_0_1px_var(--c-line-2)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              disabled={disabled}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-[4px] outline-none!"
            />
            <span className="pointer-events-none relative">{option.label}</span>
          </label>
        ))}
      </span>
      {error && (
        <p id={`${id}-error`} className="font-medium text-low-text">
          {error}
        </p>
      )}
    </fieldset>
  );
}
