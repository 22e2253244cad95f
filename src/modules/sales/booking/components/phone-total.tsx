import type { ReactNode } from "react";
import { useState } from "react";
import { ChevronDown } from "#src/ui/lucide/icons.ts";

type ReceiptLineProps = {
  /** The night and for how many. */
  text: string;
  total: string;
  saving: ReactNode;
  /** The receipt has something to mend: it stays unfolded from then on, until the reader folds it. */
  open?: boolean;
};

/**
 * Below 1024 px, under the title: the receipt as one line that unfolds. The receipt is the next element, with the classes `RECEIPT`;
 * on wider screens it always stands beside the form.
 */
export function ReceiptLine({ text, total, saving, open = false }: ReceiptLineProps) {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return (
    <details open={wasOpen} className="peer group border-y-2 border-dashed lg:hidden">
      <summary className="grid cursor-pointer grid-cols-[1fr_auto_auto] items-center gap-x-3 py-3.5 font-medium [&::-webkit-details-marker]:hidden">
        <span>{text}</span>
        <span className="display text-xl leading-none whitespace-nowrap tabular-nums">{total}</span>
        <ChevronDown aria-hidden size={20} className="text-text-2 group-open:rotate-180" />
        <span className="text-small empty:hidden">{saving}</span>
      </summary>
    </details>
  );
}

/** The classes of the receipt's element, next to its line. */
export const RECEIPT =
  "hidden min-w-0 peer-open:block lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:block";

/** `crawl` is its name with its city. */
type PhoneTotalBarProps = { crawl: string; total: string; text: string; children: ReactNode };

/** On phones, fixed to the bottom of the screen: what is bought, the total and the primary action. */
export function PhoneTotalBar({ crawl, total, text, children }: PhoneTotalBarProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t border-border bg-surface px-4 pt-3 pb-[calc(0.8rem+env(safe-area-inset-bottom))] shadow-lg md:hidden">
      <p className="min-w-0 grow leading-tight">
        <span className="display block text-[1.375rem] tabular-nums">{total}</span>
        <span className="block text-[0.875rem] font-semibold">{crawl}</span>
        <span className="block text-[0.875rem] leading-tight text-text-2">{text}</span>
      </p>
      {children}
    </div>
  );
}
