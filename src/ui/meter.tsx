import { classNames } from "./class-names.ts";

/** How much is left, from red to green; `none` where the amount has no meaning. */
export type MeterLevel = "low" | "medium" | "high" | "none";

const FILL: Record<MeterLevel, string> = { low: "bg-low", medium: "bg-mid", high: "bg-high", none: "bg-border-strong" };

type MeterProps = {
  value: number;
  max: number;
  level: MeterLevel;
  label: string;
  valueText: string;
  className?: string;
};

/** A bar filled to `value` of `max`; `valueText` puts it in words, since color alone isn't enough. */
export function Meter({ value, max, level, label, valueText, className }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className={classNames("h-3 overflow-hidden rounded-full bg-track", className)}
    >
      {/* the key restarts the animation when the amount changes */}
      <div
        key={`${value}/${max}`}
        className={classNames("h-full rounded-full fill-once", FILL[level])}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
