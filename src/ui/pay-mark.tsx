import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type Way = "card" | "apple_pay" | "google_pay" | "account" | "oxxo" | "spei";

/**
 * A drawing of how one pays: a bank card, a phone held to a reader, a wallet, a voucher with its bar code. Companies' own logos
 * come with contracts, so their names stand beside it in text. Decoration; its size comes as a class, 14 wide by 9 high.
 */
export function PayMark({ way, className }: { way: Way; className?: string }) {
  const { ground, drawing } = MARKS[way];
  return (
    <svg
      aria-hidden
      viewBox="0 0 56 36"
      className={classNames("h-9 w-14 shrink-0 overflow-hidden rounded-sm", className)}
    >
      <path className={ground} d="M0 0h56v36H0z" />
      {drawing}
    </svg>
  );
}

const WAVES = "M0 0a6.4 6.4 0 0 1 0 8M3.6-2.6a10.6 10.6 0 0 1 0 13.2";
const wave = "fill-none stroke-[1.8] [stroke-linecap:round]";
/** Widths of bars and gaps, in turn. */
const BARS = [2, 1, 1, 1, 3, 1, 1, 2, 1, 1, 2, 1, 3, 1, 1, 2, 2, 1, 1, 1, 2];

const MARKS: Record<Way, { ground: string; drawing: ReactNode }> = {
  card: {
    ground: "fill-brand",
    drawing: (
      <>
        <path className="fill-brand-light" d="M56 0v36H33c10-7 15-19 13-36z" opacity="0.55" />
        <rect className="fill-marigold" x="6" y="10" width="11" height="8.5" rx="1.8" />
        <path
          className="fill-none stroke-ink"
          strokeWidth="1"
          d="M6 14.2h3.6m3.8 0H17M9.6 10v8.5m3.8-8.5v8.5"
          opacity="0.6"
        />
        <path className={`${wave} stroke-paper`} transform="translate(21.5 10.25)" d={WAVES} />
        <path className="stroke-paper [stroke-linecap:round]" strokeWidth="2.4" d="M7 25h7m4 0h7m4 0h7m4 0h7" />
        <path className="stroke-paper [stroke-linecap:round]" strokeWidth="1.8" d="M7 30.5h13" opacity="0.7" />
      </>
    ),
  },
  apple_pay: {
    ground: "fill-ink",
    drawing: (
      <>
        <rect className="fill-paper" x="14" y="5" width="15" height="36" rx="3.5" />
        <rect className="fill-ink" x="16" y="7.5" width="11" height="30" rx="1.5" />
        <rect className="fill-brand" x="17.5" y="13" width="8" height="5.5" rx="1" />
        <path className="stroke-marigold [stroke-linecap:round]" strokeWidth="1.6" d="M18.5 22.5h6" />
        <path className={`${wave} stroke-marigold`} transform="translate(34 12)" d={WAVES} />
      </>
    ),
  },
  google_pay: {
    ground: "fill-brand-tint",
    drawing: (
      <>
        <rect className="fill-ink" x="14" y="5" width="15" height="36" rx="3.5" />
        <rect className="fill-paper" x="16" y="7.5" width="11" height="30" rx="1.5" />
        <rect className="fill-agave" x="17.5" y="13" width="8" height="5.5" rx="1" />
        <path className="stroke-brand [stroke-linecap:round]" strokeWidth="1.6" d="M18.5 22.5h6" />
        <path className={`${wave} stroke-brand`} transform="translate(34 12)" d={WAVES} />
      </>
    ),
  },
  account: {
    ground: "fill-agave-tint",
    drawing: (
      <>
        <path className="fill-marigold" d="M15 6h22l4 8H15z" />
        <path className="fill-brand" d="M17 9h22l3 6H17z" />
        <rect className="fill-agave" x="12" y="14" width="32" height="18" rx="3" />
        <path className="fill-agave-text" d="M34 20h10v7H34a3.5 3.5 0 0 1 0-7z" />
        <circle className="fill-marigold" cx="35.5" cy="23.5" r="1.5" />
      </>
    ),
  },
  spei: {
    ground: "fill-agave",
    drawing: (
      <>
        <path
          className="fill-paper"
          d="M28 4 47 12.5H9zM12 15h4v11h-4zm9.5 0h4v11h-4zm9 0h4v11h-4zm9.5 0h4v11h-4zM9 28.5h38V32H9z"
        />
        <circle className="fill-marigold" cx="28" cy="9.2" r="1.8" />
      </>
    ),
  },
  oxxo: {
    ground: "fill-marigold",
    drawing: (
      <>
        <path
          className="fill-paper"
          d="M10 4h36v25l-3 2.5-3-2.5-3 2.5-3-2.5-3 2.5-3-2.5-3 2.5-3-2.5-3 2.5-3-2.5-3 2.5-3-2.5z"
        />
        <path className="stroke-brand [stroke-linecap:round]" strokeWidth="2.2" d="M14 9h12" />
        <path className="stroke-ink [stroke-linecap:round]" strokeWidth="1.6" d="M36 9h6" opacity="0.5" />
        <g className="fill-ink">{bars(BARS)}</g>
      </>
    ),
  },
};

function bars(widths: readonly number[]) {
  let x = 13;
  return widths.map((width, place) => {
    const from = x;
    x += width;
    return place % 2 === 0 && <path key={from} d={`M${from} 13.5h${width}v11.5h-${width}z`} />;
  });
}
