import type { ReactNode } from "react";

/** The foot of an editor: how it is saved, and what can be done with the draft. */
export const EditorFoot = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 z-20 -mx-5 mt-4 -mb-5 flex flex-wrap items-center gap-2.5 border-t border-line-2 bg-surface px-5 py-2 max-md:bottom-15 max-md:-mx-3.5 max-md:-mb-3.5 max-md:px-3.5">
    {children}
  </div>
);
