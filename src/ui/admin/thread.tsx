import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

type ThreadEntryProps = { from: ReactNode; at: ReactNode; own?: boolean; language?: string; children: ReactNode };

/** One message: author, time, and the text with its line breaks. `own`: written by us. */
export function ThreadEntry({ from, at, own = false, language, children }: ThreadEntryProps) {
  return (
    <article
      className={classNames(
        "rounded-lg border px-3 py-2",
        own ? "border-transparent bg-agave-tint" : "border-border bg-surface-2",
      )}
    >
      <header className="mb-1 flex flex-wrap justify-between gap-x-3 text-fine text-text-2">
        <span className="font-semibold">{from}</span>
        <span>{at}</span>
      </header>
      <div lang={language} className="text-sub break-words whitespace-pre-wrap">
        {children}
      </div>
    </article>
  );
}
