import { X } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";

type BulkBarProps = {
  /** How many rows are selected, in people and money. */
  summary: ReactNode;
  onClear: () => void;
  clearLabel: string;
  /** Actions; each opens a preview. */
  children: ReactNode;
};

/** Actions on the selected rows; floats over the bottom of the list. */
export function BulkBar({ summary, onClear, clearLabel, children }: BulkBarProps) {
  return (
    <div
      role="region"
      aria-live="polite"
      className="sticky bottom-3 z-20 mt-3 flex min-h-11 flex-wrap items-center gap-2 rounded-panel bg-text py-1.5 pr-2 pl-3.5 text-on-ink shadow-[0_14px_34px_-14px_#140c12b3] max-md:bottom-18 [&_a]:border-on-ink/35 [&_a]:bg-transparent [&_a]:text-on-ink [&_button]:border-on-ink/35 [&_button]:bg-transparent [&_button]:text-on-ink"
    >
      <div className="mr-auto flex flex-wrap items-center gap-x-3">{summary}</div>
      {children}
      <button
        type="button"
        aria-label={clearLabel}
        title={clearLabel}
        onClick={onClear}
        className="grid size-(--ctl) place-items-center rounded-md border-0!"
      >
        <X aria-hidden size={16} />
      </button>
    </div>
  );
}
