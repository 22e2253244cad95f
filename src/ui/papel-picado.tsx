import type { CSSProperties } from "react";
import { classNames } from "./class-names.ts";
import { MOTIFS, type Motif } from "./papel-picado-geometry.ts";
import sprite from "./papel-picado.svg?url&no-inline";

const COLOURS = [
  "var(--c-brand)",
  "var(--c-marigold)",
  "var(--c-flag-agave, #12908c)",
  "var(--c-brand-light)",
  "var(--c-flag-pale, #fff8f2)",
];

type BuntingProps = {
  /** Width of the drawing in units; 1280 for a desktop, 390 for a phone. */
  width?: number;
  flags?: number;
  /** Size of a flag; 1 is 100 by 120 units. */
  scale?: number;
  /** Sag of the string, in units. */
  sag?: number;
  /** Number of arcs of the string. */
  bows?: number;
  /** Swings once after the page has loaded. */
  sway?: boolean;
  className?: string;
};

/** How far the string extends beyond the drawing on each side. */
const BLEED = 20;

/** A string of flags across the page. Decoration: at most one per screenful, never behind text. */
export function Bunting({
  width = 1280,
  flags = 13,
  scale = 0.82,
  sag = 30,
  bows = 1,
  sway = false,
  className,
}: BuntingProps) {
  const length = width + 2 * BLEED;
  const hang = (x: number) => {
    const t = (((x + BLEED) / length) * bows) % 1;
    return sag * 4 * t * (1 - t);
  };
  return (
    <svg
      viewBox={`0 0 ${width} ${Math.ceil(sag + 122 * scale)}`}
      aria-hidden
      focusable="false"
      className={classNames("block h-auto w-full overflow-visible", className)}
    >
      <path d={string(length, bows, sag)} fill="none" stroke="var(--c-rope, #fff8f2)" strokeWidth="2" />
      {Array.from({ length: flags }, (_, i) => {
        const x = -BLEED + (length / flags) * (i + 0.5);
        const lean = (Math.atan2(hang(x + 6) - hang(x - 6), 12) * 180 * 0.85) / Math.PI;
        // varies the size slightly, as in a hand-cut string
        const size = scale * (1 + (((i * 37) % 5) - 2) * 0.012);
        return (
          <g
            key={i}
            transform={`translate(${x.toFixed(1)} ${hang(x).toFixed(1)}) rotate(${lean.toFixed(1)}) scale(${size.toFixed(3)})`}
          >
            <use
              href={`${sprite}#${MOTIFS[i % MOTIFS.length]}`}
              x="-50"
              y="-1"
              width="100"
              height="120"
              fill={COLOURS[i % COLOURS.length]}
              className={sway ? "sway-once" : undefined}
              style={sway ? ({ "--i": i } as CSSProperties) : undefined}
            />
          </g>
        );
      })}
    </svg>
  );
}

function string(length: number, bows: number, sag: number) {
  const end = (bow: number) => (-BLEED + (length * bow) / bows).toFixed(1);
  const bow = (i: number) => `Q${(-BLEED + (length * (i + 0.5)) / bows).toFixed(1)} ${sag * 2} ${end(i + 1)} 0`;
  return `M${end(0)} 0${Array.from({ length: bows }, (_, i) => bow(i)).join("")}`;
}

/** One flag in the text color: a testimonial, an empty state. */
export function Flag({ motif, className }: { motif: Motif; className?: string }) {
  return (
    <svg viewBox="0 0 100 120" aria-hidden focusable="false" className={classNames("block", className)}>
      <use href={`${sprite}#${motif}`} width="100" height="120" fill="currentColor" />
    </svg>
  );
}
