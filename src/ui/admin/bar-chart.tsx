import { classNames } from "../class-names.ts";
import { axisOf } from "./axis.ts";

type Bar = {
  /** What the bar shows, in words and figures; its tooltip. */
  label: string;
  value: number;
  /** The value it is compared with; the dashed line connects these. */
  before?: number;
  /** Whether its period isn't over yet. */
  open?: boolean;
};

type BarChartProps = {
  /** Text alternative; the figures are in the table beside it. */
  label: string;
  bars: readonly Bar[];
  /** Formats a value at the axis. */
  say: (value: number) => string;
  /** Labels under some bars, by index. */
  marks?: readonly { at: number; text: string }[];
  tone?: "agave" | "jaca" | "terra";
  tall?: boolean;
};

const TONES = { agave: "fill-agave", jaca: "fill-jaca", terra: "fill-terra" };
/** A tenth of a percent of the height: what a screen can show. */
const short = (value: number) => Math.round(value * 10) / 10;

/** Bars over time with a dashed line for the previous period. Drawn in tenths of a bar, so that only the width scales. */
export function BarChart({ label, bars, say, marks = [], tone = "agave", tall = false }: BarChartProps) {
  const values = bars.flatMap(({ value, before = 0 }) => [value, before]);
  const { low, high, ticks } = axisOf(Math.min(0, ...values), Math.max(0, ...values), tall ? 3 : 1);
  const y = (value: number) => 100 - ((value - low) / (high - low)) * 100;
  const isCompared = bars.some(({ before }) => before !== undefined && before !== 0);
  const width = Math.max(bars.length, 1);
  const shapeOf = (isMeant: (bar: Bar) => boolean | undefined) =>
    bars
      .map((bar, i) => {
        const height = short(Math.abs(y(bar.value) - y(0)));
        if (height === 0 || !isMeant(bar)) return "";
        return `M${i * 10 + 1} ${short(Math.min(y(0), y(bar.value)))}h8v${height}h-8z`;
      })
      .join("");
  return (
    <div className="pl-9">
      <div className={classNames("relative", tall ? "h-28" : "h-10")}>
        {ticks.map((tick) => (
          <span
            key={tick}
            aria-hidden
            style={{ top: `${y(tick)}%` }}
            className={classNames("absolute inset-x-0 border-t", tick === 0 ? "border-line-2" : "border-border")}
          >
            <span className="absolute right-full -translate-y-1/2 pr-1.5 text-[0.6875rem] text-text-3">
              {say(tick)}
            </span>
          </span>
        ))}
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${width * 10} 100`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          <g className="bar-grounds">
            {bars.map(({ label: title }, i) => (
              <path key={i} d={`M${i * 10} 0h10v100h-10`}>
                <title>{title}</title>
              </path>
            ))}
          </g>
          <path className={classNames("pointer-events-none", TONES[tone])} d={shapeOf(({ open }) => !open)} />
          <path className={classNames("pointer-events-none opacity-65", TONES[tone])} d={shapeOf(({ open }) => open)} />
          {isCompared && (
            <polyline
              points={bars.map(({ before = 0 }, i) => `${i * 10 + 5},${short(y(before))}`).join(" ")}
              vectorEffect="non-scaling-stroke"
              className="pointer-events-none fill-none stroke-text-2 [stroke-dasharray:2_3] [stroke-width:1.4px]"
            />
          )}
        </svg>
      </div>
      {marks.length > 0 && (
        <div aria-hidden className="relative mt-1 h-4">
          {marks.map(({ at, text }) => (
            <span
              key={at}
              style={{ left: `${((at + 0.5) / width) * 100}%` }}
              className="absolute -translate-x-1/2 text-[0.6875rem] whitespace-nowrap text-text-3"
            >
              {text}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
