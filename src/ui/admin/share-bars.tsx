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
    <ul aria-label={label} className="shares">
      {shares.map(({ id, label: name, figure, text, part }) => (
        <li key={id}>
          <div>
            <span>{name}</span>
            {figure && <span>{figure}</span>}
            <b>{text}</b>
          </div>
          <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none">
            <path d={`M0 0h${Math.round(Math.max(0, Math.min(1, part)) * 1000) / 10}v1H0`} />
          </svg>
        </li>
      ))}
    </ul>
  );
}
