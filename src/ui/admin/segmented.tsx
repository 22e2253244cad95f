import type { ReactNode } from "react";
import { Link } from "react-router";

const BOX = "inline-flex gap-px rounded-md border border-line-2 bg-surface-2 p-0.5";

type Option = { label: string; href: string; current: boolean };

/** A short single choice made of links, so that it is part of the URL. */
export function Segmented({ label, options }: { label: string; options: readonly Option[] }) {
  return (
    <nav aria-label={label} className={BOX}>
      {options.map(({ label: name, href, current }) => (
        <Link key={href} to={href} preventScrollReset aria-current={current ? "true" : undefined} className="segment">
          {name}
        </Link>
      ))}
    </nav>
  );
}

type SegmentedButtonsProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode; name: string }[];
  onChange: (value: Value) => void;
};

/** A short single choice that acts at once and is no part of the address. */
export function SegmentedButtons<Value extends string>({
  label,
  value,
  options,
  onChange,
}: SegmentedButtonsProps<Value>) {
  return (
    <span role="group" aria-label={label} className={BOX}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.name}
          title={option.name}
          onClick={() => onChange(option.value)}
          className="grid h-[calc(var(--ctl)-6px)] min-w-8 place-items-center rounded-[4px] px-2 max-md:h-(--ctl) max-md:min-w-11 font-medium text-text-2 hover:text-text aria-pressed:bg-surface aria-pressed:font-semibold aria-pressed:text-text aria-pressed:shadow-[0_0_0_1px_var(--c-line-2)]"
        >
          {option.label}
        </button>
      ))}
    </span>
  );
}
