import type { ReactNode } from "react";

/** A part of a panel that is opened where it is wanted; `bad`: what can't be undone. */
export const Folded = ({ summary, bad = false, children }: { summary: string; bad?: boolean; children: ReactNode }) => (
  <details className="border-t border-border pt-3">
    <summary className={`min-h-9 content-center font-semibold pointer-coarse:min-h-11${bad ? " text-low-text" : ""}`}>
      {summary}
    </summary>
    {children}
  </details>
);
