import { type ReactNode, useState } from "react";
import { ChevronDown } from "#src/ui/lucide/icons.ts";

type FoldProps = {
  summary: ReactNode;
  /** The line says itself that it unfolds. */
  isPlain?: boolean;
  /** Something in it needs to be seen; it stays open from then on, until the reader closes it. */
  open: boolean;
  children: ReactNode;
};

/** Fields that few need, collapsed into one line; their values are submitted anyway. */
export function Fold({ summary, isPlain = false, open, children }: FoldProps) {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return (
    <details open={wasOpen} className="group max-w-[34rem]">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
        {summary}
        {!isPlain && (
          <ChevronDown aria-hidden size={20} className="ml-auto shrink-0 text-text-2 group-open:rotate-180" />
        )}
      </summary>
      <div className="mt-3 grid gap-5">{children}</div>
    </details>
  );
}
