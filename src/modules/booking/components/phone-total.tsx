import type { ReactNode } from "react";

/** On phones, below the title: departure, people, total and what is saved. */
export function PhoneTotal({ text, total, saving }: { text: string; total: string; saving: ReactNode }) {
  return (
    <div className="mb-5 border-y-2 border-dashed py-3.5 lg:hidden">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 font-medium">
        <span>{text}</span>
        <span className="display ml-auto text-xl leading-none whitespace-nowrap tabular-nums">{total}</span>
      </p>
      <div className="mt-1 text-small empty:hidden">{saving}</div>
    </div>
  );
}

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
