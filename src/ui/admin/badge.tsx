import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

/**
 * done: disc · waiting: ring · judge: diamond, needs a decision · failed: square, also cancelled · none: dash, not applicable.
 */
export type Tone = "done" | "waiting" | "judge" | "failed" | "none";

const TONES: Record<Tone, [box: string, plain: string, glyph: string]> = {
  done: ["bg-agave-tint text-agave-text", "text-agave-text", "size-2 rounded-full bg-current"],
  waiting: [
    "bg-marigold-tint text-marigold-text",
    "text-marigold-text",
    "size-2.5 rounded-full border-2 border-current",
  ],
  judge: ["bg-jaca-tint text-jaca-text", "text-jaca-text", "size-[7px] rotate-45 rounded-[1px] bg-current"],
  failed: ["bg-low-tint text-low-text", "text-low-text", "size-2 rounded-[1px] bg-current"],
  none: ["bg-surface-2 text-text-2", "text-text-2", "h-0.5 w-2 rounded-[1px] bg-current"],
};

/** A state: its word with a glyph and a tint by kind, never color alone. `plain` leaves out the tint. */
export function Badge({ tone, plain = false, children }: { tone: Tone; plain?: boolean; children: ReactNode }) {
  const [box, text, glyph] = TONES[tone];
  return (
    <span
      className={classNames(
        "inline-flex h-5 items-center gap-1.5 text-fine font-semibold whitespace-nowrap",
        plain ? text : `rounded-[5px] px-1.5 ${box}`,
      )}
    >
      <span aria-hidden className={classNames("shrink-0", glyph)} />
      {children}
    </span>
  );
}

/** A count beside a name: `hot` needs a decision, otherwise it is only information. */
export function Count({ hot = false, children }: { hot?: boolean; children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-block min-w-5 rounded-full px-1.5 text-center text-[0.71875rem] leading-[1.125rem] font-semibold",
        hot ? "bg-brand-tint text-brand-text" : "bg-surface-3 text-text-2",
      )}
    >
      {children}
    </span>
  );
}
