import { classNames } from "#src/ui/class-names.ts";

type ProgressBarProps = { label: string; value: number; max: number };

/** How much of something is done; full, it pulses until what comes after it is. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  const percent = max > 0 ? Math.min(100, Math.round((value / max) * 100)) : 100;
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent < 100 ? { "aria-valuenow": percent } : {})}
      className="block h-1.5 overflow-hidden rounded-full bg-surface-3"
    >
      <span
        className={classNames(
          "block h-full rounded-full bg-agave transition-[width] motion-reduce:transition-none",
          percent === 100 && "animate-pulse motion-reduce:animate-none",
        )}
        style={{ width: `${percent}%` }}
      />
    </span>
  );
}
