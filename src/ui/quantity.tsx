import { Minus, Plus } from "#src/ui/lucide/icons.ts";
import { type ComponentProps, useEffect, useRef } from "react";
import { classNames } from "./class-names.ts";

type QuantityProps = Omit<ComponentProps<"input">, "type" | "onChange" | "min" | "max"> & {
  min: number;
  max: number;
  value: number;
  /** Called with every whole number from `min` to `max` that is typed or stepped to. */
  onValue: (value: number) => void;
  /** Labels of the two buttons. */
  labels: { fewer: string; more: string };
};

const STEP = "invisible grid size-12.5 place-items-center disabled:text-border-strong hydrated:visible";

/** A number with a button on each side. Without JavaScript it is the browser's own number input. */
export function Quantity({ min, max, value, onValue, labels, className, ...rest }: QuantityProps) {
  const input = useRef<HTMLInputElement>(null);
  const step = (by: number) => {
    const next = Math.min(max, Math.max(min, value + by));
    if (input.current) input.current.value = String(next);
    onValue(next);
  };
  const enter = (text: string) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= min && number <= max) onValue(number);
  };
  // a number typed before hydration
  useEffect(() => {
    if (input.current && input.current.value !== input.current.defaultValue) enter(input.current.value);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page is taken over
  }, []);
  return (
    <span
      className={classNames(
        "inline-flex items-center rounded-md bg-surface inset-ring-[1.5px] inset-ring-border-strong has-aria-invalid:inset-ring-[2.5px] has-aria-invalid:inset-ring-low",
        className,
      )}
    >
      <button type="button" aria-label={labels.fewer} disabled={value <= min} onClick={() => step(-1)} className={STEP}>
        <Minus aria-hidden size={20} strokeWidth={2.5} />
      </button>
      {/* uncontrolled, so that a half-typed number is left alone */}
      <input
        {...rest}
        ref={input}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        defaultValue={value}
        onChange={(event) => enter(event.currentTarget.value)}
        onBlur={(event) => (event.currentTarget.value = String(value))}
        className="h-12.5 w-12 rounded-sm bg-transparent text-center text-lg font-bold tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
      />
      <button type="button" aria-label={labels.more} disabled={value >= max} onClick={() => step(1)} className={STEP}>
        <Plus aria-hidden size={20} strokeWidth={2.5} />
      </button>
    </span>
  );
}
