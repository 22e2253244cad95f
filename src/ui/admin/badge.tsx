import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

/**
 * done: disc · waiting: ring · judge: diamond, needs a decision · failed: square, also cancelled · none: dash, not applicable.
 */
export type Tone = "done" | "waiting" | "judge" | "failed" | "none";

/** A state: its word with a glyph and a tint by kind, never color alone. `plain` leaves out the tint. */
export function Badge({ tone, plain = false, children }: { tone: Tone; plain?: boolean; children: ReactNode }) {
  return (
    <span className={classNames("badge", tone, plain && "plain")}>
      <span aria-hidden />
      {children}
    </span>
  );
}

/** A count beside a name: `hot` needs a decision, otherwise it is only information. */
export function Count({ hot = false, children }: { hot?: boolean; children: ReactNode }) {
  return (
    <span className={classNames("count", hot ? "bg-brand-tint text-brand-text" : "bg-surface-3 text-text-2")}>
      {children}
    </span>
  );
}
