import { useText } from "#src/locales/use-text.ts";
import { classNames } from "#src/ui/class-names.ts";
import { CutEdge } from "#src/ui/sheet.tsx";

/** A card of paper with a ribbon in the operator's color. `amount`: what is written on it. */
export function CardPicture({ amount, className }: { amount?: string; className?: string }) {
  const { t } = useText();
  return (
    <div
      aria-hidden
      className={classNames("paper w-full max-w-[26rem] drop-shadow-[0_10px_14px_#4d102926]", className)}
    >
      <div className="relative overflow-hidden rounded-t-lg bg-surface px-6 pt-6 pb-20">
        <p className="display text-[1.9rem] leading-none text-text">{t("gift-cards.name")}</p>
        <p className="mt-1.5 text-small font-semibold text-text-2">{t("common.brand")}</p>
        {amount && <p className="display mt-4 text-[2.6rem] leading-none text-text tabular-nums">{amount}</p>}
        <svg
          viewBox="0 0 400 90"
          preserveAspectRatio="xMidYMid slice"
          className="absolute inset-x-0 bottom-0 h-20 w-full"
        >
          <rect y="42" width="400" height="26" className="fill-brand" />
          <g className="fill-brand stroke-surface" strokeWidth="3" strokeLinejoin="round">
            <path d="M318 55C292 6 236 14 246 48 252 78 294 72 318 55Z" />
            <path d="M318 55C344 6 400 14 390 48 384 78 342 72 318 55Z" />
            <rect x="304" y="40" width="28" height="30" rx="8" />
          </g>
        </svg>
      </div>
      <CutEdge className="-mt-px bg-surface" />
    </div>
  );
}
