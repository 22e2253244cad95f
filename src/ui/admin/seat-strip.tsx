import { classNames } from "../class-names.ts";

type SeatStripProps = {
  /** Guests checked in, booked (not yet in), on hold, and free seats. */
  inside?: number;
  booked: number;
  held?: number;
  /** Where the strip shows steps instead of seats: the failed ones. */
  failed?: number;
  free: number;
  /** Text alternative. */
  label: string;
  className?: string;
};

/** Above this many seats, one tick stands for several. */
const TICKS = 60;
/** Gap between ticks: this share of a tick, but at most a hundredth of the strip, or a few ticks would be far apart. */
const gapOf = (ticks: number) => Math.min(0.22, ticks / 100);

/** One tick per seat: checked in, booked, on hold, free. */
export function SeatStrip({ inside = 0, booked, failed = 0, held = 0, free, label, className }: SeatStripProps) {
  const total = Math.max(inside + booked + failed + held + free, 1);
  const each = Math.max(1, Math.ceil(total / TICKS));
  const ticks = Math.ceil(total / each);
  const gap = gapOf(ticks);
  const kindAt = (tick: number) => {
    const place = tick * each;
    if (place < inside) return "fill-agave-text";
    if (place < inside + booked) return "fill-agave-2";
    if (place < inside + booked + failed) return "fill-low";
    if (place < inside + booked + failed + held) return "fill-transparent stroke-jaca [stroke-width:1.4px]";
    return "fill-seat";
  };
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${ticks} 1`}
      preserveAspectRatio="none"
      className={classNames("block h-3 w-full", className)}
    >
      {Array.from({ length: ticks }, (_, tick) => (
        <rect
          key={tick}
          x={tick + gap / 2}
          y="0.06"
          width={1 - gap}
          height="0.88"
          className={kindAt(tick)}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}
