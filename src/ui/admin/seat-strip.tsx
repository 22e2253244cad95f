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

const LOOKS = {
  inside: "fill-agave-text",
  booked: "fill-agave-2",
  failed: "fill-low",
  held: "fill-transparent stroke-jaca [stroke-width:1.4px]",
  free: "fill-seat",
};
type Kind = keyof typeof LOOKS;

/** One tick per seat: checked in, booked, on hold, free. A shape for each kind, in hundredths of a tick. */
export function SeatStrip({ inside = 0, booked, failed = 0, held = 0, free, label, className }: SeatStripProps) {
  const total = Math.max(inside + booked + failed + held + free, 1);
  const each = Math.max(1, Math.ceil(total / TICKS));
  const ticks = Math.ceil(total / each);
  const gap = Math.round(gapOf(ticks) * 100);
  const kindAt = (tick: number): Kind => {
    const place = tick * each;
    if (place < inside) return "inside";
    if (place < inside + booked) return "booked";
    if (place < inside + booked + failed) return "failed";
    if (place < inside + booked + failed + held) return "held";
    return "free";
  };
  const kinds = Map.groupBy(
    Array.from({ length: ticks }, (_, tick) => tick),
    kindAt,
  );
  const width = 100 - gap;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${ticks * 100} 100`}
      preserveAspectRatio="none"
      className={classNames("block h-3 w-full", className)}
    >
      {[...kinds].map(([kind, [first = 0, ...more]]) => (
        <path
          key={kind}
          className={LOOKS[kind]}
          d={`M${first * 100 + Math.round(gap / 2)} 6${`h${width}v88h-${width}zm100 0`.repeat(more.length)}h${width}v88h-${width}z`}
          vectorEffect={kind === "held" ? "non-scaling-stroke" : undefined}
        />
      ))}
    </svg>
  );
}
