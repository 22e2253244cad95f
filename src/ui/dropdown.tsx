import { type ReactNode, useEffect, useRef } from "react";

type DropdownProps = {
  /** Accessible name of the button. */
  label: string;
  summary: ReactNode;
  summaryClass: string;
  /** List items. */
  children: ReactNode;
};

/** A button that opens a short list below it, aligned to its end. Works without JavaScript too. */
export function Dropdown({ label, summary, summaryClass, children }: DropdownProps) {
  const details = useRef<HTMLDetailsElement>(null);
  // browsers do this for a select but not for details: close on Escape, on a choice and on a click outside
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = details;
      if (!current?.open) return;
      const inside = event.target instanceof Node && current.contains(event.target);
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        current.querySelector("summary")?.focus();
      } else if (inside && !(event.target as Element).closest("a")) return;
      current.open = false;
    };
    addEventListener("click", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("click", close);
      removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details ref={details} className="relative">
      <summary aria-label={label} className={`${summaryClass} list-none [&::-webkit-details-marker]:hidden`}>
        {summary}
      </summary>
      <ul className="absolute top-full right-0 z-10 mt-2 max-h-[calc(100dvh-5.5rem)] min-w-44 overflow-y-auto overscroll-contain rounded-lg bg-surface p-1.5 text-text shadow-lg inset-ring inset-ring-border">
        {children}
      </ul>
    </details>
  );
}
