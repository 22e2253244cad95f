import type { Shape } from "#src/modules/evening/door/rules/result.ts";

type Drawing = (ground: string) => React.ReactNode;

const DRAWINGS: Readonly<Record<Shape, Drawing>> = {
  disc: (ground) => (
    <>
      <circle cx="66" cy="66" r="60" fill="currentColor" />
      <path
        d="M38 68l19 19 38-40"
        fill="none"
        stroke={ground}
        strokeWidth="12"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  triangle: (ground) => (
    <>
      <path d="M66 9 124 121H8Z" fill="currentColor" stroke="currentColor" strokeWidth="12" strokeLinejoin="round" />
      <path d="M52 62v38M80 62v38" stroke={ground} strokeWidth="12" strokeLinecap="round" />
    </>
  ),
  diamond: (ground) => (
    <>
      <path
        d="M66 5 127 66 66 127 5 66Z"
        fill="currentColor"
        stroke="currentColor"
        strokeWidth="8"
        strokeLinejoin="round"
      />
      <path d="M60 37a29 29 0 1 0 24 44a24 24 0 0 1 -24 -44Z" fill={ground} />
    </>
  ),
  square: (ground) => (
    <>
      <rect x="10" y="10" width="112" height="112" rx="8" fill="currentColor" />
      <path d="M36 66h60" stroke={ground} strokeWidth="13" strokeLinecap="round" />
    </>
  ),
  octagon: (ground) => (
    <>
      <path d="M40 4h52l36 36v52l-36 36H40L4 92V40Z" fill="currentColor" />
      <path d="M44 44l44 44M88 44l-44 44" stroke={ground} strokeWidth="13" strokeLinecap="round" />
    </>
  ),
};

/** A result's shape in the text color, its sign in the color of the ground. */
export const ResultShape = ({ shape, ground, size }: { shape: Shape; ground: string; size: number | string }) => (
  <svg viewBox="0 0 132 132" width={size} height={size} aria-hidden className="shrink-0">
    {DRAWINGS[shape](ground)}
  </svg>
);
