import type { ReactNode } from "react";

export type Share = {
  id: string;
  label: ReactNode;
  /** At the end, muted: the count. */
  figure?: ReactNode;
  /** At the end, bold. */
  text: ReactNode;
  /** Share of the full width, 0 to 1. */
  part: number;
};

/** Named shares with a bar each, longest first. The figures say everything the bars do. */
export function ShareBars({ label, shares }: { label: string; shares: readonly Share[] }) {
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-2.5">
      {shares.map(({ id, label: name, figure, text, part }) => (
        <li key={id} className="grid gap-1">
          <div className="flex items-baseline gap-2">
            <span className="min-w-0 grow truncate">{name}</span>
            {figure && <span className="shrink-0 text-text-3">{figure}</span>}
            <span className="min-w-9 shrink-0 text-right font-semibold">{text}</span>
          </div>
          <svg
            aria-hidden
            viewBox="0 0 100 1"
            preserveAspectRatio="none"
            className="h-1.5 w-full rounded-full bg-surface-3"
          >
            <rect width={Math.max(0, Math.min(1, part)) * 100} height="1" className="fill-agave" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
